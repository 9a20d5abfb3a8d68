package copies

import (
	"cmp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
)

// Most is how many units a [Census] keeps of each sort. Up to as many it counts them exactly; of more it knows those with the
// smallest keys, a random sample of all.
const Most = 2048

// sample is the units with the smallest keys, each with all of its cases: one that belongs to them was among them
// whenever it came, so that neither the order of the cases nor how they were divided makes a difference.
type sample struct {
	cases int    // of all units
	kept  []unit // by rank
}

// unit describes the cases of a unit.
type unit struct {
	rank          uint64 // its key, mixed: short ids have keys that are near each other
	kind          Kind
	cases         int
	first, second string  // the smallest ids
	truth         []value // of the first
}

// add counts a case.
func (s *sample) add(c *report.Case, u Unit) {
	s.cases++
	rank := mix(u.Key)
	if len(s.kept) == Most && rank > s.kept[Most-1].rank {
		return // as most are, of many
	}
	at, known := s.find(rank)
	if !known {
		s.insert(at, unit{rank: rank, kind: u.Kind, first: strings.Clone(c.ID)})
	}
	k := &s.kept[at]
	k.cases++
	if first := k.name(c.ID); u.Open() && (first || !known) {
		k.truth = truthOf(c)
	}
}

func (s *sample) find(rank uint64) (at int, known bool) {
	return slices.BinarySearchFunc(s.kept, rank, func(k unit, rank uint64) int { return cmp.Compare(k.rank, rank) })
}

func (s *sample) insert(at int, k unit) {
	if len(s.kept) == Most {
		s.kept = s.kept[:Most-1]
	}
	s.kept = slices.Insert(s.kept, at, k)
}

// name takes an id, and reports whether it is the smallest.
func (k *unit) name(id string) bool {
	switch {
	case id < k.first:
		k.first, k.second = strings.Clone(id), k.first
		return true
	case id != k.first && (k.second == "" || id < k.second):
		k.second = strings.Clone(id)
	}
	return false
}

func (s *sample) merge(o *sample) {
	s.cases += o.cases
	for _, k := range o.kept {
		at, known := s.find(k.rank)
		switch {
		case known:
			to := &s.kept[at]
			to.cases += k.cases
			if to.name(k.first) {
				to.truth = k.truth
			}
			if k.second != "" {
				to.name(k.second)
			}
		case at < Most:
			s.insert(at, k)
		}
	}
}

// exact reports whether all units are kept.
func (s *sample) exact() bool { return len(s.kept) < Most || s.keptCases() == s.cases }

func (s *sample) keptCases() (n int) {
	for i := range s.kept {
		n += s.kept[i].cases
	}
	return n
}

// units returns how many units there are, and the sum of the squares of their cases. Of more than are kept both are those of
// the sample, by how many cases it has.
func (s *sample) units() (n, squares float64) {
	kept := s.keptCases()
	if kept == 0 {
		return 0, 0
	}
	for i := range s.kept {
		squares += float64(s.kept[i].cases) * float64(s.kept[i].cases)
	}
	part := float64(s.cases) / float64(kept)
	return float64(len(s.kept)) * part, squares * part
}
