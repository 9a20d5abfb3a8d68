package render

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
)

const maxFindings = 20 // of preflight, in one data set

// findingsOf returns the first findings of preflight, errors before others, and how many
// more there are.
func findingsOf(s *report.Summary) (first []preflight.Finding, more int) {
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

// findingView is a finding on the page.
type findingView struct {
	Error bool
	Text  string
}

func findingViews(s *report.Summary) (views []findingView, more int) {
	first, more := findingsOf(s)
	for _, f := range first {
		views = append(views, findingView{f.Error, cut(f.Text, maxCharacters)})
	}
	return views, more
}

// preflightMarkdown returns the ceiling and what the truths say about the spec, "" where
// nobody asked them.
func preflightMarkdown(s *report.Summary) string {
	var b strings.Builder
	if c := s.Ceiling; c != nil {
		fmt.Fprintf(&b, "\nA perfect answer would have an accuracy of %s and a mean score of %s.\n", c.Accuracy, c.MeanScore)
	}
	first, more := findingsOf(s)
	if len(first) == 0 {
		return b.String()
	}
	b.WriteString("\nWhat the truths say about the spec:\n\n")
	for _, f := range first {
		mark := ""
		if f.Error {
			mark = "❌ "
		}
		fmt.Fprintf(&b, "- %s%s\n", mark, code(cut(f.Text, maxCharacters)))
	}
	if more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

// bounds says what an empty answer and a perfect one would have.
func bounds(null report.Estimate, ceiling *report.Ceiling, of func(*report.Ceiling) report.Ratio) string {
	text := "an empty answer would have " + null.Value.String()
	if ceiling != nil {
		text += ", a perfect one " + of(ceiling).String()
	}
	return text
}
