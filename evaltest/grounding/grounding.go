// Package grounding has the rates of package metrics/grounding as a measure of a suite: is the right value stated at the
// right place? Package metrics/grounding grades single documents, without a test.
package grounding

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/grounding"
	"github.com/extracteval/extracteval/report"
)

// The types of package metrics/grounding that a configuration names.
type (
	// Spec lists the claims to grade and the rules for them.
	Spec = grounding.Spec
	// Claim names the paths of a value, and of the place from which it was read.
	Claim = grounding.Claim
)

// Measure returns the rates of package metrics/grounding as a measure with three numbers, over all claims that the
// truths locate:
//
//   - "groundedValueRate", the share of claims with the right value;
//   - "groundedPageRate", with the right value on the right page;
//   - "groundedBoxRate", with the right value in the right box of the right page.
//
// If the extractor fails or an answer cannot be read, all claims of the document are
// wrong. A claim that could not be judged fails the subtest of its case and is left
// out. Intervals treat the claims of one document as a cluster.
//
// In is the input type of the suite; it is any for evaltest.Config.Measures.
func Measure[In any](s Spec) evaltest.Measure[In] {
	grader, err := s.Compile()
	return evaltest.Measure[In]{
		Invalid: err,
		Numbers: []report.Measure{{Name: "groundedValueRate"}, {Name: "groundedPageRate"}, {Name: "groundedBoxRate"}},
		Joint: func(ctx context.Context, _ evaltest.Case[In], truth document.Value, result eval.Result) ([]report.Measured, error) {
			return contributions(ctx, grader, truth, result)
		},
	}
}

// contributions returns a document's contributions to the three rates.
func contributions(ctx context.Context, grader *grounding.Grader, truth document.Value, result eval.Result) (all []report.Measured, err error) {
	answer := result.Answer
	if result.Failure != nil || result.Unreadable != "" {
		answer = document.Value{}
	}
	r, err := grader.Grade(ctx, answer, truth)
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
	for _, right := range []int{c.Value, c.Page, c.Box} {
		all = append(all, report.Measured{Sum: float64(right), Weight: float64(c.Gradeable)})
	}
	return all, err
}
