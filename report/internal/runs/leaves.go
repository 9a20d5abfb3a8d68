package runs

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Leaf is one value of a record, or an invariant in the form of a value.
type Leaf struct {
	Field string
	LeafKey
	Outcome   metrics.Outcome
	Got, Want string // JSON
}

// LeafKey identifies a leaf of a field across several records. The path of a list item has its index in the truth. The
// path of an invented item has its index in the answer.
type LeafKey struct {
	Path     string
	Invented bool
}

// Leaves visits the values and the invariants of a record.
func Leaves(c *report.Case) iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		for i := range c.Fields {
			f := &c.Fields[i]
			if !yield(Leaf{f.Attribute, LeafKey{f.Path, f.Outcome == metrics.Invented}, f.Outcome, string(f.Got), string(f.Want)}) {
				return
			}
		}
		for _, r := range c.Invariants {
			if !yield(invariantLeaf(r)) {
				return
			}
		}
	}
}

// invariantLeaf returns an invariant in the form of a value: "holds", or why it does not hold.
func invariantLeaf(r invariant.Result) Leaf {
	name, state := report.RuleMetric(r.Name), string(r.State)
	if r.Note != "" {
		state += ": " + r.Note
	}
	return Leaf{
		Field: name, LeafKey: LeafKey{Path: name}, Outcome: cmp.Or(outcomeOf(r.State), metrics.CorrectAbsence),
		Got: string(gjson.AppendJSONString(nil, state)), Want: `"holds"`,
	}
}

// LeafChange is a leaf in two records. Old or New is the zero Leaf if that record lacks the leaf.
type LeafChange struct{ Old, New Leaf }

// isWorse reports whether the new value is a mistake.
func (c LeafChange) isWorse() bool { return c.New.Outcome != 0 && !c.New.Outcome.Hit() }

// Changes returns the leaves of a field whose outcome changed. If worse is set, the leaves that are now mistakes come
// first, else the others.
func Changes(leaves [2][]Leaf, worse bool) (all []LeafChange) {
	previous := map[LeafKey]Leaf{}
	for _, l := range leaves[0] {
		previous[l.LeafKey] = l
	}
	for _, l := range leaves[1] {
		old, found := previous[l.LeafKey]
		delete(previous, l.LeafKey)
		if found && old.Outcome != l.Outcome || !found && !l.Outcome.Hit() {
			all = append(all, LeafChange{old, l})
		}
	}
	for _, l := range leaves[0] {
		if _, left := previous[l.LeafKey]; left && !l.Outcome.Hit() {
			all = append(all, LeafChange{Old: l})
		}
	}
	slices.SortStableFunc(all, func(a, b LeafChange) int {
		switch {
		case a.isWorse() == b.isWorse():
			return 0
		case a.isWorse() == worse:
			return -1
		}
		return 1
	})
	return all
}
