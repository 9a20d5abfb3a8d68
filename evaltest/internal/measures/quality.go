package measures

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// Quality returns the measures of document quality: rqs, completeness, hallucination,
// accuracy, and safety if c has a Safety function.
func Quality(c quality.Config) []Measure {
	weights := c.Weights
	if weights == (quality.Weights{}) {
		weights = quality.DefaultWeights()
	}
	j := &Joint{name: "rqs", invalid: c.Validate()}
	j.of = func(ctx context.Context, a Answer) ([]report.Measured, error) {
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
	all := []report.Measure{
		{Name: "rqs", Attainable: report.RatioOf(weights.Attainable(), true)},
		{Name: "completeness"}, {Name: "hallucination", LessIsBetter: true}, {Name: "accuracy"},
	}
	if c.Safety != nil {
		all = append(all, report.Measure{Name: "safety"})
	}
	return j.measures(all)
}

var errNoAnswer = errors.New("there is no answer that could be read")

// qualityOf returns a document's contributions, in the order of Quality.
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

// measures returns one Measure for each result of j, in its order.
func (j *Joint) measures(named []report.Measure) []Measure {
	all := make([]Measure, len(named))
	for i, m := range named {
		all[i] = Measure{Measure: m, Joint: j, At: i}
	}
	return all
}
