package evaltest

import (
	"context"

	"github.com/extracteval/extracteval/evaltest/internal/measures"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Measure is a number over a data set beside those of its fields, such as the
// share of quotes that stand where they are said to. [Quality] and [Grounded] return some
// that are ready made. The table shows it, with an interval where it is a ratio of single
// answers, and Gate.Limits limits it as "measure " and its Name.
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
	// Each trial has a number of its own; the metric is their mean. What it returns is in
	// the record of the case: numbers of shards are added up, and limits can be on a Slice.
	Answer func(ctx context.Context, c Case[In], answer document.Value) (sum, weight float64, err error)
	// Runs measures all answers to one case, one for each trial. What it returns is in no
	// record: of several shards there is no metric.
	Runs func(ctx context.Context, c Case[In], answers []document.Value) (sum, weight float64, err error)
	// Empty is the value when all weights are 0. Default: undefined.
	Empty report.Ratio
	// Count: the value is a number of things, not a ratio in [0,1].
	Count bool

	ready measures.Measure // of one that is ready made
}

// measureOf returns a measure as it measures the answers to a case. Without a case it is the
// same measure.
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

// measuresOf returns measures as they measure the answers to a case.
func measuresOf(all []Measure[any], c Case[any]) []measures.Measure {
	of := make([]measures.Measure, len(all))
	for i, m := range all {
		of[i] = measureOf(m, c)
	}
	return of
}

// declare returns what is recorded of measures, and everything that is wrong with them.
func declare(all []Measure[any]) ([]report.Measure, error) {
	of := measuresOf(all, Case[any]{})
	declared := make([]report.Measure, len(of))
	for i, m := range of {
		declared[i] = m.Measure
	}
	return declared, measures.Check(of)
}

// ready returns measures that are ready made.
func ready[In any](all []measures.Measure) []Measure[In] {
	made := make([]Measure[In], len(all))
	for i, m := range all {
		made[i] = Measure[In]{Name: m.Name, ready: m}
	}
	return made
}
