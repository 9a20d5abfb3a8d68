package copies

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/report"
)

// Census counts the units of the cases of a data set. Cases and other censuses may be added in any order and grouping, and
// give the same. Memory is bounded. The zero value is empty, and it is not safe for concurrent use.
type Census struct {
	Sure sample `json:"sure,omitzero"` // units that are known without their truths
	Open sample `json:"open,omitzero"` // units by their truths
}

// Add counts a case: of its first trial, since the others are of the same unit.
func (n *Census) Add(c *report.Case, u Unit) {
	if c.Trial > 1 {
		return
	}
	to := &n.Sure
	if u.Open() {
		to = &n.Open
	}
	to.add(c, u)
}

// Merge adds the counts of o and leaves o as it is.
func (n *Census) Merge(o *Census) {
	n.Sure.merge(&o.Sure)
	n.Open.merge(&o.Open)
}

// MostOpen is up to how many cases that only their truth tells apart equal truths are looked at. It bounds what it costs to
// have numbers for both outcomes; of more cases each is a document.
const MostOpen = 1 << 16

// Decided reports whether it is known, whatever else is added, that equal truths are no copies.
func (n *Census) Decided() bool { return n.Open.Cases > MostOpen }

// Decide reports whether cases with equal truths are of one document, where nothing else tells: chance would be expected to give
// fewer than [MostExpected] equal pairs.
func (n *Census) Decide() (copies bool) {
	return n.Open.Cases > 0 && !n.Decided() && expected(n.Open.Cases, n.Open.Units) < MostExpected
}

// Count counts cases and their units.
type Count struct {
	Cases int
	// Units is how many units they are, and Squares the sum of the squares of the cases of each: both are estimates where there
	// are more than [Most] units, and some have several cases.
	Units, Squares float64
	Exact          bool
	// Groups are units of several cases, the first by their ids, and By how they are known.
	Groups []Group
	By     []Kind
}

// Group is a unit of several cases.
type Group struct {
	First, Second string // the smallest ids
	Cases         int
	Kind          Kind
}

const maxGroups = 3

// Count returns the counts, with or without equal truths as one document.
func (n *Census) Count(copies bool) Count {
	c := Count{Cases: n.Sure.Cases + n.Open.Cases, Exact: n.Sure.exact()}
	var squares float64
	c.Units, c.Squares = n.Sure.units()
	kept := n.Sure.Units
	if copies {
		units, more := n.Open.units()
		c.Units, squares, c.Exact = c.Units+units, more, c.Exact && n.Open.exact()
		kept = slices.Concat(kept, n.Open.Units)
	} else {
		c.Units, squares = c.Units+float64(n.Open.Cases), float64(n.Open.Cases)
	}
	c.Squares += squares
	c.Units = math.Round(c.Units)
	if c.Units == float64(c.Cases) {
		c.Exact = true // no unit of several cases is known
	}
	for i := range kept {
		k := &kept[i]
		if k.Cases < 2 {
			continue
		}
		c.Groups = append(c.Groups, Group{First: k.First, Second: k.Second, Cases: k.Cases, Kind: k.Kind})
		if !slices.Contains(c.By, k.Kind) {
			c.By = append(c.By, k.Kind)
		}
	}
	slices.Sort(c.By)
	slices.SortFunc(c.Groups, func(a, b Group) int { return strings.Compare(a.First, b.First) })
	c.Groups = c.Groups[:min(len(c.Groups), maxGroups)]
	return c
}

// Different is the share of the cases that are not copies of others, 1 without cases.
func (c Count) Different() float64 {
	if c.Cases == 0 {
		return 1
	}
	return c.Units / float64(c.Cases)
}

// Effective is the share of the cases that are evidence where the cases of a unit are all alike (Kish 1965), 1 without cases.
func (c Count) Effective() float64 {
	if c.Squares == 0 {
		return 1
	}
	return float64(c.Cases) / c.Squares
}

// Sample returns the units for an interval over the cases, which are of so many documents: the zero value where each case is
// a unit of its own.
func (c Count) Sample(documents Count) (u estimate.Units) {
	if c.Units < float64(c.Cases) {
		u.Count = c.Units
	}
	if documents.Units < float64(documents.Cases) {
		u.Different = documents.Different()
	}
	return u
}

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
