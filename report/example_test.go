package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

func ExampleGate() {
	s := summarize.New(summarize.Options{Dataset: "invoices", Slices: []string{"vendor=acme"}})
	for id, right := range map[string]int{"acme-1": 1, "acme-2": 0, "bolt-1": 1, "bolt-2": 1} {
		vendor, _, _ := strings.Cut(id, "-")
		err := s.Add(&report.Case{
			ID: id, Trial: 1, Status: report.OK, Tags: map[string]string{"vendor": vendor},
			Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Match: right, Missing: 1 - right}}},
		})
		if err != nil {
			panic(err)
		}
	}
	result, err := report.Gate{Limits: []report.Limit{
		{Metric: "recall of total", Is: report.AtLeast, Value: 0.75},
		{Metric: "recall of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.75},
	}}.Check(s.Summary())
	if err != nil {
		panic(err)
	}
	for _, check := range result.Checks {
		fmt.Println(check)
	}
	// Output:
	// recall of total 0.750 reaches 0.750, within the interval 0.163–0.979: other documents could fail
	// recall of total where vendor=acme 0.500 (of 2 cases) is below 0.750
	// 0 errors, within the 0 allowed
}

func ExampleNewCase() {
	evaluator, err := eval.Spec{Fields: []eval.Field{{Path: "number"}, {Path: "total"}}}.Compile()
	if err != nil {
		panic(err)
	}
	result, err := evaluator.Evaluate(context.Background(), `{"number":"R-1","total":12.5}`, `{"number":"R-1","total":125}`)
	if err != nil {
		panic(err)
	}
	c := report.NewCase(report.Observation{ID: "acme-1", Trial: 1, Result: &result}, report.CaseOptions{})
	fmt.Println(c.ID, c.Status, c.Verdict, c.Score, c.Misses)
	// Output: acme-1 ok partial 0.500 [total]
}

func ExampleRatioOf() {
	fmt.Println(report.RatioOf(metrics.Confusion{TP: 3, FN: 1}.Recall()))
	fmt.Println(report.RatioOf(metrics.Confusion{TN: 4}.Recall()))
	// Output:
	// 0.750
	// -
}

// A ratio with denominator 0 is undefined: it reaches no limit, and JSON leaves it out.
func ExampleRatio() {
	type row struct {
		Field     string       `json:"field"`
		Precision report.Ratio `json:"precision,omitzero"`
	}
	for _, r := range []row{
		{"total", report.RatioOf(metrics.Confusion{TP: 3, FP: 1}.Precision())},
		{"vat", report.RatioOf(metrics.Confusion{FN: 4}.Precision())},
	} {
		text, err := json.Marshal(r)
		fmt.Println(string(text), err, r.Precision.Reaches(0.5))
	}
	// Output:
	// {"field":"total","precision":0.75} <nil> true
	// {"field":"vat"} <nil> false
}

func ExampleRuleMetric() {
	gate := report.Gate{Limits: []report.Limit{{Metric: report.RuleMetric("adds_up"), Is: report.AtLeast, Value: 0.99}}}
	fmt.Println(gate.Limits[0].Metric, gate.Limits[0].Is, gate.Limits[0].Value)
	// Output: rule adds_up at_least 0.99
}

// The hash of an input, by which an answer is found again, is the beginning of its SHA-256.
func ExampleHash() {
	fmt.Println(report.Hash([]byte("abc")))
	// Output: ba7816bf8f01cfea
}

// Code that accepts a truth makes sure that it is the truth which was seen.
func ExampleDataHash() {
	seen := report.DataHash("inv-1", []byte(`{"total":12}`))
	fmt.Println(seen == report.DataHash("inv-1", []byte(`{"total":12}`)), seen == report.DataHash("inv-1", []byte(`{"total":13}`)))
	// Output: true false
}
