package assign

import (
	"fmt"
	"math"
	"slices"
)

// collect lists the pairs of unpaired items that reach the threshold, with their similarity in units of 1/resolution as
// weight.
//
// It leaves out pairs outside of Candidates, pairs whose Bound is below the threshold, and pairs beyond MaxPairs. It
// calls Similarity neither for contents that it has just compared nor, if EqualIsOne, for equal contents.
func (s *solver) collect(p *Problem) error {
	freeGot, freeWant := count(s.wantOf, none), count(s.gotOf, none)
	plain := p.plain()
	width := p.Want // how many want ranks a got item is compared with
	if p.Candidates == nil && freeGot > 0 && freeWant > p.maxPairs()/freeGot {
		width = max(1, p.maxPairs()/freeGot)
		s.incomplete = true
	}
	budget := p.maxPairs() // of listed candidates

	const most = 1 << 20 // pairs to make room for; with a threshold there may be few
	room := min(freeGot*min(width, freeWant), most)
	if p.Candidates != nil {
		s.want.ranks()
		room = freeGot // most items have few candidates
	}
	s.pairWant, s.weight = make([]int32, 0, room), make([]int64, 0, room)
	s.start = append(make([]int, 0, p.Got+1), 0)
	previous := none // the got rank whose pairs were collected last
	for g := range p.Got {
		switch {
		case s.wantOf[g] != none:
		case p.Candidates != nil:
			if err := s.listed(p, g); err != nil {
				return err
			}
			if len(s.row) > budget {
				s.row = s.row[:budget]
				s.incomplete = true
			}
			budget -= len(s.row)
			for _, w := range s.row {
				if err := s.consider(p, g, int(w), none); err != nil {
					return err
				}
			}
		case width == p.Want && previous != none && s.got.class[g] == s.got.class[previous]:
			a, b := s.start[previous], s.start[previous+1]
			s.pairWant = append(s.pairWant, s.pairWant[a:b]...)
			s.weight = append(s.weight, s.weight[a:b]...)
		case plain && width == p.Want:
			if err := s.matrixRow(p, g, p.Matrix[g*p.Want:(g+1)*p.Want]); err != nil {
				return err
			}
		default:
			first := min(max(int(s.closest[g])-width/2, 0), p.Want-width)
			if err := s.block(p, g, first, first+width); err != nil {
				return err
			}
			previous = g
		}
		s.start = append(s.start, len(s.pairWant))
	}
	return nil
}

// matrixRow adds the pairs of a got item from its row of a matrix whose indices are ranks. It does the work of block
// without calling a function for each pair.
func (s *solver) matrixRow(p *Problem, g int, row []float64) error {
	least := p.least()
	n := len(s.pairWant)
	s.pairWant = slices.Grow(s.pairWant, len(row))[:n+len(row)]
	s.weight = slices.Grow(s.weight, len(row))[:n+len(row)]
	wants, weights := s.pairWant[n:], s.weight[n:]
	k := 0
	for w, similarity := range row {
		if !(similarity >= -slack && similarity <= 1+slack) {
			return valueError(g, w, similarity)
		}
		if similarity >= least {
			wants[k], weights[k] = int32(w), min(quantize(similarity), resolution)
			k++
		}
	}
	s.pairWant, s.weight = s.pairWant[:n+k], s.weight[:n+k]
	return nil
}

// block considers the pairs of a got rank with a range of want ranks.
func (s *solver) block(p *Problem, g, first, end int) error {
	last := none // the want rank considered last
	for w := first; w < end; w++ {
		if s.gotOf[w] != none {
			continue
		}
		if err := s.consider(p, g, w, last); err != nil {
			return err
		}
		last = w
	}
	return nil
}

// consider adds a pair if it may be formed. The pair of the same got rank with want rank twin was considered just
// before, or twin is none.
func (s *solver) consider(p *Problem, g, w, twin int) error {
	if twin != none && s.want.class[w] == s.want.class[twin] {
		if end := len(s.pairWant) - 1; end >= s.start[g] && s.pairWant[end] == int32(twin) {
			s.pairWant = append(s.pairWant, int32(w))
			s.weight = append(s.weight, s.weight[end])
		}
		return nil
	}
	similarity, err := s.similarity(p, g, w)
	if err != nil {
		return err
	}
	if similarity >= p.least() {
		s.pairWant = append(s.pairWant, int32(w))
		s.weight = append(s.weight, quantize(similarity))
	}
	return nil
}

// similarity returns the similarity of the items at two ranks, or 0 where it is known to be below the threshold.
func (s *solver) similarity(p *Problem, g, w int) (float64, error) {
	if p.EqualIsOne && s.isCopy(g, w) {
		return 1, nil
	}
	i, j := int(s.got.index[g]), int(s.want.index[w])
	if p.Bound != nil && p.Bound(i, j) < p.least() {
		return 0, nil
	}
	return p.similarity(i, j)
}

// listed puts the ranks of a got item's candidates into s.row: unpaired ones, ascending, each once.
func (s *solver) listed(p *Problem, g int) error {
	s.row = s.row[:0]
	i := int(s.got.index[g])
	for _, j := range p.Candidates(i) {
		if j < 0 || j >= p.Want {
			return fmt.Errorf("assign: candidate %d of got %d: there are %d want items", j, i, p.Want)
		}
		if w := s.want.rank[j]; s.gotOf[w] == none {
			s.row = append(s.row, w)
		}
	}
	slices.Sort(s.row)
	s.row = slices.Compact(s.row)
	return nil
}

// preference is Problem.Prefer for two ranks, in the range that can be packed beside a similarity.
func (s *solver) preference(p *Problem, g, w int) int64 {
	v := p.Prefer(int(s.got.index[g]), int(s.want.index[w]))
	return int64(min(max(v, 0), resolution/max(1, min(p.Got, p.Want)), math.MaxInt32))
}
