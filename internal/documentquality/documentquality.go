// Package documentquality makes measures of the document quality of package metrics/quality, for suites (evaltest/quality, which
// specifies them) and for answers in files (package score).
package documentquality

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// Numbers declares the measures of a configuration.
func Numbers(c quality.Config) []report.Measure {
	weights := c.Weights
	if weights == (quality.Weights{}) {
		weights = quality.DefaultWeights()
	}
	numbers := []report.Measure{
		{Name: "rqs", Attainable: report.RatioOf(weights.Attainable(), true)},
		{Name: "completeness"}, {Name: "hallucination", LessIsBetter: true}, {Name: "accuracy"},
	}
	if c.Safety != nil {
		numbers = append(numbers, report.Measure{Name: "safety"})
	}
	return numbers
}

var errNoAnswer = errors.New("there is no answer that could be read")

// Contributions returns the contributions of a document to the measures of [Numbers], without names.
func Contributions(ctx context.Context, c quality.Config, truth document.Value, result eval.Result) ([]report.Measured, error) {
	var got any = result.Answer
	if result.Failure != nil || result.Unreadable != "" {
		got = errNoAnswer
	}
	r, err := c.Evaluate(ctx, got, truth)
	if err != nil {
		return nil, err
	}
	mean := func(v float64, ok bool) report.Measured {
		if !ok {
			return report.Measured{}
		}
		return report.Measured{Sum: v, Weight: 1}
	}
	withSafety := func(safety report.Measured, all ...report.Measured) []report.Measured {
		if c.Safety == nil {
			return all
		}
		return append(all, safety)
	}
	if r.Unreadable != "" {
		return withSafety(report.Measured{}, mean(0, true), mean(0, true), report.Measured{}, mean(0, true)), nil
	}
	var errs []error
	accuracy, rqs := mean(r.Accuracy()), mean(r.RQS())
	errored := slices.DeleteFunc(slices.Clone(r.Keys), func(k quality.Key) bool { return k.Error == "" })
	if n := len(errored); n > 0 {
		accuracy, rqs = report.Measured{}, report.Measured{}
		errs = append(errs, fmt.Errorf("%s could not be judged, the first of %d: %s", errored[0].Path, n, errored[0].Error))
	}
	if r.SafetyError != "" {
		errs = append(errs, fmt.Errorf("safety: %s", r.SafetyError))
	}
	safety := mean(r.SafetyScore, r.SafetyError == "")
	return withSafety(safety, rqs, mean(r.Completeness(), true), mean(r.Hallucination(), true), accuracy), errors.Join(errs...)
}
