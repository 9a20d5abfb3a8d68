package report_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

func ExampleDir() {
	path, err := os.MkdirTemp("", "report")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(path)

	dir := &report.Dir{Path: path, Run: report.NewRun("example.com/service/invoices")}
	w, err := dir.Create(report.Dataset{Name: "invoices", Test: "TestInvoices"})
	if err != nil {
		panic(err)
	}
	result := eval.Result{Score: 1, Verdict: eval.Pass, Table: metrics.NewTable(metrics.Row{Attribute: "total", Counts: metrics.Counts{Match: 1}})}
	err = w.Write(report.NewCase(report.Observation{ID: "inv-1", Result: &result}, report.CaseOptions{}))
	if err != nil {
		panic(err)
	}
	if err := w.End(false); err != nil {
		panic(err)
	}
	fmt.Println(filepath.Base(w.Name()))
	// Output: example.com__service__invoices.invoices.jsonl
}

func ExampleReader() {
	r := report.NewReader(strings.NewReader(`{"type":"case","id":"inv-1","trial":1,"status":"ok","score":0.5}
{"type":"case","id":"inv-2","trial":
`), "invoices.jsonl")
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Case:
			fmt.Println(rec.ID, rec.Score)
		case *report.SyntaxError:
			fmt.Println(rec)
		}
	}
	fmt.Println(r.Err(), r.Complete())
	// Output:
	// inv-1 0.500
	// invoices.jsonl:2: no JSON: unexpected end of JSON input
	// <nil> false
}

func ExampleSummarizer() {
	s := report.NewSummarizer(report.SummaryOptions{Dataset: "invoices"})
	for id, counts := range map[string]metrics.Counts{"inv-1": {Match: 3}, "inv-2": {Match: 2, Wrong: 1}} {
		err := s.Add(&report.Case{
			ID: id, Trial: 1, Status: report.OK, Score: report.RatioOf(1, true),
			Counts: []metrics.Row{{Attribute: "total", Counts: counts}},
		})
		if err != nil {
			panic(err)
		}
	}
	summary := s.Summary()
	fmt.Println("micro F1", summary.MicroF1.Value)

	result, err := report.Gate{MicroF1: 0.9}.Check(summary, nil)
	fmt.Println(result, err)
	// Output:
	// micro F1 0.833
	// invoices: micro F1 0.833 is below 0.900, over 2 cases; worst field total (F1 0.833) <nil>
}

func ExampleRedaction() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "reference"}, {Path: "vendor.name"}, {Path: "vendor.iban"}}}
	evaluator, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	rules := map[string]report.Redact{"vendor": report.RedactOmit, "vendor.name": report.RedactNone}
	redaction, err := report.Redaction{Paths: rules}.Compile(evaluator)
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

	_, err = report.Redaction{Paths: map[string]report.Redact{"vendor.ibam": report.RedactOmit}}.Compile(evaluator)
	fmt.Println(err)
	// Output:
	// total wrong: got 12.5 false, want 13.5 false
	// reference wrong: got  true, want  true
	// vendor.name match: got "Acme" false, want "Acme" false
	// vendor.iban match: got  true, want  true
	// report: redaction rule "vendor.ibam": the spec has no such attribute, only "total", "reference", "vendor.name", "vendor.iban"
}
