package quality_test

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/quality"
)

// One score for a document, beside the fields. A perfect document has an RQS of 0.85 with the
// default weights; tables show that beside the score.
func ExampleMeasure() {
	type Document struct{ Text string }
	extract := func(context.Context, Document) (string, error) { return `{}`, nil }

	_ = func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[Document, string]{
			File:    "testdata/invoices.jsonl",
			Extract: extract,
			Measures: []evaltest.Measure[Document]{quality.Measure[Document](quality.Config{
				Strategies: map[string]quality.Strategy{"notes": "IGNORE", "vendor": "FUZZY"},
			})},
			Gate: evaltest.Gate{Limits: []evaltest.Limit{
				{Metric: "measure rqs", Is: "at_least", Value: 0.80},
				{Metric: "measure hallucination", Is: "at_most", Value: 0.02, Bound: "high"},
			}},
		}.Run(t)
	}
}
