package traits

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Census counts the units of the cases of a data set. Order and grouping of the added cases and censuses make no
// difference. Memory is bounded. The zero value is empty. A Census is not safe for concurrent use.
type Census struct {
	Sure sample `json:"sure,omitzero"` // units that are known without their truths
	Open sample `json:"open,omitzero"` // units by their truths
}

// Add counts a case. It ignores later trials, which belong to the unit of the first.
func (n *Census) Add(c *report.Case, u Unit) {
	if c.Trial > 1 {
		return
	}
	target := &n.Sure
	if u.Open() {
		target = &n.Open
	}
	target.addCase(c, u)
}

// Merge adds the counts of o and leaves o as it is.
func (n *Census) Merge(o *Census) {
	n.Sure.merge(&o.Sure)
	n.Open.merge(&o.Open)
}

// MostOpen bounds the number of open cases, which are known by their truths alone. Up to MostOpen, equal truths may mean
// copies, and a summary keeps numbers for both answers until [Census.Decide]. Beyond it each open case is a document.
const MostOpen = 1 << 16

// Decided reports whether it is certain that equal truths are no copies, whatever is added later.
func (n *Census) Decided() bool { return n.Open.Cases > MostOpen }

// Decide reports whether equal truths mean one document, for cases that nothing else identifies: yes, if fewer than
// [MostExpected] equal pairs are expected by chance.
func (n *Census) Decide() (copies bool) {
	return n.Open.Cases > 0 && !n.Decided() && expected(n.Open.Cases, n.Open.Units) < MostExpected
}

// UnitCount counts cases and their units.
type UnitCount struct {
	Cases int
	// Units is the number of units, and Squares the sum of the squares of their numbers of cases. Both are exact,
	// unless there are more than [Most] units and some have several cases: then they are estimates, and Exact is false.
	Units, Squares float64
	Exact          bool
	// Groups holds the first three units with several cases, in the order of ids. By holds the kinds of all kept units
	// with several cases.
	Groups []UnitGroup
	By     []UnitKind
}

// UnitGroup is a unit of several cases.
type UnitGroup struct {
	First, Second string // the two smallest ids
	Cases         int
	Kind          UnitKind
}

const maxGroups = 3

// Count returns the counts of units. If copies is set, cases with equal truths count as one document.
func (n *Census) Count(copies bool) UnitCount {
	c := UnitCount{Cases: n.Sure.Cases + n.Open.Cases, Exact: n.Sure.exact()}
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
		c.Groups = append(c.Groups, UnitGroup{First: k.First, Second: k.Second, Cases: k.Cases, Kind: k.Kind})
		if !slices.Contains(c.By, k.Kind) {
			c.By = append(c.By, k.Kind)
		}
	}
	slices.Sort(c.By)
	slices.SortFunc(c.Groups, func(a, b UnitGroup) int { return strings.Compare(a.First, b.First) })
	c.Groups = c.Groups[:min(len(c.Groups), maxGroups)]
	return c
}

// Different is the share of the cases that are not copies of others, 1 without cases.
func (c UnitCount) Different() float64 {
	if c.Cases == 0 {
		return 1
	}
	return c.Units / float64(c.Cases)
}

// Effective is the effective share of the cases if the cases of a unit are all alike (Kish 1965), 1 without cases.
func (c UnitCount) Effective() float64 {
	if c.Squares == 0 {
		return 1
	}
	return float64(c.Cases) / c.Squares
}

// Sample returns the units for an interval over the cases; documents counts their documents. It returns the zero value
// if each case is a unit and a document of its own.
func (c UnitCount) Sample(documents UnitCount) (u estimate.Units) {
	if c.Units < float64(c.Cases) {
		u.Count = c.Units
	}
	if documents.Units < float64(documents.Cases) {
		u.Different = documents.Different()
	}
	return u
}

// Most is the number of units of each sort that a [Census] keeps. It counts up to Most units exactly. Of more units it keeps
// the Most with the smallest ranks, a random sample.
const Most = 2048

// sample keeps the units with the smallest ranks, each with all of its cases. A unit that is kept in the end was never
// dropped before, since the largest rank that is kept only falls. So the order and the grouping of the cases make no
// difference.
type sample struct {
	Cases int    `json:"cases"`           // the cases of all units
	Units []unit `json:"units,omitempty"` // the units that are kept, by rank
}

// unit describes the cases of a unit.
type unit struct {
	Rank   uint64   `json:"rank"` // the key, mixed, since the keys of short ids are near each other
	Kind   UnitKind `json:"kind"`
	Cases  int      `json:"cases"`
	First  string   `json:"first"` // First and Second are the two smallest ids
	Second string   `json:"second,omitzero"`
	Truth  []value  `json:"truth,omitempty"` // the truth of First, if the unit is open
}

// addCase counts a case.
func (s *sample) addCase(c *report.Case, u Unit) {
	s.Cases++
	rank := arithmetic.Mix(u.Key)
	if len(s.Units) == Most && rank > s.Units[Most-1].Rank {
		return // the usual case once Most units are kept
	}
	position, found := s.search(rank)
	if !found {
		s.insert(position, unit{Rank: rank, Kind: u.Kind, First: strings.Clone(c.ID)})
	}
	k := &s.Units[position]
	k.Cases++
	if first := k.addName(c.ID); u.Open() && (first || !found) {
		k.Truth = truthOf(c)
	}
}

func (s *sample) search(rank uint64) (position int, found bool) {
	return slices.BinarySearchFunc(s.Units, rank, func(k unit, rank uint64) int { return cmp.Compare(k.Rank, rank) })
}

func (s *sample) insert(position int, k unit) {
	if len(s.Units) == Most {
		s.Units = s.Units[:Most-1]
	}
	s.Units = slices.Insert(s.Units, position, k)
}

// addName notes the id of a case, and reports whether it is the new smallest.
func (k *unit) addName(id string) bool {
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
		position, found := s.search(k.Rank)
		switch {
		case found:
			kept := &s.Units[position]
			kept.Cases += k.Cases
			if kept.addName(k.First) {
				kept.Truth = k.Truth
			}
			if k.Second != "" {
				kept.addName(k.Second)
			}
		case position < Most:
			s.insert(position, k)
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

// units returns the number of units, and the sum of the squares of their numbers of cases. If not all units are kept, it
// scales both from the cases of the kept units to all cases.
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

// MostExpected bounds the number of pairs of equal truths that are expected by chance: below it, equal truths are taken
// for copies.
const MostExpected = 0.05

// value is the hash of an attribute, and a hash of the values that a truth has for it.
type value [2]uint64

// truthOf returns the values of a truth, by attribute, from the compared leaves. It does not depend on the answer or on
// the order in which lists were aligned. It is empty if the record has no values.
func truthOf(c *report.Case) []value {
	var all []value
	for attribute, want := range wants(c) {
		if want == "" || want == "null" {
			continue
		}
		name := stats.DocumentHash(attribute)
		position, found := slices.BinarySearchFunc(all, name, func(v value, name uint64) int { return cmp.Compare(v[0], name) })
		if !found {
			all = slices.Insert(all, position, value{name})
		}
		all[position][1] += arithmetic.Mix(stats.DocumentHash(want)) // in any order
	}
	return all[:min(len(all), mostValues)]
}

// wants yields the attributes of the compared leaves, and their values in the truth.
func wants(c *report.Case) iter.Seq2[string, string] {
	return func(yield func(attribute, want string) bool) {
		for i := range c.Fields {
			if !yield(c.Fields[i].Attribute, string(c.Fields[i].Want)) {
				return
			}
		}
		if c.Line != "" {
			gjson.Get(c.Line, "fields").ForEach(func(_, r gjson.Result) bool { return yield(r.Get("attribute").Str, r.Get("want").Raw) })
		}
	}
}

// tellsLittle reports whether a truth has values for fewer than two attributes, such as the truth of a blank page, or
// of a letter among invoices, which has only its class. In any data set, chance makes pairs of such truths equal (see
// [expected]), however rare the other values are.
func tellsLittle(c *report.Case) bool {
	fields, first := 0, ""
	for attribute, want := range wants(c) {
		fields++
		switch {
		case want == "" || want == "null" || want == `""`:
		case first == "":
			first = attribute
		case attribute != first:
			return false
		}
	}
	return fields > 0
}

// mostValues bounds the attributes of a truth that are compared: the attributes with the smallest hashes. More would
// only make equal truths less likely.
const mostValues = 32

// expected returns how many pairs of the cases would have equal truths if the fields were independent: the number of
// pairs times, for each field, the share of the pairs of different truths that agree in it. Different truths cannot
// agree in all fields. So the shares are too small if there are few truths or fields. To correct this, each share
// counts one more pair, which agrees.
func expected(cases int, truths []unit) float64 {
	pairs := func(n int) float64 { return float64(n) * float64(n-1) / 2 }
	values := map[uint64]map[uint64]int{} // truths with a value, by attribute
	for i := range truths {
		for _, v := range truths[i].Truth {
			if values[v[0]] == nil {
				values[v[0]] = map[uint64]int{}
			}
			values[v[0]][v[1]]++
		}
	}
	all := pairs(len(truths))
	var shares []float64
	for _, counts := range values {
		distinct, agree := len(truths), 0.0
		for _, n := range counts {
			distinct -= n
			agree += pairs(n)
		}
		shares = append(shares, (agree+pairs(distinct)+1)/(all+1))
	}
	slices.Sort(shares) // the order of a map is random, and rounding should be the same each time
	n := pairs(cases)
	for _, share := range shares {
		n *= share
	}
	return n
}
