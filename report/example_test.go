package report_test

import (
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
