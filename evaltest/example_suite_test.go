package evaltest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// readInvoice reads lines such as "Invoice A-1 total 12.50".
func readInvoice(_ context.Context, text string) (invoice Invoice, err error) {
	_, err = fmt.Sscanf(text, "Invoice %s total %f", &invoice.Number, &invoice.Total)
	return invoice, err
}

// Invoice is what readInvoice reads.
type Invoice struct {
	Number string  `json:"number" eval:"exact"`
	Total  float64 `json:"total" eval:"numeric,tolerance=0.01"`
}

// The extractor takes the comma of 1,889.00 for the end of the number. The gate says
// which limits that breaks: of all numbers, of a field, and of a field in a slice.
func ExampleSuite_Run() {
	innertest.Show("TestInvoices", func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[string, Invoice]{
			Cases: []evaltest.Case[string]{ // or File: "testdata/invoices.jsonl"
				{ID: "a-1", Input: "Invoice A-1 total 12.50", Want: Invoice{"A-1", 12.50}},
				{ID: "a-2", Input: "Invoice A-2 total 1,889.00", Want: Invoice{"A-2", 1889}, Tags: map[string]string{"vendor": "acme"}},
			},
			Extract: readInvoice,
			Gate: evaltest.Gate{
				MacroF1: 0.90,
				FieldF1: map[string]float64{"number": 0.99},
				Limits:  []evaltest.Limit{{Metric: "recall of total", Slice: "vendor=acme", Is: "at_least", Value: 0.95}},
			},
		}.Run(t)
	})
	// Output:
	// data set "TestInvoices", case "a-2": 1/2 fields matched, score 0.500 (partial): total (outside tolerance)
	// data set TestInvoices: macro F1 0.750 is below 0.900, over 2 cases; recall of total where vendor=acme 0.000 (of 1 of 2 cases) is below 0.950; look first at total (F1 0.500)
	// --- FAIL: TestInvoices
	//     --- PASS: TestInvoices/case
	//         --- PASS: TestInvoices/case/a-1
	//         --- PASS: TestInvoices/case/a-2
	//     --- FAIL: TestInvoices/gate
}

// Each model is a data set of its own, "TestModels/small" and "TestModels/large"; by
// the labels, evalreport compare -by model puts them side by side.
func ExampleSuite_Run_models() {
	models := []struct {
		name    string
		extract func(context.Context, string) (Invoice, error)
	}{
		{"small", readInvoice},
		{"large", func(ctx context.Context, text string) (Invoice, error) {
			return readInvoice(ctx, strings.ReplaceAll(text, ",", ""))
		}},
	}
	innertest.Show("TestModels", func(t *testing.T) { // func TestModels(t *testing.T)
		for _, model := range models {
			t.Run(model.name, evaltest.Suite[string, Invoice]{
				Cases:   []evaltest.Case[string]{{ID: "a-2", Input: "Invoice A-2 total 1,889.00", Want: Invoice{"A-2", 1889}}},
				Extract: model.extract,
				Labels:  map[string]string{"model": model.name},
			}.Run)
		}
	})
	// Output:
	// data set "TestModels/small", case "a-2": 1/2 fields matched, score 0.500 (partial): total (outside tolerance)
	// --- FAIL: TestModels
	//     --- FAIL: TestModels/small
	//         --- FAIL: TestModels/small/case
	//             --- FAIL: TestModels/small/case/a-2
	//     --- PASS: TestModels/large
	//         --- PASS: TestModels/large/case
	//             --- PASS: TestModels/large/case/a-2
}

// How many of the totals are printed in the text of the invoice: one of two.
func ExampleMeasure() {
	printed := evaltest.Measure[string]{
		Name: "totals printed",
		Answer: func(_ context.Context, c evaltest.Case[string], answer document.Value) (sum, weight float64, err error) {
			if strings.Contains(c.Input, answer.Member("total").Text()) {
				sum = 1
			}
			return sum, 1, nil
		},
	}
	innertest.Show("TestInvoices", func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[string, string]{
			Cases: []evaltest.Case[string]{
				{ID: "a-1", Input: "Total 12.5", Want: `{"total": 12.5}`},
				{ID: "a-2", Input: "Total 80", Want: `{"total": 80}`},
			},
			Extract:  func(context.Context, string) (string, error) { return `{"total": 12.5}`, nil },
			Measures: []evaltest.Measure[string]{printed},
			Gate:     evaltest.Gate{Limits: []evaltest.Limit{{Metric: "measure totals printed", Is: "at_least", Value: 0.8}}},
		}.Run(t)
	})
	// Output:
	// data set "TestInvoices", case "a-2": 0/1 fields matched, score 0.000 (fail): total
	// data set TestInvoices: measure totals printed 0.500 is below 0.800, over 2 cases
	// --- FAIL: TestInvoices
	//     --- PASS: TestInvoices/case
	//         --- PASS: TestInvoices/case/a-1
	//         --- PASS: TestInvoices/case/a-2
	//     --- FAIL: TestInvoices/gate
}

// A Collector is a table of tests that ends with its gate.
func ExampleCollect() {
	tests := []struct{ name, document, want string }{
		{"plain", "Total 12.00", `{"total": 12}`},
		{"comma", "Total 12,50", `{"total": 12.5}`},
	}
	extract := func(string) string { return `{"total": 12}` }

	innertest.Show("TestTotals", func(t *testing.T) { // func TestTotals(t *testing.T)
		c := evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 0.9}, Cases: len(tests)})
		t.Run("case", func(t *testing.T) {
			for _, tt := range tests {
				t.Run(tt.name, func(t *testing.T) { c.FieldAccuracy(t, extract(tt.document), tt.want) })
			}
		})
		t.Run("gate", c.Gate)
	})
	// Output:
	// data set "TestTotals", case "comma": 0/1 fields matched, score 0.000 (fail): total
	// data set TestTotals: micro F1 0.500 is below 0.900, over 2 cases; look first at total (F1 0.500)
	// --- FAIL: TestTotals
	//     --- PASS: TestTotals/case
	//         --- PASS: TestTotals/case/plain
	//         --- PASS: TestTotals/case/comma
	//     --- FAIL: TestTotals/gate
}

// The failure says that the IBAN is wrong, and shows neither of the two.
func ExampleRedaction() {
	want := `{"number": "A-1", "iban": "DE89370400440532013000"}`
	got := `{"number": "A-2", "iban": "DE89370400440532013001"}`
	evaltest.FieldAccuracy(t, got, want, evaltest.Config{
		Dataset:   "payments",
		Redaction: evaltest.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}},
	})
	// Output:
	// number: wrong: got "A-2", want "A-1"
	// iban: wrong: got (redacted), want (redacted)
	// evaltest: data set "payments", case "TestInvoice": 0/2 fields matched, score 0.000 (fail): number, iban
}

// An extractor reports the usage of its call, so that tables, limits and comparisons have it.
func ExampleAddUsage() {
	extract := func(ctx context.Context, document string) (string, error) {
		evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: 1830, OutputTokens: 200, Calls: 1, Cost: 0.0041})
		return `{"total": 12.5}`, nil
	}
	innertest.Show("TestInvoices", func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[string, string]{
			Cases:   []evaltest.Case[string]{{ID: "a-1", Input: "Total 12.50", Want: `{"total": 12.5}`}},
			Extract: extract,
			Gate:    evaltest.Gate{Limits: []evaltest.Limit{{Metric: "cost per case", Is: "at_most", Value: 0.003}}},
		}.Run(t)
	})
	// Outside of a suite, as in production, nothing is said to anybody.
	fmt.Println(extract(context.Background(), "Total 12.50"))
	// Output:
	// data set TestInvoices: cost per case $0.0041 is above $0.003, over 1 case
	// --- FAIL: TestInvoices
	//     --- PASS: TestInvoices/case
	//         --- PASS: TestInvoices/case/a-1
	//     --- FAIL: TestInvoices/gate
	// {"total": 12.5} <nil>
}
