package plain

import (
	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
)

const maxFindings = 20 // of preflight, in one data set

// Findings returns the first findings of preflight, errors before others, and how many
// more there are.
func Findings(s *report.Summary) (first []preflight.Finding, more int) {
	all := s.Findings()
	first = preflight.Errors(all)
	for _, f := range all {
		if !f.Error {
			first = append(first, f)
		}
	}
	shown := min(len(first), maxFindings)
	return first[:shown], len(first) - shown
}
