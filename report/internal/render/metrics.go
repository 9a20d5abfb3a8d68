package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Metric is a number of a data set beside the numbers of its fields.
type Metric struct {
	Name, Value, Attainable, Interval, Range, Limit string
	Missed                                          bool
}

// Metrics returns a row for each of Summary.Metrics, with the limit that the
// gate has for it.
func (s *Set) Metrics() []Metric {
	var rows []Metric
	for _, m := range s.Summary.Metrics {
		row := Metric{Name: m.Name, Value: terminal.Amount(m.Value, m.Count), Interval: m.Estimate.Interval()}
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
				} else { // on another number than the value
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

// FlakyText says how many cases pass in some trials only.
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
