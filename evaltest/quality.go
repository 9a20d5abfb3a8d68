package evaltest

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/grounding"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// Quality returns the document quality of package quality as measures, means over the
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
// Each document is evaluated once for all of these measures, so that a judge is called once. If the extractor fails, or
// an answer cannot be read or is of another kind than the truth, rqs, completeness and accuracy are 0, so that a wrong
// answer never scores lower. Hallucination and safety leave such an answer out, since it states no values. If a judge
// could not judge a key, the subtest of the case fails, and the case is left out of rqs and accuracy.
//
// In is the input type of the suite; it is any for [Config].Measures:
//
//	Measures: evaltest.Quality[Document](quality.Config{}),
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Quality[In any](c quality.Config) []Measure[In] { return readyMade[In](jointQuality(c)) }

// Grounded returns the rates of package grounding as measures, over all claims that the
// truths locate:
//
//   - "groundedValueRate", the share of claims with the right value;
//   - "groundedPageRate", with the right value on the right page;
//   - "groundedBoxRate", with the right value in the right box of the right page.
//
// If the extractor fails or an answer cannot be read, all claims of the document are
// wrong. A claim that could not be judged fails the subtest of its case and is left
// out. Intervals treat the claims of one document as a cluster.
func Grounded[In any](s grounding.Spec) []Measure[In] { return readyMade[In](jointGrounded(s)) }

func jointQuality(c quality.Config) (*joint, []report.Measure) {
	weights := c.Weights
	if weights == (quality.Weights{}) {
		weights = quality.DefaultWeights()
	}
	declared := []report.Measure{
		{Name: "rqs", Attainable: report.RatioOf(weights.Attainable(), true)},
		{Name: "completeness"}, {Name: "hallucination", LessIsBetter: true}, {Name: "accuracy"},
	}
	if c.Safety != nil {
		declared = append(declared, report.Measure{Name: "safety"})
	}
	return &joint{c.Validate(), func(ctx context.Context, truth, answer document.Value, readable bool) ([]report.Measured, error) {
		var got any = answer
		if !readable {
			got = errNoAnswer
		}
		r, err := c.Evaluate(ctx, got, truth)
		if err != nil {
			return nil, err
		}
		return qualityOf(r)
	}}, declared
}

var errNoAnswer = errors.New("there is no answer that could be read")

// qualityOf returns a document's contributions, in the order of jointQuality.
func qualityOf(r quality.Result) (all []report.Measured, err error) {
	one := func(v float64, ok bool) report.Measured {
		if !ok {
			return report.Measured{}
		}
		return report.Measured{Sum: v, Weight: 1}
	}
	if r.Unreadable != "" {
		return []report.Measured{one(0, true), one(0, true), {}, one(0, true), {}}, nil
	}
	var errs []error
	accuracy, rqs := one(r.Accuracy()), one(r.RQS())
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
	return []report.Measured{rqs, one(r.Completeness(), true), one(r.Hallucination(), true), accuracy, one(r.SafetyScore, r.SafetyError == "")}, errors.Join(errs...)
}

func jointGrounded(s grounding.Spec) (*joint, []report.Measure) {
	grader, err := s.Compile()
	return &joint{err, func(ctx context.Context, truth, answer document.Value, readable bool) ([]report.Measured, error) {
		if !readable {
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
		var all []report.Measured
		for _, right := range []int{c.Value, c.Page, c.Box} {
			all = append(all, report.Measured{Sum: float64(right), Weight: float64(c.Gradeable)})
		}
		return all, err
	}}, []report.Measure{{Name: "groundedValueRate"}, {Name: "groundedPageRate"}, {Name: "groundedBoxRate"}}
}
