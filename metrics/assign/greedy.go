package assign

import (
	"cmp"
	"slices"
)

// Greedy pairs the two most similar items, then the two most similar of those that are left, until no pair reaches the
// threshold. Of equally similar pairs it takes those with more Prefer first, then those of equal content, then follows
// the order of the contents of got and of want.
//
// If EqualIsOne, items of equal content are paired before anything is computed. That changes nothing: no pair that
// shares an item with such a pair comes before it in the order above, so all of them would be taken anyway.
//
// The result is Ambiguous if a pair was passed over for an equally similar and equally preferred one that shares an
// item with it, and the two differ in content.
//
// An error names the pair whose similarity is not from 0 to 1, or the field of the problem that is wrong.
func Greedy(p Problem) (Result, error) {
	s := new(solver)
	if err := s.begin(&p); err != nil {
		return Result{}, err
	}
	if p.EqualIsOne {
		s.pairCopies()
	}
	if err := s.collect(&p); err != nil {
		return Result{}, err
	}
	order := make([]tied, 0, len(s.pairWant))
	for g := range p.Got {
		for k := s.start[g]; k < s.start[g+1]; k++ {
			order = append(order, tied{weight: s.weight[k], got: int32(g), want: s.pairWant[k]})
		}
	}
	slices.SortFunc(order, tied.compare)

	ambiguous := false
	for rest := order; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].weight == rest[0].weight {
			n++
		}
		if s.takeTied(&p, rest[:n]) {
			ambiguous = true
		}
		rest = rest[n:]
	}
	return s.result(&p, ambiguous)
}

// tied is a pair in the order in which Greedy takes them.
type tied struct {
	weight    int64 // similarity, then preference
	got, want int32
}

func (a tied) compare(b tied) int {
	if a.weight != b.weight {
		return cmp.Compare(b.weight, a.weight)
	}
	if a.got != b.got {
		return cmp.Compare(a.got, b.got)
	}
	return cmp.Compare(a.want, b.want)
}

// takeTied takes pairs of one similarity, and says whether there was a choice.
func (s *solver) takeTied(p *Problem, group []tied) (ambiguous bool) {
	free := group[:0]
	for _, t := range group {
		if s.wantOf[t.got] == none && s.gotOf[t.want] == none {
			free = append(free, t)
		}
	}
	if len(free) == 1 {
		s.connect(int(free[0].got), int(free[0].want))
		return false
	}
	for i := range free {
		t := &free[i]
		t.weight = 0
		if p.Prefer != nil {
			t.weight = 2 * s.preference(p, int(t.got), int(t.want))
		}
		if s.isCopy(int(t.got), int(t.want)) {
			t.weight++
		}
	}
	slices.SortFunc(free, tied.compare)
	for len(free) > 0 {
		// Equally preferred pairs are taken together, copies among them: a choice between a copy and another pair is
		// also ambiguous.
		n := 1
		for n < len(free) && free[n].weight>>1 == free[0].weight>>1 {
			n++
		}
		ambiguous = s.takeEqual(free[:n]) || ambiguous
		free = free[n:]
	}
	return ambiguous
}

// takeEqual takes, in their order, pairs between which neither similarity nor preference decides.
func (s *solver) takeEqual(group []tied) (ambiguous bool) {
	open := group[:0]
	for _, t := range group {
		if s.wantOf[t.got] == none && s.gotOf[t.want] == none {
			open = append(open, t)
		}
	}
	for _, t := range open {
		if s.wantOf[t.got] == none && s.gotOf[t.want] == none {
			s.connect(int(t.got), int(t.want))
		}
	}
	for _, t := range open {
		if w := s.wantOf[t.got]; w != none && s.want.class[w] == s.want.class[t.want] {
			continue // taken, or exchanged for an equal want item
		}
		if g := s.gotOf[t.want]; g != none && s.got.class[g] == s.got.class[t.got] {
			continue // exchanged for an equal got item
		}
		return true
	}
	return false
}
