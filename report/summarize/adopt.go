package summarize

import (
	"github.com/extracteval/extracteval/report"
)

// Adopt takes from the recorded summary of the same cases the numbers that records of cases do not give: Stability
// and the Metrics over trials. These cannot be added up: once s has adopted the summaries of several artifacts, such
// as shards, it returns neither. The findings of the truths about the spec add up.
func (s *Summarizer) Adopt(recorded report.Summary) {
	if recorded.Preflight != nil {
		s.preflight = s.preflight.Plus(*recorded.Preflight)
	}
	if recorded.Stability != nil || recorded.Metrics != nil {
		s.recorded = append(s.recorded, report.Summary{Metrics: recorded.Metrics, Stability: recorded.Stability})
	}
}

// recall puts the adopted numbers into a summary.
func (s *Summarizer) recall(to *report.Summary) {
	if s.preflight.Truths+s.preflight.Answers > 0 {
		to.SetPreflight(s.preflight)
	}
	if len(s.recorded) == 1 {
		to.Metrics, to.Stability = s.recorded[0].Metrics, s.recorded[0].Stability
	}
}
