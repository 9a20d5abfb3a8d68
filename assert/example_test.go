package assert_test

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// t stands for the *testing.T of a test. It prints the first line of a failure.
var t printer

type printer struct{}

func (printer) Errorf(format string, args ...any) {
	_, text, _ := strings.Cut(fmt.Sprintf(format, args...), "Error:")
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	fmt.Println(text)
}

// The t of a test is a TestingT, and so is any other type with an Errorf.
func ExampleFuzzy() {
	assert.Fuzzy(t, "Acme Corpp", "Acme Corp", compare.Fuzzy{Threshold: 0.9})
	assert.Fuzzy(t, "Acme Inc", "Acme Corp", compare.Fuzzy{})
	// Output:
	// got does not match want: similarity 0.556
}

func ExampleNumeric() {
	assert.Numeric(t, "1.889,00 €", 1889, compare.Numeric{})
	assert.Numeric(t, 105, 100, compare.Numeric{Tolerance: 1})
	// Output:
	// got does not match want: off by 5, allowed 1
}

func ExampleDate() {
	assert.Date(t, "March 1, 2024", "2024-03-01", compare.Date{})
	assert.Date(t, "2024-02-30", "2024-03-01", compare.Date{Formats: []string{"YYYY-MM-DD"}})
	// Output:
	// got does not match want: got "2024-02-30" is not a date: February 2024 has 29 days (YYYY-MM-DD)
}

func ExampleField() {
	answer := `{"vendor": {"name": "ACME CORP"}, "total": null}`
	truth := `{"vendor": {"name": "Acme Corp"}, "total": 100}`
	assert.Field(t, answer, truth, eval.Field{Path: "vendor.name", Match: compare.Fuzzy{}})
	assert.Field(t, answer, truth, eval.Field{Path: "total", Match: compare.Numeric{}})
	// Output:
	// got does not match want: total (null value): got is null
}

func ExampleMatches() {
	answer := `{"number": "INV-1", "total": 105, "pages": 3}`
	truth := `{"number": "INV-1", "total": 100}`
	assert.Matches(t, answer, truth, eval.Spec{Fields: []eval.Field{
		{Path: "number"},
		{Path: "total", Match: compare.Numeric{Tolerance: 1}},
	}})
	// Output:
	// got does not match want: 1/2 fields matched, score 0.500
}
