package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Metric is a number of a data set in addition to the numbers of its fields.
type Metric struct {
	Name, Value, Attainable, Interval, Range, Limit string
	Missed                                          bool
}

// Metrics returns a row for each of [terminal.Measures], with the limit that the gate has for it.
func (s *Set) Metrics() []Metric {
	var rows []Metric
	for _, m := range terminal.Measures(s.Summary) {
		row := Metric{Name: terminal.Title(m), Value: terminal.Amount(m.Value, m.Count), Interval: m.Interval()}
		if m.Attainable.Defined {
			row.Attainable = m.Attainable.String()
		}
		if m.Min != m.Max {
			row.Range = terminal.Between(m.Min, m.Max)
		}
		if s.Dataset.Gate != nil {
			var limits []string
			for _, limit := range terminal.LimitsOnMeasure(*s.Dataset.Gate, m) {
				if limit.Slice == "" && (limit.Bound == "" || limit.Bound == report.BoundValue) {
					limits = append(limits, limitText(limit, m.Count))
					row.Missed = row.Missed || !limit.Kept(m.Value)
				} else { // the limit is on another number than the value
					limits = append(limits, terminal.Limit(limit))
					row.Missed = row.Missed || missed(s, limit)
				}
			}
			row.Limit = strings.Join(limits, ", ")
		}
		rows = append(rows, row)
	}
	return rows
}

func limitText(l report.Limit, count bool) string {
	relation := "at least "
	if l.Is == report.AtMost {
		relation = "at most "
	}
	return relation + terminal.Amount(report.RatioOf(l.Value, true), count)
}

// StabilityOver returns "3 trials of 20 cases".
func StabilityOver(s *report.Stability) string {
	return fmt.Sprintf("%d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
}

// FlakyText says how many cases pass only in some trials.
func FlakyText(s *report.Stability) string {
	if s.FlakyCases == 0 {
		return "No case passes in some trials and not in others."
	}
	return fmt.Sprintf("%d of %s, in some trials a pass and in others not.", s.FlakyCases, words.Plural(s.Cases, "case"))
}

// FailsIn returns "fails in 2 of 3 trials".
func FailsIn(c report.FlakyCase) string {
	return fmt.Sprintf("fails in %d of %d trials", c.Failed, c.Trials)
}

// Invariant is a row of the table of invariants.
type Invariant struct {
	Name, Holds, Broken, NotApplicable, Errored, Rate, Interval, Range, Limit string
	// Missed says that a limit is not kept.
	Missed bool
}

// Invariants returns a row for each of Summary.Invariants, with the limits that the gate has for it: "not gated" if the
// gate has none, "" if there is no gate.
func (s *Set) Invariants() []Invariant {
	var rows []Invariant
	count := func(mean float64) string { return strconv.FormatFloat(math.Round(10*mean)/10, 'f', -1, 64) }
	for _, i := range s.Summary.Invariants {
		rate := s.Number(report.RuleMetric(i.Name))
		row := Invariant{
			Name: i.Name, Holds: count(i.Holds), Broken: count(i.Broken), NotApplicable: count(i.NotApplicable), Errored: count(i.Errored),
			Rate: rate.Value.String(), Interval: rate.Interval(), Range: terminal.Between(rate.Min, rate.Max),
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
