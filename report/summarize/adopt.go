package summarize

import (
	"github.com/extracteval/extracteval/report"
)

// Adopt takes from the recorded summary of the same cases what cannot be made of
// their records: Stability and those Metrics that no case has. They cannot be added up either: once
// summaries of several artifacts were adopted, as of shards, there are none. What the
// truths say about the spec adds up.
func (s *Summarizer) Adopt(recorded report.Summary) {
	if recorded.Preflight != nil {
		s.preflight = s.preflight.Plus(*recorded.Preflight)
	}
	if recorded.Stability != nil || recorded.Metrics != nil {
		s.recorded = append(s.recorded, report.Summary{Metrics: recorded.Metrics, Stability: recorded.Stability})
	}
}

// recall puts into a summary what was adopted.
func (s *Summarizer) recall(to *report.Summary) {
	if s.preflight.Truths+s.preflight.Answers > 0 {
		to.SetPreflight(s.preflight)
	}
	if len(s.recorded) == 1 {
		to.Metrics, to.Stability = s.recorded[0].Metrics, s.recorded[0].Stability
	}
}
