package report_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// A Label says who has looked at the truth, a Page where pictures are, and the Shape of what form the document is. An Alignment counts the
// lines of the list, and a Field is one value of it. In this record the answer has two lines of three, and the IBAN is left out.
func ExampleCase() {
	e, err := eval.Spec{Fields: []eval.Field{
		{Path: "iban"},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}},
	}}.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(),
		`{"iban": "DE1", "lines": [{"sku": "A"}, {"sku": "B"}]}`,
		`{"iban": "DE1", "lines": [{"sku": "A"}, {"sku": "B"}, {"sku": "C"}]}`)
	if err != nil {
		panic(err)
	}
	var label report.Label
	label.State, label.By = "reviewed", "ann"
	c := report.NewCase(report.Observation{
		ID: "order-1", Result: &r, Text: "Order A B C",
		Label: &label,
		Pages: []report.Page{{Number: 1, Image: "order-1.png"}, {Number: 2}},
	}, report.CaseOptions{Redaction: redact.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}})

	fmt.Println(c.Passes(), c.Label.By, c.Shape.Pages, "pages", c.Shape.TextLength, "characters")
	for _, a := range c.Alignments {
		fmt.Println(a.Path, a.Paired, "paired,", a.OnlyWant, "missing")
	}
	for _, f := range c.Fields {
		got, want := f.Withheld()
		fmt.Println(f.Path, f.Outcome, "withheld:", got, want)
	}
	// Output:
	// false ann 2 pages 11 characters
	// lines 2 paired, 1 missing
	// iban match withheld: true true
	// lines[0].sku match withheld: false false
	// lines[1].sku match withheld: false false
	// lines[2].sku missing withheld: false false
}

// The records of an artifact, each a Record: a Run with the Versions of the software, its VCS revision and the Selection of tests, the
// Dataset with its Runner, the cases, and an End.
func ExampleRecord() {
	for _, r := range []report.Record{
		report.Run{
			Schema:    report.Schema,
			Package:   "example.com/service",
			Labels:    map[string]string{"model": "small"},
			Versions:  report.Versions{Go: "go1.26.8"},
			VCS:       report.VCS{Revision: "4ecf430b"},
			Selection: report.Selection{Run: "TestInvoices"},
		},
		report.Dataset{Name: "invoices", Runner: &report.Runner{Retries: 3}},
		report.Case{ID: "inv-1", Trial: 1, Status: report.OK},
		report.End{Cases: 1},
	} {
		fmt.Println(r.Type())
	}
	// Output:
	// run
	// dataset
	// case
	// end
}

// A program that records a data set of its own lets SetSpec write down the rules.
func ExampleDataset() {
	ds := report.Dataset{Name: "invoices"}
	_, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "number"}, {Path: "total", Match: compare.Numeric{}}}})
	fmt.Println(ds.Attributes, string(ds.Spec), err)
	// Output: [number total] {"fields":[{"path":"number"},{"path":"total","match":"numeric"}]} <nil>
}

// The metrics of limits on a class, and on whether the right class is among the likeliest. TopMetric is the second of them.
func ExampleClassName() {
	fmt.Println("recall of " + report.ClassName("type", "invoice"))
	fmt.Println("recall of " + report.ClassName("type", "credit note"))
	fmt.Println(report.TopMetric(3, "type"))
	// Output:
	// recall of type=invoice
	// recall of type="credit note"
	// top-3 accuracy of type
}

// The cells of a confusion table: each ClassPair whose two classes differ.
func ExampleClasses() {
	classes := report.Classes{Attribute: "type", Pairs: []report.ClassPair{
		{Want: "invoice", Got: "invoice", Values: 40},
		{Want: "receipt", Got: "invoice", Values: 3},
		{Want: "receipt", Got: report.ClassEmpty, Values: 1},
	}}
	for _, pair := range classes.Confusions() {
		fmt.Println(pair.Values, pair.Want, "taken for", pair.Got)
	}
	// Output:
	// 3 receipt taken for invoice
	// 1 receipt taken for (empty)
}

// A field with four classes has an accuracy of the first 1, 2 and 3, if answers have scores.
func ExampleClassList() {
	list := report.ClassList{Attribute: "type", Names: []string{"invoice", "receipt", "letter", "form"}, Scores: "type_scores"}
	fmt.Println(list.TopK())
	// Output: [1 2 3]
}

// Where the wrong totals come from: an OriginRow has the Origins of an attribute.
func ExampleOrigins() {
	row := report.OriginRow{Attribute: "total", Origins: report.Origins{Misread: 2, MadeUp: 1}}
	fmt.Println(row.Attribute, row.Of("misread"), row.Of("made_up"), row.Of("picked"))
	// Output: total 2 1 0
}

// A run against the file of the run before: a Fall is a number that went down.
func ExampleBaseline() {
	b := report.Baseline{File: "testdata/invoices.baseline.jsonl", Cases: 200, Worse: []report.Fall{
		{Name: "total", Old: report.RatioOf(0.990, true), New: report.RatioOf(0.905, true)},
	}}
	fmt.Println(b.Passed())
	for _, fall := range b.Worse {
		fmt.Println(fall.Change())
	}
	// Output:
	// false
	// total 0.990 → 0.905 (-0.085)
}

// How far two people agree on a field: what an extractor can be expected to reach.
func ExampleAgreement() {
	a := &report.Agreement{Reviewers: 2, Documents: 50, Fields: []report.FieldAgreement{
		{Attribute: "total", Documents: 48, Share: report.RatioOf(0.98, true)},
	}}
	fmt.Println(a.Of("total").Share, a.Of("vendor") == nil)
	// Output: 0.980 true
}

// A Measure that a program declares, and what an answer adds to it, a Measured: 9 of its 10 quotes are in the text.
func ExampleMeasure() {
	quotes := report.Measure{Name: "quotes located"}
	fmt.Println(quotes.Number().Name, quotes.Number().Kind)
	fmt.Println(report.Measured{Name: quotes.Name, Sum: 9, Weight: 10}.Validate())
	fmt.Println(report.Measured{Name: quotes.Name, Sum: 9, Weight: -1}.Validate() != nil)
	// Output:
	// measure quotes located measure
	// <nil>
	// true
}

// The measures of a scan that holds several documents, for limits.
func ExamplePacketMeasures() {
	spec := eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{"invoice": {}, "letter": {}}}}}}
	for _, m := range report.PacketMeasures(spec) {
		fmt.Println("measure " + m.Name)
	}
	// Output:
	// measure packet over-split
	// measure packet under-split
	// measure packet right
	// measure packet in order
	// measure packet V-measure
	// measure packet adjusted Rand
	// measure packet page order
}
