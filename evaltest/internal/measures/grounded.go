package measures

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/grounding"
	"github.com/extracteval/extracteval/report"
)

// Grounded returns the rates of package grounding: groundedValueRate, groundedPageRate and
// groundedBoxRate.
func Grounded(s grounding.Spec) []Measure {
	grader, err := s.Compile()
	j := &Joint{name: "groundedValueRate", invalid: err}
	j.of = func(ctx context.Context, a Answer) ([]report.Measured, error) {
		if !a.Truth.Exists() {
			return nil, nil
		}
		answer := a.Result.Answer
		if !a.readable() {
			answer = document.Value{}
		}
		r, err := grader.Grade(ctx, answer, a.Truth)
		if err != nil {
			return nil, err
		}
		for _, f := range r.Findings {
			if f.Grade == "errored" {
				err = fmt.Errorf("%s could not be judged, the first of %d: %s", f.Claim, r.Counts.Errored, f.Note)
				break
			}
		}
		c := r.Counts
		var all []report.Measured
		for _, right := range []int{c.Value, c.Page, c.Box} {
			all = append(all, report.Measured{Sum: float64(right), Weight: float64(c.Gradeable)})
		}
		return all, err
	}
	return j.measures([]report.Measure{{Name: "groundedValueRate"}, {Name: "groundedPageRate"}, {Name: "groundedBoxRate"}})
}
