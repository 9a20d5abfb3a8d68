package plain

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

const (
	maxFindings = 20 // of preflight, in one data set
	maxWarnings = 20 // different ones
)

// Warnings returns the most frequent warnings of cases, each as it is told, and how many
// more cases have, "" for none.
func Warnings(s *report.Summary) (first []string, more string) {
	left := s.MoreWarnings
	for i, w := range s.Warnings {
		if i >= maxWarnings {
			left += w.Cases
			continue
		}
		text := Cut(w.Text, MaxCharacters)
		if w.Cases > 1 {
			text += fmt.Sprintf(" (%d cases)", w.Cases)
		}
		first = append(first, text)
	}
	if left > 0 {
		more = "and " + words.Plural(left, "other warning")
	}
	return first, more
}

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
