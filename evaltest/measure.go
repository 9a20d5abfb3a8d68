package evaltest

import (
	"context"

	"github.com/extracteval/extracteval/evaltest/internal/measures"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set beside those of its fields, such as the share of
// quotes that are located right. [Quality] and [Grounded] return ready-made measures. The
// table shows it, with an interval if it is a ratio of single answers, and Gate.Limits
// limits it as "measure " and its Name.
//
// A Measure is the sum over the cases divided by their weights: Σ sum / Σ
// weight. For a rate, return hits and total; for a mean over cases, the value
// and 1. A case of weight 0 is left out.
//
//	evaltest.Measure[Letter]{
//		Name: "quoteInvariantRate",
//		Answer: func(_ context.Context, c evaltest.Case[Letter], answer document.Value) (sum, weight float64, err error) {
//			check, err := spans.CheckQuotes(c.Input.Text, "utf16", spans.Layout{}.Extractions(answer))
//			return float64(check.Held), float64(check.Total), err
//		},
//	}
type Measure[In any] struct {
	Name string
	// Exactly one of Answer and Runs is set. They may be called concurrently, and
	// return numbers of at least 0. An error fails the case's subtest, and the answer
	// is left out.
	//
	// Answer measures one answer, which is the missing Value if the extractor failed. Each
	// trial has a number of its own; the metric is their mean. The record of the case holds
	// sum and weight, so that shards can be added up and a limit can be on a Slice.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial. Its sum and weight are
	// not recorded, so that merged shards lack the metric.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Empty is the value if all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count says that the value is a number of things, not a ratio in [0,1].
	Count bool

	ready measures.Measure // set in a ready-made measure
}

// measureOf binds a measure to the case whose answers it measures. The zero Case gives a
// measure for its declaration alone.
func measureOf(m Measure[any], c Case[any]) measures.Measure {
	one := m.ready
	one.Name, one.Count, one.Empty, one.OverTrials = m.Name, m.Count, m.Empty, m.Runs != nil
	if m.Answer != nil {
		one.Answer = func(ctx context.Context, answer document.Value) (of report.Measured, err error) {
			of.Sum, of.Weight, err = m.Answer(ctx, c, answer)
			return of, err
		}
	}
	return one
}

// measuresOf binds measures to a case, as measureOf does.
func measuresOf(all []Measure[any], c Case[any]) []measures.Measure {
	of := make([]measures.Measure, len(all))
	for i, m := range all {
		of[i] = measureOf(m, c)
	}
	return of
}

// declare returns the declarations of measures for the record. The error lists every
// invalid measure.
func declare(all []Measure[any]) ([]report.Measure, error) {
	of := measuresOf(all, Case[any]{})
	declared := make([]report.Measure, len(of))
	for i, m := range of {
		declared[i] = m.Measure
	}
	return declared, measures.Check(of)
}

// ready wraps ready-made measures.
func ready[In any](all []measures.Measure) []Measure[In] {
	made := make([]Measure[In], len(all))
	for i, m := range all {
		made[i] = Measure[In]{Name: m.Name, ready: m}
	}
	return made
}
