package quality_test

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/quality"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// One score for a document, beside the fields. Both values are right, and the IBAN, one of three keys, is made up:
// 0.45 + 0.25 + 0.15 - 0.15/3 is an RQS of 0.80. Without a spec such a key counts as a wrong field, too.
func ExampleMeasure() {
	extract := func(context.Context, string) (string, error) {
		return `{"vendor": "Acme Gmbh", "total": 12, "iban": "DE89370400440532013000"}`, nil
	}
	innertest.Show("TestInvoices", func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[string, string]{
			Cases:   []evaltest.Case[string]{{ID: "a-1", Input: "ACME GMBH … 12.00", Want: `{"vendor": "ACME GmbH", "total": 12}`}},
			Extract: extract,
			Measures: []evaltest.Measure[string]{quality.Measure[string](quality.Config{
				Strategies: map[string]quality.Strategy{"notes": "IGNORE", "vendor": "FUZZY"},
				Fuzzy:      quality.Judge{Threshold: 0.9},
			})},
			Gate: evaltest.Gate{Limits: []evaltest.Limit{
				{Metric: "measure rqs", Is: "at_least", Value: 0.80},
				{Metric: "measure hallucination", Is: "at_most", Value: 0.02},
			}},
		}.Run(t)
	})
	// Output:
	// data set "TestInvoices", case "a-1": 2/3 fields matched, score 0.667 (partial): iban (unexpected key)
	// data set TestInvoices: measure hallucination 0.333 is above 0.020, over 1 case
	// --- FAIL: TestInvoices
	//     --- PASS: TestInvoices/case
	//         --- PASS: TestInvoices/case/a-1
	//     --- FAIL: TestInvoices/gate
}
