package redact_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

func ExampleRedaction() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "reference"}, {Path: "vendor.name"}, {Path: "vendor.iban"}}}
	evaluator, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	rules := map[string]redact.Mode{"vendor": redact.Omit, "vendor.name": redact.None}
	redaction, err := redact.Redaction{Paths: rules}.Compile(evaluator)
	if err != nil {
		panic(err)
	}
	result, err := evaluator.Evaluate(context.Background(),
		`{"total": 12.5, "reference": "to DE02 1203", "vendor": {"name": "Acme", "iban": "DE02 1203"}}`,
		`{"total": 13.5, "reference": "R-17", "vendor": {"name": "Acme", "iban": "DE02 1203"}}`)
	if err != nil {
		panic(err)
	}
	c := report.NewCase(report.Observation{ID: "inv-1", Result: &result}, report.CaseOptions{Redaction: redaction})
	for _, f := range c.Fields {
		noGot, noWant := f.Withheld()
		fmt.Printf("%s %s: got %s %v, want %s %v\n", f.Path, f.Outcome, f.Got, noGot, f.Want, noWant)
	}

	_, err = redact.Redaction{Paths: map[string]redact.Mode{"vendor.ibam": redact.Omit}}.Compile(evaluator)
	fmt.Println(err)
	// Output:
	// total wrong: got 12.5 false, want 13.5 false
	// reference wrong: got  true, want  true
	// vendor.name match: got "Acme" false, want "Acme" false
	// vendor.iban match: got  true, want  true
	// report: redaction rule "vendor.ibam": the spec has no such attribute, only "total", "reference", "vendor.name", "vendor.iban"
}
