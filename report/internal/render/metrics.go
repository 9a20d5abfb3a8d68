package render

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Metrics returns the table of [terminal.Metrics].
func (s *Set) Metrics() view.Table { return terminal.Metrics(s.Summary, s.Dataset.Gate, s.missed) }

// Invariants returns the table of [terminal.Invariants].
func (s *Set) Invariants() view.Table {
	return terminal.Invariants(s.Summary, s.Dataset.Gate, s.missed)
}

// FlakyText says how many cases pass only in some trials.
func FlakyText(s *report.Stability) string {
	if s.FlakyCases == 0 {
		return "No case passes in some trials and not in others."
	}
	return fmt.Sprintf("%d of %s, in some trials a pass and in others not.", s.FlakyCases, words.Plural(s.Cases, "case"))
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
