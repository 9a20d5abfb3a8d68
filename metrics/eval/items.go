package eval

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// sheet holds the items of one array or object, and the values in them that no field covers.
type sheet struct {
	pairing.Sheet
	rest   []reading.Rest // by item
	starts []int          // item -> its first index in rest, then the length of rest
}

// elements returns the items of a list or set, or of a map, that are not empty. An empty value counts as one without
// items. ok is false for any other value of another kind.
func (f *field) elements(v document.Value, ofGot bool) (s sheet, ok bool) {
	read, lacking := pairing.Rows, func(item document.Value) bool { return f.lacksValues(item, ofGot) }
	if f.keyed {
		read, lacking = pairing.Members, f.wordsOfItems().Empty
	}
	s.Sheet, ok = read(v, lacking)
	return s, ok || f.Words.Empty(v)
}

func (f *field) wordsOfItems() *paths.AbsentWords {
	if f.set != nil {
		return f.set.element.Words
	}
	return f.Words
}

// lacksValues reports whether an item contains no value, by the words of the fields that its values are of. Ignored values count as
// none: Kept leaves them out.
func (f *field) lacksValues(item document.Value, ofGot bool) bool {
	if f.list == nil {
		return pairing.Valueless(item, f.wordsOfItems().Empty)
	}
	g := f.list.items
	if doubtful, plain := pairing.Doubtful(item, g.wordy); !g.ignores && (plain || !doubtful) {
		return !plain
	}
	w, slots := reading.Walk{Keys: true}, make([]document.Value, len(g.fields))
	g.walkGroup(g.layout(ofGot), &w, slots, item)
	for i, v := range slots {
		inner := &g.fields[i]
		if s, ok := inner.elements(v, ofGot); !inner.Ignored && (inner.Inner == nil || !ok || s.Len() > 0) && !pairing.Valueless(v, inner.wordsOfItems().Empty) {
			return false
		}
	}
	return !slices.ContainsFunc(w.Rest, func(r reading.Rest) bool { return !pairing.Valueless(r.Value, g.absent.Empty) })
}

// inner describes the rows of a list, a set or a map. It returns nil for other fields.
func (f *field) inner() *pairing.Inner {
	nested := pairing.Inner{Keyed: f.keyed, Fold: f.fold, Rows: f.rows}
	switch {
	case f.list != nil:
		nested.List = f.list.List
	case f.set != nil:
		nested.List = pairing.List{Assign: f.set.Assign, Fields: []pairing.Field{f.set.element.Field}}
	default:
		return nil
	}
	return &nested
}

// rows returns the rows of a list, set or map in an item.
func (f *field) rows(v document.Value, ofGot bool) (pairing.Sheet, bool) {
	s, ok := f.elements(v, ofGot)
	if f.list == nil {
		s.Width, s.Slots = 1, s.Items
	} else {
		s.fillItems(f.list.items, f.list.items.layout(ofGot), false)
	}
	return s.Sheet, ok
}

// content returns the content of item i.
func (s *sheet) content(i int) content {
	return content{s.Row(i), s.rest[s.starts[i]:s.starts[i+1]]}
}

// fillItems finds the values of a group's fields in all items.
func (s *sheet) fillItems(g *group, l *layout, keys bool) {
	s.Width = len(g.fields)
	s.Slots = make([]document.Value, len(s.Items)*s.Width)
	w := reading.Walk{Keys: keys}
	s.starts = make([]int, 0, len(s.Items)+1)
	for i, item := range s.Items {
		w.Start = len(w.Rest)
		s.starts = append(s.starts, w.Start)
		g.walkGroup(l, &w, s.Row(i), item)
	}
	s.rest, s.starts = w.Rest, append(s.starts, len(w.Rest))
}

// align pairs the items of a field, adds their alignment to the result, and returns the nearest candidates of items
// without partner. It pairs no items of an item without partner.
func (ev *evaluation) align(f *field, got, want *sheet, position *place) (a pairing.Paired, failed []assign.Pair, toWant, toGot []Nearest) {
	if position.alone != both {
		return
	}
	switch {
	case f.keyed:
		a = pairing.Keyed(&got.Sheet, &want.Sheet, f.fold)
	case f.set != nil:
		a.Result, failed, a.Warnings = pairing.Elements(ev.ctx, &f.set.Set, &got.Sheet, &want.Sheet)
	default:
		zero := ev.result.given.zeros.Items(f.list.Fields, position.inGot(""), position.inWant(""), &got.Sheet, &want.Sheet)
		a = pairing.Items(ev.ctx, &f.list.List, &got.Sheet, &want.Sheet, zero)
	}
	ev.warnAll(a.Warnings)
	r := Alignment{
		Path: cmp.Or(position.path, paths.Document), Attribute: f.attribute, Ambiguous: a.Ambiguous,
		UnmatchedGot: got.Indices(a.UnmatchedGot), UnmatchedWant: want.Indices(a.UnmatchedWant),
		NearestToWant: arithmetic.Each(a.NearestToWant, nearestOf), NearestToGot: arithmetic.Each(a.NearestToGot, nearestOf),
		GotKeys: got.Keys, WantKeys: want.Keys,
	}
	for _, p := range a.Pairs {
		r.Pairs = append(r.Pairs, Pair{Got: got.Index[p.Got], Want: want.Index[p.Want], Similarity: p.Similarity, Agreeing: a.Agreeing[p.Got]})
	}
	ev.result.Alignments = append(ev.result.Alignments, r)
	return a, failed, r.NearestToWant, r.NearestToGot
}

func nearestOf(c pairing.Candidate) Nearest { return Nearest(c) }

// lonePlace returns the place of item i of got or item j of want, which has no partner; the other number is -1. It takes the
// first of the remaining nearest candidates, if that is the candidate of the item.
func (p *place) lonePlace(got, want *sheet, i, j int, left *[]Nearest) *place {
	alone, ofGot := wantOnly, j < 0
	if ofGot {
		alone = gotOnly
	}
	inside := p.itemPlace(alone, got, want, i, j)
	if len(*left) > 0 {
		if n := (*left)[0]; ofGot && n.Got == got.Index[i] || !ofGot && n.Want == want.Index[j] {
			inside.nearest, *left = "; "+n.Note(ofGot), (*left)[1:]
		}
	}
	return inside
}
