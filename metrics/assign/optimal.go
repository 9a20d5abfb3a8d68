package assign

import (
	"cmp"
	"slices"
)

// Optimal returns the assignment with the greatest sum of similarities among the assignments whose pairs all reach the
// threshold, and among equal sums the one with the greatest sum of Prefer. If several remain, the result is Ambiguous,
// and the returned assignment depends only on the contents or, without contents, on the order of the items.
//
// Optimal does not simply form pairs of equal content first: with want [aaaab, aaabb] and got [aaaaa, aaaab] that would
// form one pair, for a total of 1, but two pairs of similarity 0.8 have a total of 1.6. With EqualIsOne it forms them
// first if that is safe: all of them if they use up one of the sides, otherwise those whose got item is below the
// threshold with every want item left. Ambiguous then ignores these pairs.
//
// The method is shortest augmenting paths (Jonker and Volgenant 1987; Crouse 2016), with an augmenting row
// reduction as start, on the pairs that reach the threshold only.
//
// An error names the pair whose similarity is not from 0 to 1, or the field of the problem that is wrong.
func Optimal(p Problem) (Result, error) {
	s := new(solver)
	if err := s.begin(&p); err != nil {
		return Result{}, err
	}
	if p.EqualIsOne {
		if s.pairCopies() == min(p.Got, p.Want) {
			return s.result(&p, false)
		}
		if err := s.releaseCopies(&p); err != nil {
			return Result{}, err
		}
	}
	if err := s.collect(&p); err != nil {
		return Result{}, err
	}
	s.augment()
	ambiguous := !s.stopped && s.ambiguous()
	if ambiguous && p.Prefer != nil {
		previous := slices.Clone(s.wantOf)
		s.refine(&p)
		if s.stopped { // the assignment before was optimal but for preference
			s.wantOf = previous
			s.linkBack()
		} else {
			ambiguous = s.ambiguous()
		}
	}
	s.compact()
	return s.result(&p, ambiguous)
}

// linkBack sets s.gotOf to the inverse of s.wantOf.
func (s *solver) linkBack() {
	s.gotOf = slices.Repeat([]int32{none}, len(s.gotOf))
	for g, w := range s.wantOf {
		if w != none {
			s.gotOf[w] = int32(g)
		}
	}
}

// compact exchanges equal items so that the first of them are paired with the first of equal partners. If one of three
// equal rows is unmatched, a reader expects it to be the third.
func (s *solver) compact() {
	if s.got.classes() < len(s.wantOf) {
		inOrder(s.got.class, s.wantOf)
		s.linkBack()
	}
	if s.want.classes() == len(s.gotOf) {
		return
	}
	inOrder(s.want.class, s.gotOf)
	for w, g := range s.gotOf {
		if g != none {
			s.wantOf[g] = int32(w)
		}
	}
}

// inOrder sorts the partners of the ranks of each class, none last.
func inOrder(class, partner []int32) {
	for start := 0; start < len(class); {
		end := start + 1
		for end < len(class) && class[end] == class[start] {
			end++
		}
		slices.SortFunc(partner[start:end], func(a, b int32) int {
			return cmp.Compare(uint32(a), uint32(b)) // none, which is -1, becomes the greatest
		})
		start = end
	}
}

// releaseCopies dissolves those pairs of equal content that an optimal assignment might do without.
//
// The other pairs are safe, because there are prices that prove the whole assignment optimal: 0 for the got item, and
// the weight of the pair for the want item. Every other pair of this want item weighs at most as much (EqualIsOne says
// so), and the got item has pairs only with want items of this kind. The prices of the other items do not change.
func (s *solver) releaseCopies(p *Problem) error {
	if p.Candidates == nil && p.Want > p.maxPairs()/p.Got {
		s.incomplete = true // to look at every pair once more would be too much
		return nil
	}
	var left []int32 // want ranks that pairs have not been examined against
	for w, g := range s.gotOf {
		if g == none {
			left = append(left, int32(w))
		}
	}
	for len(left) > 0 {
		var released []int32
		reaches := p.Candidates != nil // then all are released, for the lists need not name similar items
		previous := none
		for g, w := range s.wantOf {
			if w == none {
				continue
			}
			if p.Candidates == nil && (previous == none || s.got.class[g] != s.got.class[previous]) {
				var err error
				if reaches, err = s.reaches(p, g, left); err != nil {
					return err
				}
				previous = g
			}
			if reaches {
				s.wantOf[g], s.gotOf[w] = none, none
				released = append(released, w)
			}
		}
		left = released
	}
	return nil
}

// reaches says whether a got rank may be paired with one of some want ranks.
func (s *solver) reaches(p *Problem, g int, wants []int32) (bool, error) {
	for k, w := range wants {
		if k > 0 && s.want.class[w] == s.want.class[wants[k-1]] {
			continue
		}
		similarity, err := s.similarity(p, g, int(w))
		if err != nil || similarity >= p.least() {
			return err == nil, err
		}
	}
	return false, nil
}

// refine chooses among the optimal assignments by preference.
//
// By complementary slackness every optimal assignment consists of pairs whose weight equals the sum of the two prices,
// so refine keeps only these pairs. Their weight becomes similarity·scale + preference with a scale greater than any
// sum of preferences. All weights are integers, so the greater sum of similarities always wins, and the preferences
// decide between equal sums. Preferences are bounded so that a weight stays below 2^61.
func (s *solver) refine(p *Problem) {
	kept := 0
	highest := int64(0)
	start := 0
	for g := range s.wantOf {
		end := s.start[g+1]
		s.start[g] = kept
		for k := start; k < end; k++ {
			w := s.pairWant[k]
			if s.gotPrice[g]+s.wantPrice[w] != s.weight[k] {
				continue
			}
			preference := s.preference(p, g, int(w))
			highest = max(highest, preference)
			s.pairWant[kept] = w
			s.weight[kept] = s.weight[k]<<31 | preference // unpacked below, when the scale is known
			kept++
		}
		start = end
	}
	s.start[len(s.wantOf)] = kept
	s.pairWant = s.pairWant[:kept]
	s.weight = s.weight[:kept]

	scale := int64(min(len(s.wantOf), len(s.gotOf)))*highest + 1
	for k, packed := range s.weight {
		s.weight[k] = packed>>31*scale + packed&(1<<31-1)
	}
	s.augment()
}
