package report_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// summarizeAnswers judges two answers in each of two trials: the total of inv-2 is wrong in the second trial.
func summarizeAnswers() report.Summary {
	ds := report.Dataset{Name: "invoices"}
	e, err := ds.SetSpec(eval.Spec{
		Fields:     []eval.Field{{Path: "total", Match: compare.Numeric{}}, {Path: "net", Match: compare.Numeric{}}},
		Invariants: []eval.Invariant{{Name: "net_is_less", Rule: "net <= total"}},
	})
	if err != nil {
		panic(err)
	}
	s := summarize.New(summarize.OptionsOf(&ds))
	for _, answer := range []struct {
		id        string
		trial     int
		got, want string
	}{
		{"inv-1", 1, `{"total": 12, "net": 10}`, `{"total": 12, "net": 10}`},
		{"inv-2", 1, `{"total": 80, "net": 70}`, `{"total": 80, "net": 70}`},
		{"inv-1", 2, `{"total": 12, "net": 10}`, `{"total": 12, "net": 10}`},
		{"inv-2", 2, `{"total": 8, "net": 70}`, `{"total": 80, "net": 70}`},
	} {
		r, err := e.Evaluate(context.Background(), answer.got, answer.want)
		if err != nil {
			panic(err)
		}
		seen := report.Observation{ID: answer.id, Trial: answer.trial, Result: &r, Want: []byte(answer.want), Cost: map[string]float64{"usd": 0.25}}
		c := report.NewCase(seen, report.CaseOptions{})
		if err := s.Add(&c); err != nil {
			panic(err)
		}
	}
	return s.Summary()
}

// A Trial has a CaseCount and numbers of its own, and a Number is their mean, an Estimate: the F1 of total is 1 in the first trial and 1/2
// in the second. An Attribute is a row of the table, an Invariant a rule with its InvariantCounts in each trial.
func ExampleSummary() {
	s := summarizeAnswers()
	for _, trial := range s.Trials {
		fmt.Printf("trial %d: %d of %d pass, the rule holds for %d\n", trial.Trial, trial.Cases.Passing(), trial.Cases.Total(), trial.Invariants[0].Holds)
	}
	for _, a := range s.Attributes {
		n := s.Number("F1 of " + a.Attribute)
		fmt.Println(n.Name, n.Value, "in trials", n.Min, n.Max, "of", a.Support, n.Unit)
	}
	rule := s.Number(report.RuleMetric("net_is_less"))
	fmt.Println(rule.Name, rule.Value, rule.Kind == report.KindInvariant)
	// Output:
	// trial 1: 2 of 2 pass, the rule holds for 2
	// trial 2: 1 of 2 pass, the rule holds for 1
	// F1 of total 0.750 in trials 0.500 1.000 of 2 values
	// F1 of net 1.000 in trials 1.000 1.000 of 2 values
	// rule net_is_less 0.750 true
}

// The cases to look at first: a WorstCase has each Miss with both values.
func ExampleWorstCase() {
	for _, worst := range summarizeAnswers().WorstCases {
		for _, miss := range worst.Misses {
			fmt.Println(worst.ID, "trial", worst.Trial, miss.Miss, "got", miss.Got, "want", miss.Want)
		}
		for _, broken := range worst.Broken {
			fmt.Println(broken.Name, broken.State)
		}
	}
	// Output:
	// inv-2 trial 2 total got 8 want 80
	// net_is_less broken
}

// What the calls of a model cost: the Spending of all trials.
func ExampleSummary_usage() {
	for _, row := range summarizeAnswers().Usage.Amounts {
		fmt.Printf("%s: %.2f\n", row.Quantity, row.Total)
	}
	// Output: cost: 1.00
}

// The F1 of each field, for a chart of your own.
func ExampleNumber_F1Of() {
	for _, n := range summarizeAnswers().Numbers {
		if field, ok := n.F1Of(); ok {
			fmt.Println(field, n.Value)
		}
	}
	// Output:
	// total 0.750
	// net 1.000
}

// The numbers of the invoices of one vendor: the cases of a slice are summarized apart.
func ExampleSummary_Slice() {
	s := summarize.New(summarize.Options{Dataset: "invoices", Slices: []string{"vendor=acme"}})
	for id, vendor := range map[string]string{"inv-1": "acme", "inv-2": "bolt", "inv-3": "bolt"} {
		counts := metrics.Counts{Match: 1}
		if vendor == "acme" {
			counts = metrics.Counts{Missing: 1}
		}
		err := s.Add(&report.Case{
			ID: id, Trial: 1, Status: report.OK, Tags: map[string]string{"vendor": vendor},
			Counts: []metrics.Row{{Attribute: "total", Counts: counts}},
		})
		if err != nil {
			panic(err)
		}
	}
	summary := s.Summary()
	acme, ok := summary.Slice("vendor=acme")
	fmt.Println(summary.Number("recall of total").Value, acme.Number("recall of total").Value, ok)
	// Output: 0.667 0.000 true
}

// The field to look at first: the one below its limit, though its F1 is not the lowest.
func ExampleGate_WorstFields() {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
	err := s.Add(&report.Case{ID: "inv-1", Trial: 1, Status: report.OK, Counts: []metrics.Row{
		{Attribute: "notes[]", Counts: metrics.Counts{Match: 5, Wrong: 5}},
		{Attribute: "total", Counts: metrics.Counts{Match: 9, Wrong: 1}},
		{Attribute: "number", Counts: metrics.Counts{Match: 10}},
	}})
	if err != nil {
		panic(err)
	}
	gate := report.Gate{FieldF1: map[string]float64{"total": 0.99}}
	for _, a := range gate.WorstFields(s.Summary(), 5) {
		fmt.Println(a.Attribute)
	}
	// Output:
	// total
	// notes[]
}

// Limits that a program judges by itself, beside the gate. Number returns the number that a limit names.
func ExampleLimit() {
	s := summarizeAnswers()
	for _, limit := range []report.Limit{
		{Metric: "recall of net", Is: report.AtLeast, Value: 0.99},
		{Metric: "cost per case", Is: report.AtMost, Value: 0.2},
	} {
		value := s.Number(limit.Metric).Value
		fmt.Println(limit.Metric, value, "kept:", limit.Kept(value))
	}
	// Output:
	// recall of net 1.000 kept: true
	// cost per case 0.250 kept: false
}

// One scan was uploaded twice. An interval counts the two cases as one document.
func ExampleDocuments() {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
	for id, scan := range map[string]string{"inv-1": "scan A", "inv-2": "scan B", "inv-2-copy": "scan B"} {
		err := s.Add(&report.Case{ID: id, Trial: 1, Status: report.OK, InputHash: report.Hash([]byte(scan))})
		if err != nil {
			panic(err)
		}
	}
	d := s.Summary().Documents
	fmt.Println(d.Cases, "cases,", d.Distinct, "documents by equal", d.By)
	fmt.Println(d.Copies)
	// Output:
	// 3 cases, 2 documents by equal [inputs]
	// ["inv-2" and "inv-2-copy"]
}

// The most frequent Warning comes first.
func ExampleWarning() {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
	for id, warnings := range map[string][]string{"inv-1": {"page 2 is blank"}, "inv-2": {"page 2 is blank", "no text layer"}, "inv-3": nil} {
		if err := s.Add(&report.Case{ID: id, Trial: 1, Status: report.OK, Warnings: warnings}); err != nil {
			panic(err)
		}
	}
	for _, w := range s.Summary().Warnings {
		fmt.Println(w.Cases, w.Text)
	}
	// Output:
	// 2 page 2 is blank
	// 1 no text layer
}

// An interval that few documents make is approximate.
func ExampleEstimate() {
	fmt.Println(report.Estimate{Low: report.RatioOf(0.716, true), High: report.RatioOf(0.898, true)}.Interval())
	fmt.Println(report.Estimate{Low: report.RatioOf(0.566, true), High: report.RatioOf(1, true), Approximate: true}.Interval())
	// Output:
	// 0.716–0.898
	// ≈0.566–1.000
}

// A GateResult has a Check for each limit. The Direction of a limit is AtLeast or AtMost, its Bound the end of an interval that it is on.
func ExampleGateResult() {
	result, err := report.Gate{
		MicroF1: 0.8,
		Limits: []report.Limit{
			{Metric: "recall of total", Is: report.AtLeast, Value: 0.9},
			{Metric: "cost per case", Is: report.AtMost, Value: 0.2, Bound: report.BoundValue},
		},
	}.Check(summarizeAnswers())
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Passed)
	for _, check := range result.Failed() {
		fmt.Println(check.Name(), check.Value, check.Limit)
	}
	// Output:
	// false
	// recall of total 0.750 0.9
	// cost per case 0.250 0.2
}

// A program that looks into a run of several trials reads which cases come and go: the Stability has each FlakyCase.
func ExampleStability() {
	var s report.Summary
	s.Stability = &report.Stability{Trials: 5, Cases: 40, FlakyCases: 1, Flaky: []report.FlakyCase{{ID: "inv-2", Failed: 2, Trials: 5}}}
	for _, flaky := range s.Stability.Flaky {
		fmt.Printf("%s failed %d of %d times\n", flaky.ID, flaky.Failed, flaky.Trials)
	}
	// Output: inv-2 failed 2 of 5 times
}
