package evaltest_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// The examples stand in for tests. In yours, t is the *testing.T.
var t test

// test prints its failures and its output, as a failed test does.
type test struct{}

func (test) Helper()                           {}
func (test) Name() string                      { return "TestInvoice" }
func (test) Output() io.Writer                 { return os.Stdout }
func (test) Logf(string, ...any)               {}
func (test) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (test) Fatalf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// Two of three fields are right: the total is another number.
func ExampleFieldAccuracy() {
	got := `{"number": "A-1", "date": "2026-03-01", "total": 99.5}`
	want := `{"number": "A-1", "date": "2026-03-01", "total": 95.5}`
	result := evaltest.FieldAccuracy(t, got, want, evaltest.Config{})
	fmt.Println(result.Hits)
	// Output:
	// total: wrong: got 99.5, want 95.5
	// evaltest: data set "TestInvoice", case "TestInvoice": 2/3 fields matched, score 0.667 (partial): total
	// [number date]
}

// The order of the items does not matter: each is compared with its partner, and three
// of four values are right.
func ExampleLineItems() {
	got := `[{"description": "Paper A4", "amount": 12}, {"description": "Toner", "amount": 60}]`
	want := `[{"description": "Toner", "amount": 65}, {"description": "Paper A4", "amount": 12}]`
	result := evaltest.LineItems(t, got, want, eval.List{By: []string{"description"}})
	fmt.Printf("%.3f\n", result.Score)
	// Output:
	// items[0].amount: wrong: got 60, want 65
	// evaltest: LineItems: 0/1 fields matched, score 0.750 (partial): items[0].amount
	// 0.750
}

// The boxes have 100 of 250 square units in common.
func ExampleIoU() {
	result := evaltest.IoU(t, []int{0, 0, 20, 10}, []int{10, 0, 25, 10}, compare.Box{Format: "xyxy", Threshold: 0.3})
	fmt.Println(result.Fields[0].Similarity)
	// Output:
	// 0.4
}

func ExampleDistance() {
	result := evaltest.Distance(t, []int{103, 204}, []int{100, 200}, compare.Point{Max: 5})
	fmt.Println(result.Verdict)
	// Output:
	// pass
}

// A file and struct tags make the same spec.
func ExampleSpecFile() {
	dir, err := os.MkdirTemp("", "spec")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "invoice.yaml")
	os.WriteFile(file, []byte("fields:\n- {path: number, match: exact}\n- {path: total, match: numeric, tolerance: 0.01}\n"), 0o666)

	for _, f := range evaltest.SpecFile(t, file).Fields {
		fmt.Println(f.Path)
	}
	// Output:
	// number
	// total
}

func ExampleSpecOf() {
	type Invoice struct {
		Number string  `json:"number" eval:"exact"`
		Total  float64 `json:"total" eval:"numeric,tolerance=0.01"`
	}
	spec := evaltest.SpecOf[Invoice](t)
	for _, f := range spec.Fields {
		fmt.Println(f.Path)
	}
	// Output:
	// number
	// total
}

// A suite and its limits, over all cases and over the cases of one vendor.
func ExampleSuite_Run() {
	type Document struct{ Text string }
	type Invoice struct {
		Number string   `json:"number" eval:"exact"`
		Total  *float64 `json:"total" eval:"numeric,tolerance=0.01"`
	}
	extract := func(context.Context, Document) (Invoice, error) { return Invoice{}, nil }

	_ = func(t *testing.T) { // func TestInvoices(t *testing.T)
		evaltest.Suite[Document, Invoice]{
			File:    "testdata/invoices.jsonl",
			Extract: extract,
			Gate: evaltest.Gate{
				MacroF1: 0.90,
				FieldF1: map[string]float64{"total": 0.99},
				Limits: []evaltest.Limit{
					{Metric: "recall of total", Slice: "vendor=acme", Is: "at_least", Value: 0.95},
					{Metric: "measure characters", Is: "at_most", Value: 4000},
				},
			},
			Measures: []evaltest.Measure[Document]{{
				Name:  "characters",
				Count: true,
				Answer: func(_ context.Context, c evaltest.Case[Document], _ document.Value) (sum, weight float64, err error) {
					return float64(len(c.Input.Text)), 1, nil
				},
			}},
		}.Run(t)
	}
}

// A table of tests that ends with its gate.
func ExampleCollect() {
	tests := []struct{ name, document, want string }{
		{"plain", "Total 12.00", `{"total": 12}`},
		{"comma", "Total 12,50", `{"total": 12.5}`},
	}
	extract := func(string) string { return `{"total": 12}` }

	_ = func(t *testing.T) { // func TestTotals(t *testing.T)
		c := evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 0.9}, Cases: len(tests)})
		t.Run("case", func(t *testing.T) {
			for _, tt := range tests {
				t.Run(tt.name, func(t *testing.T) { c.FieldAccuracy(t, extract(tt.document), tt.want) })
			}
		})
		t.Run("gate", c.Gate)
	}
}

func ExampleMain() {
	_ = func(m *testing.M) { // func TestMain(m *testing.M)
		evaltest.Main(m)
	}
}

// Another hook that wants to be last.
func ExampleWrap() {
	_ = func(m *testing.M) { // func TestMain(m *testing.M)
		goleak.VerifyTestMain(evaltest.Wrap(m))
	}
}

// Each model is a data set of its own, "TestModels/small" and "TestModels/large"; by
// the labels, evalreport compare -by model puts them side by side.
func ExampleSuite_Run_models() {
	models := map[string]func(context.Context, string) (string, error){
		"small": func(_ context.Context, document string) (string, error) { return `{"total": 12}`, nil },
		"large": func(_ context.Context, document string) (string, error) { return `{"total": 12.5}`, nil },
	}
	_ = func(t *testing.T) { // TestModels
		for name, extract := range models {
			t.Run(name, evaltest.Suite[string, string]{
				File:    "testdata/invoices.jsonl",
				Extract: extract,
				Labels:  map[string]string{"model": name},
			}.Run)
		}
	}
}

// An extractor reports the usage of its call, so that tables, limits and comparisons have it.
func ExampleAddUsage() {
	extract := func(ctx context.Context, document string) (string, error) {
		evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: 1830, OutputTokens: 200, Calls: 1, Cost: 0.0021})
		return `{"total": 12.5}`, nil
	}
	_ = func(t *testing.T) { // TestInvoices
		evaltest.Suite[string, string]{
			File:    "testdata/invoices.jsonl",
			Extract: extract,
			Gate:    evaltest.Gate{Limits: []evaltest.Limit{{Metric: "cost per case", Is: "at_most", Value: 0.003}}},
		}.Run(t)
	}
	// Outside of a suite, as in production, nothing is said to anybody.
	fmt.Println(extract(context.Background(), "Total 12.50"))
	// Output: {"total": 12.5} <nil>
}

// Suite.Retries calls an extractor again whose error passes.
func ExampleTemporary() {
	err := evaltest.Temporary(fmt.Errorf("the model is busy"))
	passes, ok := err.(interface{ Temporary() bool })
	fmt.Println(err, ok && passes.Temporary())
	// Output: the model is busy true
}
