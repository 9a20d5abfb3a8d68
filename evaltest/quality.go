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
//   - "completeness", the share of what the truth has that the answer has, right or wrong;
//   - "hallucination", the share of keys that are made up: less is better;
//   - "accuracy", the share of what both sides have that agrees;
//   - "safety", where c has a Safety function.
//
// A document has one evaluation for all of them, so that a judge is asked once. Where the
// extractor fails, or an answer cannot be read or is of another kind than the truth, rqs,
// completeness and accuracy are 0: never above those of a wrong answer. Such an answer is left
// out of hallucination and safety, as there is nothing that it says. Keys that a judge could
// not judge fail the subtest of their case, and leave it out of rqs and accuracy.
//
// In is the input of the suite, any for [Config].Measures:
//
//	Measures: evaltest.Quality[Document](quality.Config{}),
//	Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
func Quality[In any](c quality.Config) []Measure[In] {
	weights := c.Weights
	if weights == (quality.Weights{}) {
		weights = quality.DefaultWeights()
	}
	j := &joint[In]{name: "rqs", invalid: c.Validate()}
	j.of = func(ctx context.Context, a answered[In]) ([]report.Measured, error) {
		if !a.Truth.Exists() {
			return nil, nil
		}
		var got any = a.Result.Answer
		if !a.readable() {
			got = errNoAnswer
		}
		r, err := c.Evaluate(ctx, got, a.Truth)
		if err != nil {
			return nil, err
		}
		return qualityOf(r)
	}
	all := []Measure[In]{
		{Name: "rqs", attainable: report.RatioOf(weights.Attainable(), true)}, {Name: "completeness"}, {Name: "hallucination", less: true}, {Name: "accuracy"},
	}
	if c.Safety != nil {
		all = append(all, Measure[In]{Name: "safety"})
	}
	return j.measures(all)
}

var errNoAnswer = errors.New("there is no answer that could be read")

// qualityOf returns what a document contributes to the measures of Quality.
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
	if errored := r.Errored(); len(errored) > 0 {
		accuracy, rqs = report.Measured{}, report.Measured{}
		for _, k := range r.Keys {
			if k.Error != "" {
				errs = append(errs, fmt.Errorf("%s could not be judged, the first of %d: %s", k.Path, len(errored), k.Error))
				break
			}
		}
	}
	if r.SafetyError != "" {
		errs = append(errs, fmt.Errorf("safety: %s", r.SafetyError))
	}
	return []report.Measured{rqs, one(r.Completeness(), true), one(r.Hallucination(), true), accuracy, one(r.Safety())}, errors.Join(errs...)
}

// Grounded returns the rates of package grounding as measures, over all claims that the
// truths locate:
//
//   - "groundedValueRate", the share of them with the right value;
//   - "groundedPageRate", with the right value on the right page;
//   - "groundedBoxRate", with the right value in the right box of the right page.
//
// Where the extractor fails or an answer cannot be read, all claims of the document are
// wrong. One that could not be judged fails the subtest of its case and is left out. An
// interval takes claims of one document as the cluster that they are.
func Grounded[In any](s grounding.Spec) []Measure[In] {
	grader, err := s.Compile()
	j := &joint[In]{name: "groundedValueRate", invalid: err}
	j.of = func(ctx context.Context, a answered[In]) ([]report.Measured, error) {
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
			if f.Grade == grounding.Errored {
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
	return j.measures([]Measure[In]{{Name: "groundedValueRate"}, {Name: "groundedPageRate"}, {Name: "groundedBoxRate"}})
}

// measures makes them those of j, in its order.
func (j *joint[In]) measures(all []Measure[In]) []Measure[In] {
	for i := range all {
		all[i].joint, all[i].at = j, i
	}
	return all
}
