package pairing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Inner describes the rows of a field that is a list, a set or a map. An element of a set is a row with one field, whose Text
// is "".
type Inner struct {
	List
	Keyed bool // the rows are the members of an object
	Fold  bool // their keys are folded
	// Rows returns the rows of a value, with the values of their fields. ok is false for a value of another kind.
	Rows func(v document.Value, ofGot bool) (s Sheet, ok bool)
}

// inners are the rows in a field of all items of one side, one item after another.
type inners struct {
	Sheet
	rows     [][]int  // of each item, those with values; by content, but under InOrder and in a map in their own order
	contents []string // of each row
	texts    []string // of each item: equal for equal rows in any order, among them those without a value that counts
}

// empty reports whether an item has no row with a value.
func (r *inners) empty(item int) bool {
	return len(r.rows[item]) == 0 && (r.texts[item] == "" || r.texts[item][0] == 1)
}

// readInner drops the values of ignored fields, and reads the rows of the fields that are lists, sets or maps.
func (s *Sheet) readInner(fields []Field, ofGot bool) {
	for k := range fields {
		switch f := &fields[k]; {
		case f.Ignored:
			for i := range s.Items {
				s.Row(i)[k] = document.Value{}
			}
		case f.Inner != nil:
			if s.inner == nil {
				s.inner = make([]*inners, s.Width)
			}
			s.inner[k] = f.Inner.read(s.column(k), ofGot)
		}
	}
}

// read reads the rows of the values of all items.
func (in *Inner) read(column []document.Value, ofGot bool) *inners {
	r := &inners{rows: make([][]int, len(column)), texts: make([]string, len(column))}
	r.Width = len(in.Fields)
	for item, v := range column {
		rows, ok := in.Rows(v, ofGot)
		if !ok && !Valueless(v, document.Value.Empty) {
			r.texts[item] = canonical(v)
		}
		r.Index, r.Keys = append(r.Index, rows.Index...), append(r.Keys, rows.Keys...)
		r.Items, r.Slots = append(r.Items, rows.Items...), append(r.Slots, rows.Slots...)
		for n := range rows.Items {
			r.rows[item] = append(r.rows[item], len(r.Items)-rows.Len()+n)
		}
	}
	r.readInner(in.Fields, ofGot)
	r.contents = r.Sheet.contents(in.Fields, nil, 0)
	for item, rows := range r.rows {
		if !in.Keyed && in.Assign != InOrder {
			slices.SortFunc(rows, func(a, b int) int { return strings.Compare(r.contents[a], r.contents[b]) })
		}
		var text []byte
		for _, row := range rows {
			text = append(text, 1) // canonical JSON has none of these characters: a row in a row is told from its neighbours
			switch {
			case in.Keyed:
				text = strconv.AppendQuote(text, r.Keys[row])
			case in.Assign == InOrder:
				text = strconv.AppendInt(text, int64(r.Index[row]), 10)
			}
			text = append(append(text, 2), r.contents[row]...)
		}
		r.rows[item] = slices.DeleteFunc(rows, func(row int) bool { return strings.Trim(r.contents[row], "\n") == "" })
		if len(text) == 0 {
			continue
		}
		r.texts[item] = string(append(text, 3))
	}
	return r
}

// innerAgrees reports whether all values of two items in a field that is a list, a set or a map agree: each row has a row of the other
// side with which it agrees in each field. If the rows of all items are more than a list may have, only equal rows agree.
func (m *matcher) innerAgrees(field, i, j int) bool {
	got, want := m.got.inner[field], m.want.inner[field]
	if got.texts[i] == want.texts[j] {
		return true
	}
	gots, wants := got.rows[i], want.rows[j]
	if len(gots) != len(wants) || len(gots) == 0 {
		return false
	}
	within, nested := m.within(field), m.list.Fields[field].Inner
	if within == nil {
		return false
	}
	if nested.Assign == InOrder || nested.Keyed && !nested.Fold {
		for n, g := range gots {
			if w := wants[n]; nested.Keyed && got.Keys[g] != want.Keys[w] || !nested.Keyed && got.Index[g] != want.Index[w] || !within.rowsAgree(g, w) {
				return false
			}
		}
		return true
	}
	return within.pairAll(gots, wants, func(g, w int) bool {
		return !nested.Keyed || compare.Fold(got.Keys[g]) == compare.Fold(want.Keys[w])
	})
}

// pairAll reports whether it finds another row of gots that agrees for each of wants. Rows with the same content are paired first.
func (m *matcher) pairAll(gots, wants []int, may func(got, want int) bool) bool {
	var free, left []int
	g, w := 0, 0
	for g < len(gots) && w < len(wants) {
		switch c := strings.Compare(m.gotContent[gots[g]], m.wantContent[wants[w]]); {
		case c == 0 && may(gots[g], wants[w]):
			g++
			w++
		case c < 0:
			free = append(free, gots[g])
			g++
		default:
			left = append(left, wants[w])
			w++
		}
	}
	free = append(free, gots[g:]...)
	for _, row := range append(left, wants[w:]...) {
		partner := slices.IndexFunc(free, func(g int) bool { return may(g, row) && m.rowsAgree(g, row) })
		if partner < 0 {
			return false
		}
		free = slices.Delete(free, partner, partner+1)
	}
	return true
}

// rowsAgree reports whether two items agree in all fields that count.
func (m *matcher) rowsAgree(i, j int) bool {
	if m.exhausted() {
		return false
	}
	for k := range m.list.Fields {
		if !m.list.Fields[k].Aside && !m.fits(k, i, j) {
			return false
		}
	}
	return true
}

// within returns the matcher of the rows in a field, nil if they are too many to compare.
func (m *matcher) within(field int) *matcher {
	if m.inner == nil {
		m.inner = make(map[int]*matcher)
	}
	w, found := m.inner[field]
	if found {
		return w
	}
	got, want, list := m.got.inner[field], m.want.inner[field], &m.list.Fields[field].Inner.List
	if got.Len()*want.Len() <= affordable(&got.Sheet, &want.Sheet) {
		w = newMatcher(m.ctx, list, &got.Sheet, &want.Sheet, func(k int, v document.Value) bool {
			return list.Fields[k].ZeroIsEmpty && paths.IsZero(v)
		})
		w.agreements, w.gotContent, w.wantContent = make([]agreement, len(list.Fields)), got.contents, want.contents
	}
	m.inner[field] = w
	return w
}
