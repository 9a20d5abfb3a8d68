package rescore

import (
	"maps"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Decide returns a spec with the classes, see [preflight.Classes], and the orders of dates of a run. run has all
// artifacts of the run. The orders are those that the run recorded; for an attribute that the run read in another way,
// Decide takes the order from the truths, see [preflight.Orders]. An order that the spec states stays. The error is an
// error of a source.
func Decide(spec eval.Spec, run []artifact.Source) (eval.Spec, error) {
	orders, classes := preflight.NewOrders(spec), preflight.NewClasses(spec)
	recorded := map[string]string{}
	for _, from := range run {
		_, err := artifact.Walk(from, artifact.Visitor{
			Begin: func(s *artifact.Section) {
				if was, _, err := readRecorded(s.Dataset.Spec); err == nil {
					maps.Copy(recorded, was.DateOrders)
				}
			},
			Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
				if truth, err := document.Parse(c.Truth); err == nil && c.Trial == 1 && !c.Unlabelled {
					orders.Add(c.ID, truth)
					classes.Add(truth)
				}
				return nil
			},
		})
		if err != nil {
			return spec, err
		}
	}
	return classes.Decide(orders.Decide(orders.Keep(spec, recorded))), nil
}
