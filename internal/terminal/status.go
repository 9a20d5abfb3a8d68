package terminal

import (
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Rank is 0 for an error, 1 for a case that did not pass, 2 for one that passed and 3 for one that was
// skipped or not judged, by the word of [Status].
func Rank(status string) int {
	switch status {
	case "error":
		return 0
	case "pass":
		return 2
	case NotJudged, "skipped":
		return 3
	}
	return 1
}

// NotJudged is the status of a case that nothing judged; see [report.Case.Unjudged].
const NotJudged = "not judged"

// Status is one word for how a case ended. Records may say anything, pages do not.
func Status(c *report.Case) string {
	switch {
	case c.Status == report.Error:
		return "error"
	case c.Status == report.Skipped:
		return "skipped"
	case c.Unjudged():
		return NotJudged
	case c.Verdict == eval.Pass && len(c.Broken()) > 0:
		return "broken" // its fields are right, and an invariant is not kept
	case c.Verdict == eval.Pass:
		return "pass"
	case c.Verdict == eval.Partial:
		return "partial"
	}
	return "fail"
}

// Score returns the score of a case in words: "score 0.750", "not labelled".
func Score(c *report.Case) string {
	if c.Unlabelled {
		return "not labelled"
	}
	return "score " + c.Score.String()
}
