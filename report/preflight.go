package report

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
)

// Ceiling holds the numbers of a perfect answer: the truths evaluated as their own answers.
type Ceiling struct {
	Accuracy  Ratio `json:"accuracy,omitzero"`
	MeanScore Ratio `json:"mean_score,omitzero"`
}

// SetPreflight records the findings of the truths about the spec, and the ceiling that follows.
func (s *Summary) SetPreflight(e preflight.Evidence) {
	s.Preflight, s.Ceiling = &e, nil
	if accuracy, score, ok := e.Ceiling(); ok {
		s.Ceiling = &Ceiling{Accuracy: RatioOf(accuracy, true), MeanScore: RatioOf(score, true)}
	}
}

// Findings returns the findings of the truths about the spec, where a preflight was made (see
// [preflight.Evidence.Findings]), and the cases that share a document with others.
func (s Summary) Findings() (all []preflight.Finding) {
	if s.Preflight != nil {
		all = s.Preflight.Findings()
	}
	return append(all, documentFindings(s.Documents)...)
}

// Nonsense returns why no gate can judge the numbers of a whole data set, "" where it can:
//
//   - the spec asks for values that the truths do not have;
//   - no answer was judged: the run compared no field, applied no invariant, and measured
//     no number;
//   - an invariant that is not Optional applied to no answer: it may name a value by another name
//     than the answers do, and this would go unnoticed.
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
