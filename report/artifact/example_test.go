package artifact_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// NewRun describes the run at the head of each file.
func ExampleDir() {
	path, err := os.MkdirTemp("", "report")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(path)

	dir := &artifact.Dir{Path: path, Run: artifact.NewRun("example.com/service/invoices")}
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

// NewReader makes a Reader, for which a bad line is a record as well: a SyntaxError.
func ExampleReader() {
	r := artifact.NewReader(strings.NewReader(`{"type":"case","id":"inv-1","trial":1,"status":"ok","score":0.5}
{"type":"case","id":"inv-2","trial":
`), "invoices.jsonl")
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Case:
			fmt.Println(rec.ID, rec.Score)
		case *artifact.SyntaxError:
			fmt.Println(rec)
		}
	}
	fmt.Println(r.Err())
	// Output:
	// inv-1 0.500
	// invoices.jsonl:2: not JSON: unexpected end of JSON input
	// <nil>
}
