package copies

import (
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
