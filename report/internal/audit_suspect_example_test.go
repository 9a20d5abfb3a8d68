package internal_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

func Example_suspectFinder() {
	evaluator, err := eval.Spec{Fields: []eval.Field{{Path: "total", Match: compare.Numeric{}}}}.Compile()
	if err != nil {
		panic(err)
	}
	f, err := audit.NewFinder(evaluator)
	if err != nil {
		panic(err)
	}
	documents := []audit.Labelled{
		{Where: "set.jsonl:1", Text: "Total 10.50 EUR", Truth: value(`{"total": 10.5}`)},
		{Where: "set.jsonl:2", Text: "Total 18.45 EUR", Truth: value(`{"total": 18.54}`)},
	}
	for _, d := range documents {
		f.Count(d)
	}
	for _, d := range documents {
		if err := f.Add(d); err != nil {
			panic(err)
		}
	}
	for _, l := range f.Labels() {
		fmt.Println(l.Where, l.Path, l.Value, l.Evidence[0].Text)
	}
	// Output:
	// set.jsonl:2 total 18.54 it is not in the text of the document
}

func value(text string) document.Value {
	v, err := document.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}
