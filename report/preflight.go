package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval/preflight"
)

// Ceiling is what a perfect answer would have had: the truths as their own answers.
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

// Nonsense returns why no gate can judge the numbers of a whole data set, "" where it can:
//
//   - the spec asks the truths for what they do not have;
//   - nothing judged any answer: no field was compared, no invariant applied, and nothing was
//     measured;
//   - an invariant that is not Optional applied to no answer: nobody would see that it asks
//     for what answers call by another name.
//
// The first holds of a part of a data set, too. Where every case failed, that is for the number
// of errors to say.
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
	if len(texts) == 0 {
		return words.Visible(s.undecided())
	}
	return words.Visible(strings.Join(texts, "; "))
}
