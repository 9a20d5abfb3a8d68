package report

import (
	"github.com/extracteval/extracteval/internal/labels"
)

// Label says where the truth of a case comes from: of which run it is a draft, or who reviewed it, and when; and the same of fields that
// differ. It stands beside the truth in the data set, under the key label.
type Label = labels.Label

// truths counts the truths of the cases of the first trial; those of other trials are the same.
func (s *Summary) truths() (of labels.Count) {
	if len(s.Trials) > 0 {
		c := s.Trials[0].Cases
		of = labels.Count{Truths: c.Labelled(), Drafts: c.Drafts, Own: c.OwnDrafts}
	}
	return of
}

// ownDrafts says that the system is judged by its own drafts, "" where it is not, or where a limit is on that.
func (s *Summary) ownDrafts() string {
	if s.OwnDraftsLimited {
		return ""
	}
	return s.truths().Trouble()
}

// draftQuantities returns the numbers of drafts that limits can be on.
func (s *Summary) draftQuantities() []quantity {
	number := func(name string, n int) quantity {
		return quantity{name: name, estimate: Estimate{Value: RatioOf(float64(n), len(s.Trials) > 0)}, count: true, sliced: true, truth: true, less: true, why: "no case was scored"}
	}
	of := s.truths()
	return []quantity{number(labels.DraftsMetric, of.Drafts), number(labels.OwnDraftsMetric, of.Own)}
}
