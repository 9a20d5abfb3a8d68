package runs

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Row is one number of a data set in several runs. What a command finds out about it, such as the test of a change, stands
// beside the row in the package of the command.
type Row struct {
	// Metric is the name of the number in summaries and limits, see [report.Number]; "" for a number that only a comparison has.
	Metric string
	// Name is the name of the number in tables: the attribute or class of an F1, "rule " and the name of an invariant for
	// the rate at which it holds, the name of a measure, or else the name of the [report.Number].
	Name string
	// Kind is the kind of the number. A number about a field or a class other than its F1 has the kind of measures.
	Kind report.Kind
	// Items marks the row of whole items of a list, which enter no average.
	Items bool
	// Count: a number of things or an amount, not a ratio in [0,1]. Less: less is better.
	Count, Less bool
	// Values has one estimate for each run, undefined where the run lacks the number.
	Values []report.Estimate
	// People is how far people agree on the field, undefined if that is unknown.
	People report.Estimate
}

// Values returns estimates without intervals.
func Values(ratios ...report.Ratio) []report.Estimate {
	all := make([]report.Estimate, len(ratios))
	for i, r := range ratios {
		all[i].Value = r
	}
	return all
}

// Value returns the value of a run, undefined where the row has no values.
func (r Row) Value(run int) report.Ratio {
	if run >= len(r.Values) {
		return report.Ratio{}
	}
	return r.Values[run].Value
}

// KindRate is the kind of the rate at which cases pass, which no summary has.
const KindRate report.Kind = "pass rate"

// PassRate is the name of its row.
const PassRate = "pass rate"

// Key tells rows apart: an attribute may have the name of an invariant.
type Key struct {
	Kind report.Kind
	Name string
}

// Key returns the key of the row.
func (r *Row) Key() Key { return Key{r.Kind, r.Name} }

// Hypothesis reports whether the number can be tested case by case: F1 of an average, a field or a class, the rate of an
// invariant, and the pass rate.
func (r *Row) Hypothesis() bool {
	switch r.Kind {
	case report.KindAverage, report.KindField, report.KindClass, report.KindInvariant, KindRate:
		return true
	}
	return false
}

// Rows returns the rows of the numbers of several runs, in the order in which the summaries name them. count is the number
// of runs, and summaries has the summary of some of them by index. Secondary numbers have no row.
func Rows(count int, summaries iter.Seq2[int, *report.Summary]) (all []Row) {
	index := map[string]int{}
	for run, s := range summaries {
		number := s.Lookup()
		for _, n := range s.Numbers {
			if n.Secondary {
				continue
			}
			i, ok := index[n.Name]
			if !ok {
				i = len(all)
				index[n.Name] = i
				row := newRow(n, s, number)
				row.Values = make([]report.Estimate, count)
				all = append(all, row)
			}
			all[i].Values[run] = n.Estimate
		}
	}
	return all
}

// RowOf returns the row of a number of summaries, without values.
func RowOf(n report.Number) Row {
	return Row{Metric: n.Name, Name: terminal.Title(n), Kind: n.Kind, Count: n.Count, Less: n.Better == "less"}
}

func newRow(n report.Number, s *report.Summary, number func(string) report.Number) Row {
	row := RowOf(n)
	switch name, ok := n.F1Of(); {
	case ok:
		row.Name = name
	case n.Kind == report.KindField || n.Kind == report.KindClass:
		row.Kind = report.KindMeasure
	}
	if row.Kind == report.KindField {
		row.Items = slices.ContainsFunc(s.Attributes, func(a report.Attribute) bool { return a.Items && a.Attribute == row.Name })
		row.People = number(words.PeopleOn + row.Name).Estimate
	}
	return row
}

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
	slices.SortStableFunc(all, func(a, b LeafChange) int { return arithmetic.TrueFirst(a.isWorse() == worse, b.isWorse() == worse) })
	return all
}
