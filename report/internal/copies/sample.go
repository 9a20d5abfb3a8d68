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
	Cases int    `json:"cases"`           // of all units
	Units []unit `json:"units,omitempty"` // that are kept, by rank
}

// unit describes the cases of a unit.
type unit struct {
	Rank   uint64  `json:"rank"` // its key, mixed: short ids have keys that are near each other
	Kind   Kind    `json:"kind"`
	Cases  int     `json:"cases"`
	First  string  `json:"first"` // the smallest ids
	Second string  `json:"second,omitzero"`
	Truth  []value `json:"truth,omitempty"` // of the first
}

// add counts a case.
func (s *sample) add(c *report.Case, u Unit) {
	s.Cases++
	rank := mix(u.Key)
	if len(s.Units) == Most && rank > s.Units[Most-1].Rank {
		return // as most are, of many
	}
	at, known := s.find(rank)
	if !known {
		s.insert(at, unit{Rank: rank, Kind: u.Kind, First: strings.Clone(c.ID)})
	}
	k := &s.Units[at]
	k.Cases++
	if first := k.name(c.ID); u.Open() && (first || !known) {
		k.Truth = truthOf(c)
	}
}

func (s *sample) find(rank uint64) (at int, known bool) {
	return slices.BinarySearchFunc(s.Units, rank, func(k unit, rank uint64) int { return cmp.Compare(k.Rank, rank) })
}

func (s *sample) insert(at int, k unit) {
	if len(s.Units) == Most {
		s.Units = s.Units[:Most-1]
	}
	s.Units = slices.Insert(s.Units, at, k)
}

// name takes an id, and reports whether it is the smallest.
func (k *unit) name(id string) bool {
	switch {
	case id < k.First:
		k.First, k.Second = strings.Clone(id), k.First
		return true
	case id != k.First && (k.Second == "" || id < k.Second):
		k.Second = strings.Clone(id)
	}
	return false
}

func (s *sample) merge(o *sample) {
	s.Cases += o.Cases
	for _, k := range o.Units {
		at, known := s.find(k.Rank)
		switch {
		case known:
			to := &s.Units[at]
			to.Cases += k.Cases
			if to.name(k.First) {
				to.Truth = k.Truth
			}
			if k.Second != "" {
				to.name(k.Second)
			}
		case at < Most:
			s.insert(at, k)
		}
	}
}

// exact reports whether all units are kept.
func (s *sample) exact() bool { return len(s.Units) < Most || s.keptCases() == s.Cases }

func (s *sample) keptCases() (n int) {
	for i := range s.Units {
		n += s.Units[i].Cases
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
	for i := range s.Units {
		squares += float64(s.Units[i].Cases) * float64(s.Units[i].Cases)
	}
	part := float64(s.Cases) / float64(kept)
	return float64(len(s.Units)) * part, squares * part
}
