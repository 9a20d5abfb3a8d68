package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Metrics returns the table of [terminal.Measures], with the limits that the gate has for each. Columns: metric, value,
// attainable, interval, over trials, limit. A row that misses a limit has the tone bad.
func (s *Set) Metrics() view.Table {
	t := view.Table{Columns: []view.Column{
		{Name: "metric"}, {Name: "value", Number: true}, {Name: "attainable", Number: true, Optional: true}, {Name: "interval", Number: true, Optional: true},
		{Name: "over trials", Number: true, Optional: true}, {Name: "limit", Optional: true},
	}}
	for _, m := range terminal.Measures(s.Summary) {
		row := view.Row{Cells: append([]view.Cell{view.Name(terminal.Title(m))}, view.Cells(terminal.Amount(m.Value, m.Count), "", m.Interval(), "")...)}
		if m.Attainable.Defined {
			row.Cells[2].Text = view.Plain(m.Attainable.String())
		}
		if m.Min != m.Max {
			row.Cells[4].Text = view.Plain(terminal.Between(m.Min, m.Max))
		}
		var limits []string
		if s.Dataset.Gate != nil {
			for _, limit := range terminal.LimitsOnMeasure(*s.Dataset.Gate, m) {
				broken := s.missed(limit)
				text := terminal.Limit(limit)
				if limit.Slice == "" && (limit.Bound == "" || limit.Bound == report.BoundValue) { // else the limit is on another number
					text, broken = limitText(limit, m.Count), !limit.Kept(m.Value)
				}
				if limits = append(limits, text); broken {
					row.Tone = view.Bad
				}
			}
		}
		row.Cells = append(row.Cells, terminal.LimitCell(strings.Join(limits, ", ")))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Invariants returns the table of [terminal.Invariants].
func (s *Set) Invariants() view.Table {
	return terminal.Invariants(s.Summary, s.Dataset.Gate, s.missed)
}

// Stability returns the table of how far trials agree on each field. Columns: field, agreement, flip rate, Jaccard.
func (s *Set) Stability() view.Table {
	t := view.TableOf([][]string{{"field", "agreement", "flip rate", "Jaccard"}})
	for _, f := range terminal.Stabilities(s.Summary) {
		row := append([]view.Cell{view.Name(f.Attribute)}, view.Cells(f.Agreement.String(), f.FlipRate.String(), "")...)
		if f.Jaccard.Defined {
			row[3].Text = view.Plain(f.Jaccard.String())
		}
		t.Rows = append(t.Rows, view.Row{Cells: row})
	}
	return t
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

// missed reports whether the gate found that a limit is not kept.
func (s *Set) missed(l report.Limit) bool {
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
