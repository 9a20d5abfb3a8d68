package regression

import (
	"context"
	"slices"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/runs"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/report"
)

type measure = evaltest.Measure[Record]

const quoteInvariantRate = "quoteInvariantRate"

// measures returns the metrics of the package documentation.
func (s Suite) measures(records []Record) []measure {
	certain := report.RatioOf(1, true)
	all := []measure{
		{Name: "schemaValidRate", Empty: certain, Answer: schemaValid},
		{Name: "failureRate", Answer: failed},
	}
	if s.Unit != "" {
		all = append(all, measure{Name: quoteInvariantRate, Empty: certain, Answer: s.quotes})
	}
	all = append(all,
		measure{Name: "uniqueExtractionStability", Runs: s.stability},
		measure{Name: "extractionCountMin", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return float64(c.Min) })},
		measure{Name: "extractionCountMax", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return float64(c.Max) })},
		measure{Name: "extractionCountMean", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return c.Mean })},
		measure{Name: "extractionCountStdDev", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return c.StdDev })},
	)
	if hasGold(records) {
		all = append(all,
			measure{Name: "groundingStrictF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Strict })},
			measure{Name: "groundingExactF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Exact })},
			measure{Name: "groundingPartialF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Partial })},
			measure{Name: "groundingTypeF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Type })},
		)
	}
	b := regressionset.BreadthOf(records)
	return append(all,
		measure{Name: "cases", Count: true, Runs: constant(b.Cases)},
		measure{Name: "categories", Count: true, Runs: constant(b.Categories)},
		measure{Name: "packs", Count: true, Runs: constant(b.Packs)},
	)
}

func hasGold(records []Record) bool {
	return slices.ContainsFunc(records, func(r Record) bool { return r.Expected.Extractions != nil })
}

type (
	answerMeasure = func(context.Context, evaltest.Case[Record], document.Value) (sum, weight float64, err error)
	runsMeasure   = func(context.Context, evaltest.Case[Record], []document.Value) (sum, weight float64, err error)
)

func constant(n int) runsMeasure {
	return func(context.Context, evaltest.Case[Record], []document.Value) (float64, float64, error) {
		return float64(n), 1, nil
	}
}

func numberOf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func valid(v document.Value) bool {
	yes, _ := v.Member("valid").Bool()
	return yes
}

// extractions returns the extractions of an answer, nil for a failure.
func (s Suite) extractions(v document.Value) []spans.Extraction {
	switch {
	case !valid(v):
		return nil
	case s.Extractions != nil:
		return s.Extractions(v.Member("answer"))
	}
	return spans.Layout{}.Extractions(v.Member("answer"))
}

func schemaValid(_ context.Context, _ evaltest.Case[Record], v document.Value) (float64, float64, error) {
	return numberOf(valid(v)), numberOf(v.Member("answer").Exists()), nil
}

func failed(_ context.Context, _ evaltest.Case[Record], v document.Value) (float64, float64, error) {
	return numberOf(!valid(v)), 1, nil
}

func (s Suite) quotes(_ context.Context, c evaltest.Case[Record], v document.Value) (float64, float64, error) {
	check, err := spans.CheckQuotes(c.Input.DocumentText, s.Unit, s.extractions(v))
	return float64(check.Held), float64(check.Total), err
}

func (s Suite) readAll(answers []document.Value) [][]spans.Extraction {
	found := make([][]spans.Extraction, len(answers))
	for i, v := range answers {
		found[i] = s.extractions(v)
	}
	return found
}

func (s Suite) stability(_ context.Context, _ evaltest.Case[Record], answers []document.Value) (float64, float64, error) {
	return runs.UniqueExtractionStability(s.readAll(answers)), 1, nil
}

func (s Suite) counts(count func(runs.CountStatistics) float64) runsMeasure {
	return func(_ context.Context, _ evaltest.Case[Record], answers []document.Value) (float64, float64, error) {
		c, ok := runs.Count(s.readAll(answers))
		return count(c), numberOf(ok), nil
	}
}

// grounding adds up the parts of F1 = 2·(COR + PAR/2) / (possible + actual).
func (s Suite) grounding(scheme func(spans.Grounding) spans.Tally) answerMeasure {
	return func(_ context.Context, c evaltest.Case[Record], v document.Value) (float64, float64, error) {
		if c.Input.Expected.Extractions == nil {
			return 0, 0, nil
		}
		gold, err := document.Parse(c.Input.Expected.Extractions)
		if err != nil {
			return 0, 0, err
		}
		r, err := spans.Ground(s.extractions(v), spans.Layout{}.Extractions(gold), 0)
		t := scheme(r.Overall)
		return 2*float64(t.Correct) + float64(t.Partial), float64(t.Possible() + t.Actual()), err
	}
}
