package evaltest_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
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

// Suite.Retries calls an extractor again whose error passes.
func ExampleTemporary() {
	err := evaltest.Temporary(fmt.Errorf("the model is busy"))
	passes, ok := err.(interface{ Temporary() bool })
	fmt.Println(err, ok && passes.Temporary())
	// Output: the model is busy true
}

// Any type with the methods of TB stands in for a test: this one counts the failures.
func ExampleTB() {
	scans := []string{
		`{"number": "A-1", "total": 99.5}`,
		`{"number": "A-1", "total": 95.5}`,
	}
	for i, got := range scans {
		f := &failures{TB: t}
		evaltest.FieldAccuracy(f, got, `{"number": "A-1", "total": 95.5}`, evaltest.Config{})
		fmt.Printf("scan %d: right: %t\n", i+1, f.count == 0)
	}
	// Output:
	// scan 1: right: false
	// scan 2: right: true
}

type failures struct {
	evaltest.TB
	count int
}

func (f *failures) Errorf(string, ...any) { f.count++ }
