// Package quality has the document quality of package metrics/quality as a measure of a suite. Package metrics/quality
// measures single documents, without a test.
package quality

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// The types of package metrics/quality that a configuration names.
type (
	// Config says how the quality of a document is measured.
	Config = quality.Config
	// Strategy names how the two values of one key are compared: "EXACT", "FUZZY", "SEMANTIC" or "IGNORE".
	Strategy = quality.Strategy
	// Judge is a function that says how alike two texts are, with its name.
	Judge = quality.Judge
)

// Measure returns the document quality of package metrics/quality as a measure with several numbers, means over the
// documents that have a truth:
//
//   - "rqs", the response quality score. Reports show the score of a perfect document
//     beside it, [quality.Weights.Attainable]: 0.85 with the default weights;
//   - "completeness", the share of the truth's values that the answer also has, right or
//     wrong;
//   - "hallucination", the share of the answer's keys that are made up: less is
//     better;
//   - "accuracy", the share of right values among those that both sides have;
//   - "safety", if c has a Safety function.
//
// Each document is evaluated once for all of these numbers, so that a judge is called once. If the extractor fails, or
// an answer cannot be read or is of another kind than the truth, rqs, completeness and accuracy are 0, so that a wrong
// answer never scores lower. Hallucination and safety leave such an answer out, since it states no values. If a judge
// could not judge a key, the subtest of the case fails, and the case is left out of rqs and accuracy.
//
// In is the input type of the suite; it is any for evaltest.Config.Measures:
//
//	Measures: []evaltest.Measure[Document]{quality.Measure[Document](quality.Config{})},
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Measure[In any](c Config) evaltest.Measure[In] {
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
	joint := func(ctx context.Context, _ evaltest.Case[In], truth document.Value, result eval.Result) ([]report.Measured, error) {
		all, err := contributions(ctx, c, truth, result)
		return all[:min(len(all), len(numbers))], err
	}
	return evaltest.Measure[In]{Joint: joint, Numbers: numbers, Invalid: c.Validate()}
}

var errNoAnswer = errors.New("there is no answer that could be read")

// contributions returns a document's contributions to rqs, completeness, hallucination, accuracy and safety.
func contributions(ctx context.Context, c Config, truth document.Value, result eval.Result) ([]report.Measured, error) {
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
	if r.Unreadable != "" {
		return []report.Measured{mean(0, true), mean(0, true), {}, mean(0, true), {}}, nil
	}
	var errs []error
	accuracy, rqs := mean(r.Accuracy()), mean(r.RQS())
	var errored []quality.Key
	for _, k := range r.Keys {
		if k.Error != "" {
			errored = append(errored, k)
		}
	}
	if n := len(errored); n > 0 {
		accuracy, rqs = report.Measured{}, report.Measured{}
		errs = append(errs, fmt.Errorf("%s could not be judged, the first of %d: %s", errored[0].Path, n, errored[0].Error))
	}
	if r.SafetyError != "" {
		errs = append(errs, fmt.Errorf("safety: %s", r.SafetyError))
	}
	return []report.Measured{rqs, mean(r.Completeness(), true), mean(r.Hallucination(), true), accuracy, mean(r.SafetyScore, r.SafetyError == "")}, errors.Join(errs...)
}
