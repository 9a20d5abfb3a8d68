package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report/internal/words"
)

// Ceiling is what a perfect answer would have had: the truths as their own answers,
// where a value that its comparator cannot read counts as wrong.
type Ceiling struct {
	Accuracy  Ratio `json:"accuracy,omitzero"`
	MeanScore Ratio `json:"mean_score,omitzero"`
}

// SetPreflight records what the truths say about the spec, and the ceiling that follows.
func (s *Summary) SetPreflight(e preflight.Evidence) {
	s.Preflight, s.Ceiling = &e, nil
	if accuracy, score, ok := e.Ceiling(); ok {
		s.Ceiling = &Ceiling{Accuracy: RatioOf(accuracy, true), MeanScore: RatioOf(score, true)}
	}
}

// Findings returns what the truths say about the spec, where somebody asked them (see
// [preflight.Evidence.Findings]), and which cases are not a document each.
func (s Summary) Findings() (all []preflight.Finding) {
	if s.Preflight != nil {
		all = s.Preflight.Findings()
	}
	return append(all, documentFindings(s.Documents)...)
}

// Nonsense returns why no gate can judge the numbers, "" where it can: the spec asks
// the truths for what they do not have.
func (s Summary) Nonsense() string {
	const most = 3
	wrong := preflight.Errors(s.Findings())
	var texts []string
	for _, f := range wrong[:min(len(wrong), most)] {
		texts = append(texts, f.Text)
	}
	if more := len(wrong) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %s more", words.Plural(more, "error")))
	}
	return words.Visible(strings.Join(texts, "; "))
}
