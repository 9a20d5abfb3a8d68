package rescore

import (
	"maps"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Decide returns a spec with the classes, see [preflight.Classes], and the orders of dates of a run, whose artifacts are all
// given: those that it recorded and, of attributes that it read otherwise, those that its
// truths say; see [preflight.Orders]. Where the spec states an order, that one stands. The
// error is one of the sources.
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
