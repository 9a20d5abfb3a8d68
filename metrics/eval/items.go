package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/pairing"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/document"
)

// sheet holds the items of one array, and the values in them that no field covers.
type sheet struct {
	pairing.Sheet
	rest   []paths.Rest // by item
	starts []int        // item -> its first index in rest, then the length of rest
}

// elements returns the items of an array that are not empty. An empty value counts as an array without items. ok is
// false for any other value that is not an array.
func elements(v document.Value) (s sheet, ok bool) {
	if v.Kind() != document.Array {
		return sheet{}, v.Empty() || v.Kind() == document.Object && v.Len() == 0
	}
	n := v.Len()
	s.Index, s.Items = make([]int, 0, n), make([]document.Value, 0, n)
	for i, item := range v.Items() {
		if !item.Empty() {
			s.Index = append(s.Index, i)
			s.Items = append(s.Items, item)
		}
	}
	return s, true
}

// content returns the content of item i.
func (s *sheet) content(i int) content {
	return content{s.Row(i), s.rest[s.starts[i]:s.starts[i+1]]}
}

// fill finds the values of a group's fields in all items.
func (s *sheet) fill(g *group, in *layout, keys bool) {
	s.Width = len(g.fields)
	s.Slots = make([]document.Value, len(s.Items)*s.Width)
	w := paths.Walk{Keys: keys}
	s.starts = make([]int, 0, len(s.Items)+1)
	for i, item := range s.Items {
		w.Start = len(w.Rest)
		s.starts = append(s.starts, w.Start)
		g.walk(in, &w, s.Row(i), item)
	}
	s.rest, s.starts = w.Rest, append(s.starts, len(w.Rest))
}

// candidates converts the nearest candidates of items to indices of the arrays.
func candidates(found []pairing.Candidate, got, want *sheet) (nearest []Nearest) {
	for _, c := range found {
		nearest = append(nearest, Nearest{
			Got: got.Index[c.Got], Want: want.Index[c.Want], Similarity: c.Similarity, Least: c.Least, Taken: c.Taken, Differs: c.Differs,
		})
	}
	return nearest
}

// alignment translates an assignment to the indices of the arrays.
func alignment(r assign.Result, path string, got, want *sheet) Alignment {
	a := Alignment{Path: path, Ambiguous: r.Ambiguous, UnmatchedGot: got.indices(r.UnmatchedGot), UnmatchedWant: want.indices(r.UnmatchedWant)}
	for _, p := range r.Pairs {
		a.Pairs = append(a.Pairs, Pair{Got: got.Index[p.Got], Want: want.Index[p.Want], Similarity: p.Similarity})
	}
	return a
}

// indices returns the indices of items in the array.
func (s *sheet) indices(items []int) (indices []int) {
	for _, i := range items {
		indices = append(indices, s.Index[i])
	}
	return indices
}

// partners returns the partner of each item of want, -1 for none, and whether an item of got
// has one.
func partners(pairs []assign.Pair, got, want *sheet) (partner []int, paired []bool) {
	partner, paired = slices.Repeat([]int{-1}, want.Len()), make([]bool, got.Len())
	for _, p := range pairs {
		partner[p.Want], paired[p.Got] = p.Got, true
	}
	return partner, paired
}
