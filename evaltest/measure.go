package evaltest

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/trials"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set beside those of its fields, such as the
// share of quotes that stand where they are said to. The table shows it, and
// Gate.Limits limits it as "measure " and its Name.
//
// A Measure adds up what one case contributes and divides by what the cases
// weigh: Σ sum / Σ weight. Of a rate, return hits and total; of a mean over
// cases, the value and 1. A case of weight 0 is left out.
//
//	evaltest.Measure[Letter]{
//		Name: "quoteInvariantRate",
//		Answer: func(_ context.Context, c evaltest.Case[Letter], answer document.Value) (sum, weight float64, err error) {
//			check, err := spans.CheckQuotes(c.Input.Text, spans.UTF16, spans.Layout{}.Extractions(answer))
//			return float64(check.Held), float64(check.Total), err
//		},
//	}
type Measure[In any] struct {
	Name string
	// One of Answer and Runs is set. They may be called concurrently. What they
	// return is from 0. An error fails the case's subtest, and the answer is left out.
	//
	// Answer measures one answer; it is the missing Value where the extractor failed.
	// Each trial has a number of its own; the metric is their mean.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Empty is the value when all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count: the value is a number of things, not a ratio in [0,1].
	Count bool
}

func (m Measure[In]) validate() error {
	switch {
	case m.Name == "":
		return errors.New("a measure has no Name")
	case (m.Answer == nil) == (m.Runs == nil):
		return fmt.Errorf("measure %q: want one of Answer and Runs", m.Name)
	}
	return nil
}

// of measures the answers to one case into totals. The error joins those of all
// answers that could not be measured.
func (m Measure[In]) of(ctx context.Context, c Case[In], answers []document.Value, totals *trials.Measured) error {
	if m.Runs != nil {
		sum, weight, err := measured(func() (float64, float64, error) { return m.Runs(ctx, c, answers) })
		return m.add(totals, 0, sum, weight, err)
	}
	var errs []error
	for i, answer := range answers {
		sum, weight, err := measured(func() (float64, float64, error) { return m.Answer(ctx, c, answer) })
		errs = append(errs, m.add(totals, i, sum, weight, err))
	}
	return errors.Join(errs...)
}

// measured makes an error of a panic: one answer ends no other test.
func measured(f func() (sum, weight float64, err error)) (sum, weight float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

func (m Measure[In]) add(to *trials.Measured, trial int, sum, weight float64, err error) error {
	if err == nil {
		err = to.Add(trial, sum, weight)
	}
	if err != nil {
		return fmt.Errorf("measure %q: %w", m.Name, err)
	}
	return nil
}
