package pairing

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// joint is an item of one side that is two neighbours of the other side: an extractor merged or split a row.
type joint struct {
	whole, first, second int
	split                bool // the whole is of the truth, and its parts are of got
}

// side is one list while joints are sought.
type side struct {
	*Sheet
	left    []int
	partner []int  // of each item, -1 for none
	used    []bool // in a joint
}

func newSide(s *Sheet, left []int) *side {
	return &side{s, left, slices.Repeat([]int{-1}, s.Len()), make([]bool, s.Len())}
}

// joints finds merged and split rows. At least one part of a joint is left. The whole is left, too, or is the partner of
// the other part. The search takes a few comparisons for each item that is left.
func (m *matcher) joints(r *assign.Result) []joint {
	if m.list.Assign == InOrder || m.ended || len(r.UnmatchedGot)+len(r.UnmatchedWant) == 0 {
		return nil
	}
	got, want := newSide(m.got, r.UnmatchedGot), newSide(m.want, r.UnmatchedWant)
	for _, p := range r.Pairs {
		got.partner[p.Got], want.partner[p.Want] = p.Want, p.Got
	}
	return append(m.jointsOf(got, want, false), m.jointsOf(want, got, true)...)
}

// jointsOf finds the items of wholes that are two items of parts.
func (m *matcher) jointsOf(wholes, parts *side, split bool) (all []joint) {
	if len(parts.left) == 0 {
		return nil
	}
	holders := m.holders(wholes)
	for _, part := range parts.left {
		for first := max(part-1, 0); first <= part && first+1 < parts.Len(); first++ {
			second := first + 1
			if m.exhausted() || parts.used[first] || parts.used[second] {
				continue
			}
			a, b := parts.Row(first), parts.Row(second)
			candidates := parts.partner[first : second+1]
			if max(candidates[0], candidates[1]) < 0 {
				candidates = m.alike(holders, a, b)
			}
			for _, whole := range candidates {
				if whole >= 0 && !wholes.used[whole] && m.joins(wholes.Row(whole), a, b) {
					all = append(all, joint{whole, first, second, split})
					wholes.used[whole], parts.used[first], parts.used[second] = true, true, true
					break
				}
			}
		}
	}
	return all
}

// holders returns the items that are left and have a text or a number, by field.
func (m *matcher) holders(s *side) []map[string][]int {
	all := make([]map[string][]int, s.Width)
	for k := range all {
		all[k] = make(map[string][]int, len(s.left))
		for _, i := range s.left {
			for _, key := range keysOf(s.Row(i)[k]) {
				all[k][key] = append(all[k][key], i)
			}
		}
	}
	return all
}

// alike returns the items that have the joined text or the sum of two items in a field, if they are few.
func (m *matcher) alike(holders []map[string][]int, a, b []document.Value) []int {
	for k, items := range holders {
		if a[k].Kind() == document.String && b[k].Kind() == document.String {
			if found := items[compare.Fold(a[k].Text()+" "+b[k].Text())]; len(found) > 0 && len(found) <= maxSharing {
				return found
			}
		}
		x, isNumber := decimalOf(a[k])
		if y, both := decimalOf(b[k]); isNumber && both {
			negative := number.FromInt(0).Sub(y)
			if found := items[x.Sub(negative).String()]; len(found) > 0 && len(found) <= maxSharing {
				return found
			}
		}
	}
	return nil
}

// keysOf returns the texts under which holders has a value.
func keysOf(v document.Value) (keys []string) {
	if v.Kind() == document.String {
		keys = append(keys, compare.Fold(v.Text()))
	}
	if d, ok := decimalOf(v); ok && (len(keys) == 0 || keys[0] != d.String()) {
		keys = append(keys, d.String())
	}
	return keys
}

// decimalOf reads a number, or a text that is one and has one reading. It reads none with an exponent or more than 40
// characters.
func decimalOf(v document.Value) (number.Decimal, bool) {
	text := v.Text()
	if k := v.Kind(); k != document.Number && k != document.String || len(text) > 40 || strings.ContainsAny(text, "eE") {
		return number.Decimal{}, false
	}
	if v.Kind() == document.Number {
		n, err := number.ParseJSON(text)
		return n.Decimal, err == nil
	}
	n, err := number.Parse(text, number.Auto)
	return n.Decimal, err == nil && !n.Ambiguous()
}

// joins reports whether a row is two rows: each of its values is the value that both have or that one has alone, their
// texts joined by a blank, or the sum of their numbers. One text is joined at least, or a number is a sum and another value
// is a sum, too, or the same in all three. If a text is joined, another value may be that of one of the two.
func (m *matcher) joins(whole, a, b []document.Value) bool {
	texts, sums, same, parts := 0, 0, 0, 0
	for k := range m.list.Fields {
		if m.list.Fields[k].Aside {
			continue
		}
		w, x, y := textOf(whole[k]), textOf(a[k]), textOf(b[k])
		switch {
		case w == "" && x == "" && y == "":
		case w == x && (y == "" || y == w), w == y && x == "":
			same++
		case w == "" || x == "" || y == "":
			return false
		case whole[k].Kind() == document.String && w == compare.Fold(a[k].Text()+" "+b[k].Text()):
			texts++
		case w == x || w == y:
			parts++
		case isSum(whole[k], a[k], b[k]):
			sums++
		default:
			return false
		}
	}
	return texts > 0 || sums > 0 && parts == 0 && sums+same > 1
}

// textOf returns a text that two values share if they are the same, "" for no value.
func textOf(v document.Value) string {
	switch {
	case valueless(v, document.Value.Empty):
		return ""
	case v.Kind() == document.String:
		return compare.Fold(v.Text())
	}
	return string(v.AppendCanonical(nil))
}

func isSum(whole, a, b document.Value) bool {
	w, ok := decimalOf(whole)
	x, isNumber := decimalOf(a)
	y, both := decimalOf(b)
	return ok && isNumber && both && w.Sub(x).Cmp(y) == 0
}

// joinedParts returns the candidates of the items of joints, by item of either side.
func (m *matcher) joinedParts(joints []joint) (ofGot, ofWant map[int]Candidate) {
	ofGot, ofWant = make(map[int]Candidate), make(map[int]Candidate)
	for _, j := range joints {
		parts, ofWhole, ofParts := m.want, ofGot, ofWant
		if j.split {
			parts, ofWhole, ofParts = m.got, ofWant, ofGot
		}
		indices := parts.Indices([]int{j.first, j.second})
		for _, part := range []int{j.second, j.first} {
			c := Candidate{Got: j.whole, Want: part, Joined: indices}
			if j.split {
				c = Candidate{Got: part, Want: j.whole, Split: indices}
			}
			m.threshold = 0
			c.Similarity = m.similarity(c.Got, c.Want)
			ofWhole[j.whole], ofParts[part] = c, c
		}
	}
	return ofGot, ofWant
}
