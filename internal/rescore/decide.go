package rescore

import (
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Decide returns a spec with all that the truths of a run decide, see [preflight.Decisions]. run has all artifacts of the
// run. What the run recorded goes before what its truths show now; what the spec states stays. The error is an error of
// a source.
func Decide(spec eval.Spec, run []artifact.Source) (eval.Spec, error) {
	d := preflight.NewDecisions(spec)
	for _, source := range run {
		_, err := artifact.Walk(source, artifact.Visitor{
			Begin: func(s *artifact.Section) {
				if former, _, err := readRecorded(s.Dataset.Spec); err == nil {
					d.Keep(former)
				}
			},
			Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
				if truth, err := document.Parse(c.Truth); err == nil && c.Trial == 1 && !c.Unlabelled {
					d.Add(c.ID, truth)
				}
				return nil
			},
		})
		if err != nil {
			return spec, err
		}
	}
	return d.Spec(), nil
}
