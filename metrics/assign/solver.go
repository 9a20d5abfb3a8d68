package assign

import "slices"

// solver holds the working arrays of one problem.
type solver struct {
	got, want side
	closest   []int32 // got rank -> first want rank of equal or greater content; see locate
	equal     []bool  // got rank -> whether that content is equal

	// The pairs that may be formed, by got rank, then by want rank. Got rank g has the want ranks
	// pairWant[start[g]:start[g+1]], with their weights at the same indices of weight.
	start    []int
	pairWant []int32
	weight   []int64

	wantOf []int32 // got rank -> want rank that it is paired with, or none
	gotOf  []int32 // want rank -> got rank that it is paired with, or none

	row        []int32 // the ranks of one got item's Candidates
	incomplete bool
	stop       func() bool
	stopped    bool
	steps      int64 // pairs visited by searches

	augmentation
	exchanges
}

const none = -1

// begin prepares the arrays for a problem, with nothing paired.
func (s *solver) begin(p *Problem) error {
	if err := p.validate(); err != nil {
		return err
	}
	s.got.sortSide(p.Got, p.GotContent)
	s.want.sortSide(p.Want, p.WantContent)
	s.locate(p)
	s.wantOf = slices.Repeat([]int32{none}, p.Got)
	s.gotOf = slices.Repeat([]int32{none}, p.Want)
	s.stop = p.Stop
	return nil
}

// beginByIndex is begin with the indices as ranks, whatever the contents.
func (s *solver) beginByIndex(p *Problem) error {
	if err := p.validate(); err != nil {
		return err
	}
	byIndex := *p
	byIndex.GotContent, byIndex.WantContent = nil, nil
	return s.begin(&byIndex)
}

func (s *solver) connect(g, w int) {
	s.wantOf[g] = int32(w)
	s.gotOf[w] = int32(g)
}

// result translates ranks to indices.
func (s *solver) result(p *Problem, ambiguous bool) (Result, error) {
	r := Result{Ambiguous: ambiguous, Incomplete: s.incomplete, Stopped: s.stopped}
	pairs := p.Want - count(s.gotOf, none)
	r.Pairs = slices.Grow(r.Pairs, pairs)
	r.UnmatchedGot = slices.Grow(r.UnmatchedGot, p.Got-pairs)
	r.UnmatchedWant = slices.Grow(r.UnmatchedWant, p.Want-pairs)
	for j, w := range s.want.ranks() {
		g := s.gotOf[w]
		if g == none {
			r.UnmatchedWant = append(r.UnmatchedWant, j)
			continue
		}
		pair, err := p.newPair(int(s.got.index[g]), j)
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
