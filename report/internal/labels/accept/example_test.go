package accept_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

func ExampleLabels() {
	file := []byte(`{"id": "inv-3", "input": "3.pdf", "want": {"total": 30.5, "paid": false}}` + "\n")

	var ds report.Dataset
	evaluator, err := ds.SetSpec(eval.Spec{})
	if err != nil {
		panic(err)
	}
	got, want := []byte(`{"total": 35.0, "paid": true}`), []byte(`{"total": 30.5, "paid": false}`)
	result, err := evaluator.Evaluate(context.Background(), got, want)
	if err != nil {
		panic(err)
	}
	record := report.NewCase(report.Observation{ID: "inv-3", Result: &result, Want: want}, report.CaseOptions{})

	labels, err := accept.Lines("invoices.jsonl", file, "")
	if err != nil {
		panic(err)
	}
	changes, _ := accept.RulesOf(ds).Changes(&record)
	for _, c := range changes {
		if c.In("total") {
			done, _ := labels.Apply(record.ID, record.DataHash, []accept.Change{c})
			fmt.Printf("%s: %s: %s -> %s\n", done[0].Where, done[0].Path, done[0].Was, done[0].Now)
		}
	}
	fmt.Print(string(labels.Bytes()))
	// Output:
	// invoices.jsonl:1: total: 30.5 -> 35.0
	// {"id": "inv-3", "input": "3.pdf", "want": {"total": 35.0, "paid": false}}
}
