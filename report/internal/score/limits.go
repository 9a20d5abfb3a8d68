package score

import (
	"context"
	"math"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// CheckLimits returns the error of [report.Gate.CheckLimits] for the gate of the data set, nil without a gate. It
// evaluates truths as their own answers to find which numbers the summary has: a few truths first, then all if there is
// an error.
func (j *Job) CheckLimits(ctx context.Context, want *dataset.File) (err error) {
	const few = 64
	if j.Dataset.Gate == nil || want == nil {
		return nil
	}
	for _, most := range []int{few, math.MaxInt} {
		sum, n := summarize.New(summarize.OptionsOf(&j.Dataset)), 0
		if _, err := Truths([]*dataset.File{want}, j.Format, func(location string, _, truth document.Value) error {
			if n++; n > most {
				return nil
			}
			result, err := j.Evaluator.Evaluate(ctx, truth, truth)
			if err != nil {
				return err
			}
			record := report.NewCase(report.Observation{ID: location, Result: &result}, j.Options)
			return sum.Add(&record)
		}); err != nil {
			return err
		}
		if err = j.Dataset.Gate.CheckLimits(sum.Summary(), true); err == nil || n <= most {
			return err
		}
	}
	return err
}
