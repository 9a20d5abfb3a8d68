package pairing

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// joint is an item of one side (the whole) that stands for two neighbours of the other side (the parts): an extractor merged
// or split a row.
type joint struct {
	whole, first, second int
	split                bool // the whole is of the truth, and its parts are of got
}

// side is the sheet of got or of the truth, with the state of the search for joints.
type side struct {
	*Sheet
	left    []int
	partner []int  // of each item, -1 for none
	used    []bool // in a joint
}

func newSide(s *Sheet, left []int) *side {
	return &side{s, left, slices.Repeat([]int{-1}, s.Len()), make([]bool, s.Len())}
}

// joints returns the merged and split rows. At least one part of a joint has no partner. The whole has no partner
// either, or it is the partner of the other part. The search takes a few comparisons for each item without partner.
// There are no joints under InOrder, or after the end of the context.
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

// jointsOf returns the joints whose whole is an item of wholes and whose parts are items of parts.
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

// holders returns, for each field, the items without partner by the keys of their value: see keysOf.
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

// alike returns the items whose value in a field is the joined text or the sum of the values of a and b. It takes the first
// field in which it finds 1 to maxSharing items, and returns nil if there is none.
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

// decimalOf returns the number that a value is: a number, or a text that can be read as exactly one number. It reports
// false for other values, and for a value with an exponent or more than 40 characters.
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

// joins reports whether a row is two rows in one. For that, each of its values must be
//
//   - the value that both rows have, or that one has if the other has none,
//   - the texts of both rows, joined by a blank,
//   - the sum of the numbers of both rows, or
//   - the value of one of the two rows, although the other has a different one.
//
// If a text is joined, the row is two rows. If none is, a value must be a sum, no value may be of the last kind, and one
// more value must be a sum or of the first kind. A field that is empty in all three rows does not count.
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

// textOf returns the text by which two values are compared: the folded text, or the canonical JSON of a value that is not a
// text. It is "" for a value that has no content.
func textOf(v document.Value) string {
	switch {
	case Valueless(v, document.Value.Empty):
		return ""
	case v.Kind() == document.String:
		return compare.Fold(v.Text())
	}
	return canonical(v)
}

func isSum(whole, a, b document.Value) bool {
	w, ok := decimalOf(whole)
	x, isNumber := decimalOf(a)
	y, both := decimalOf(b)
	return ok && isNumber && both && w.Sub(x).Cmp(y) == 0
}

// joinedParts returns the candidates of the items of joints, by item of got and by item of the truth.
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
