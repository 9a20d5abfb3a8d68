package render

import (
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

// Invariant is a row of the table of invariants.
type Invariant struct {
	Name, Holds, Broken, NotApplicable, Errored, Rate, Interval, Range, Limit string
	// Missed: a limit is not kept.
	Missed bool
}

// Invariants returns a row for each of Summary.Invariants, with the limits that the gate has
// for it: "not gated" where there is a gate that has none, "" where there is no gate.
func (s *Set) Invariants() []Invariant {
	var rows []Invariant
	count := func(mean float64) string { return strconv.FormatFloat(math.Round(10*mean)/10, 'f', -1, 64) }
	for _, i := range s.Summary.Invariants {
		row := Invariant{
			Name: i.Name, Holds: count(i.Holds), Broken: count(i.Broken), NotApplicable: count(i.NotApplicable), Errored: count(i.Errored),
			Rate: i.Rate.String(), Interval: i.Estimate().Interval(), Range: terminal.Between(i.Min, i.Max),
		}
		if s.Dataset.Gate != nil {
			row.Limit = "not gated"
			var limits []string
			for _, l := range terminal.LimitsOnRule(*s.Dataset.Gate, i.Name) {
				limits = append(limits, terminal.Limit(l))
				row.Missed = row.Missed || missed(s, l)
			}
			if len(limits) > 0 {
				row.Limit = strings.Join(limits, ", ")
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// missed reports whether the gate found that a limit is not kept.
func missed(s *Set, l report.Limit) bool {
	if s.Judgement.Gate == nil {
		return false
	}
	for _, c := range s.Judgement.Gate.Checks {
		bound := l.Bound
		if bound == report.BoundValue {
			bound = ""
		}
		if c.Metric == l.Metric && c.Slice == l.Slice && c.Bound == bound && c.Limit == l.Value && c.AtMost == (l.Is == report.AtMost) {
			return !c.Passed
		}
	}
	return false
}

// NoTruth reports whether no case of a data set has a truth.
func (s *Set) NoTruth() bool {
	c := s.Summary.Cases()
	return c.Unlabelled > 0 && c.Labelled() == 0
}
