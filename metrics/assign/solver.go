package assign

import "slices"

// Solver holds the working arrays of [Greedy] and [Optimal]. Its methods work like the functions of the same names, and
// allocate only their result once the arrays have grown to the size of the problems. The zero value is ready for use. A
// Solver must not be used by two goroutines at a time.
type Solver struct {
	got, want side
	near      []int32 // got rank -> first want rank of equal or greater content
	equal     []bool  // got rank -> whether that content is equal

	// The pairs that may be formed, by got rank, want ranks ascending within one: got rank g has
	// pairWant[start[g]:start[g+1]], and their weights beside them.
	start    []int
	pairWant []int32
	weight   []int64

	wantOf []int32 // got rank -> want rank that it is paired with, or none
	gotOf  []int32 // want rank -> got rank that it is paired with, or none

	row        []int32 // the ranks of one got item's Candidates
	released   []int32 // Optimal
	before     []int32 // Optimal: s.wantOf before preferences
	incomplete bool
	stop       func() bool
	stopped    bool
	steps      int64 // pairs that searches have looked at

	order, sorted []tied // Greedy
	augmentation
	exchanges
}

const none = -1

// begin prepares the arrays for a problem, with nothing paired.
func (s *Solver) begin(p *Problem) error {
	if err := p.validate(); err != nil {
		return err
	}
	s.got.sort(p.Got, p.GotContent)
	s.want.sort(p.Want, p.WantContent)
	s.copies(p)
	s.wantOf = filled(s.wantOf, p.Got, none)
	s.gotOf = filled(s.gotOf, p.Want, none)
	s.incomplete = false
	s.stop, s.stopped, s.steps = p.Stop, false, 0
	return nil
}

// beginByIndex is begin with the indices as ranks, whatever the contents.
func (s *Solver) beginByIndex(p *Problem) error {
	if err := p.validate(); err != nil {
		return err
	}
	byIndex := *p
	byIndex.GotContent, byIndex.WantContent = nil, nil
	return s.begin(&byIndex)
}

func (s *Solver) link(g, w int) {
	s.wantOf[g] = int32(w)
	s.gotOf[w] = int32(g)
}

// result translates ranks to indices.
func (s *Solver) result(p *Problem, ambiguous bool) (Result, error) {
	r := Result{Ambiguous: ambiguous, Incomplete: s.incomplete, Stopped: s.stopped}
	pairs := p.Want - count(s.gotOf, none)
	r.Pairs = sized[Pair](pairs)
	r.UnmatchedGot = sized[int](p.Got - pairs)
	r.UnmatchedWant = sized[int](p.Want - pairs)
	for j, w := range s.want.ranks() {
		g := s.gotOf[w]
		if g == none {
			r.UnmatchedWant = append(r.UnmatchedWant, j)
			continue
		}
		pair, err := p.pair(int(s.got.index[g]), j)
		if err != nil {
			return Result{}, err
		}
		r.Pairs = append(r.Pairs, pair)
	}
	if pairs < p.Got {
		for i, g := range s.got.ranks() {
			if s.wantOf[g] == none {
				r.UnmatchedGot = append(r.UnmatchedGot, i)
			}
		}
	}
	return r, nil
}

// sized is an empty slice with room for n, nil without.
func sized[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}

// filled is s with length n and every element set to v; its memory is used again where it suffices.
func filled[T any](s []T, n int, v T) []T {
	s = slices.Grow(s[:0], n)[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// count is how often v occurs in s.
func count(s []int32, v int32) int {
	n := 0
	for _, x := range s {
		if x == v {
			n++
		}
	}
	return n
}
