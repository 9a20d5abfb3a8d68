package summarize

import (
	"github.com/extracteval/extracteval/report"
)

// Adopt takes from the recorded summary of the same cases what cannot be made of
// their records: Metrics and Stability. They cannot be added up either: once
// summaries of several artifacts were adopted, as of shards, there are none.
func (s *Summarizer) Adopt(recorded report.Summary) {
	if recorded.Stability != nil || recorded.Metrics != nil {
		s.recorded = append(s.recorded, report.Summary{Metrics: recorded.Metrics, Stability: recorded.Stability})
	}
}

// recall puts into a summary what was adopted.
func (s *Summarizer) recall(to *report.Summary) {
	if len(s.recorded) == 1 {
		to.Metrics, to.Stability = s.recorded[0].Metrics, s.recorded[0].Stability
	}
}
