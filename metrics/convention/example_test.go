package convention_test

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/convention"
	"github.com/extracteval/extracteval/metrics/eval"
)

// show prints a ratio, and whether it is defined.
func show(name string, ratio func() (float64, bool)) {
	value, ok := ratio()
	fmt.Printf("%s %.3f %v\n", name, value, ok)
}

// The table is the one in AgentV's README, with the counts that lead to it.
func Example_agentV() {
	table := metrics.NewTable(
		metrics.Row{Attribute: "currency", Counts: metrics.Counts{Match: 4, Wrong: 1}},
		metrics.Row{Attribute: "gross_total", Counts: metrics.Counts{Match: 3, Wrong: 1, Missing: 1}},
		metrics.Row{Attribute: "importer.name", Counts: metrics.Counts{Match: 5}},
		metrics.Row{Attribute: "invoice_date", Counts: metrics.Counts{Match: 5}},
		metrics.Row{Attribute: "invoice_number", Counts: metrics.Counts{Match: 4, Missing: 1}},
		metrics.Row{Attribute: "supplier.name", Counts: metrics.Counts{Match: 1, Wrong: 4}},
	)
	for _, row := range table.Attributes {
		c := row.Counts.Confusion(metrics.WrongBoth)
		precision, _ := c.Precision()
		recall, _ := c.Recall()
		f1, _ := c.F1()
		fmt.Printf("%-14s %d %d %d %d %.3f %.3f %.3f\n", row.Attribute, c.TP, c.TN, c.FP, c.FN, precision, recall, f1)
	}
	micro, _ := table.Total().Confusion(metrics.WrongBoth).F1()
	macro, _ := table.MacroF1()
	fmt.Printf("micro %.3f macro %.3f\n", micro, macro)
	// Output:
	// currency       4 0 1 1 0.800 0.800 0.800
	// gross_total    3 0 1 2 0.750 0.600 0.667
	// importer.name  5 0 0 0 1.000 1.000 1.000
	// invoice_date   5 0 0 0 1.000 1.000 1.000
	// invoice_number 4 0 0 1 1.000 0.800 0.889
	// supplier.name  1 0 4 4 0.200 0.200 0.200
	// micro 0.759 macro 0.759
}

// Ten values: six right, two wrong, one missing, one that the truth does not have; and an absence on both sides. The type Stickler has
// stickler's five numbers.
func ExampleSticklerOf() {
	s := convention.SticklerOf(metrics.Counts{Match: 6, Wrong: 2, Missing: 1, Hallucinated: 1, CorrectAbsence: 1})
	fmt.Printf("%+v FP %d\n", s, s.FA+s.FD)
	show("precision     ", s.Confusion().Precision) // 6 / 9
	show("recall        ", s.Confusion().Recall)    // 6 / 7
	show("F1            ", s.Confusion().F1)        // 12 / 16
	show("accuracy      ", s.Accuracy)              // 7 / 11
	s.RecallWithFD = true
	show("recall with FD", s.Confusion().Recall) // 6 / 9
	show("F1 with FD    ", s.Confusion().F1)     // 12 / 18
	// Output:
	// {TP:6 FA:1 FD:2 TN:1 FN:1 RecallWithFD:false} FP 3
	// precision      0.667 true
	// recall         0.857 true
	// F1             0.750 true
	// accuracy       0.636 true
	// recall with FD 0.667 true
	// F1 with FD     0.667 true
}

func ExampleExtractBenchOf() {
	e := convention.ExtractBenchOf(metrics.Counts{Match: 6, Wrong: 2, Missing: 1, Hallucinated: 1, CorrectAbsence: 1})
	fmt.Printf("%+v\n", e)
	show("precision", e.Precision) // 6 / 7
	show("recall   ", e.Recall)    // 6 / 9
	show("F1       ", e.F1)        // 12 / 16
	// Output:
	// {TP:6 TN:1 FP:1 FN:3}
	// precision 0.857 true
	// recall    0.667 true
	// F1        0.750 true
}

// In the first document a name is missing and another one was invented: one replacement. In the second a total is missing, in
// the third one is hallucinated: an addition and a removal, since they are in different documents.
func ExampleKIEvalOf() {
	var k convention.KIEval
	for _, document := range [][]metrics.Row{
		{
			{Attribute: "lines[].name", Counts: metrics.Counts{Match: 2, Missing: 1, Invented: 1}},
			{Attribute: "total", Counts: metrics.Counts{Match: 1}},
		},
		{{Attribute: "total", Counts: metrics.Counts{Missing: 1}}},
		{{Attribute: "total", Counts: metrics.Counts{Hallucinated: 1}}},
	} {
		k = k.Plus(convention.KIEvalOf(document))
	}
	fmt.Printf("%+v\n", k)
	show("aligned  ", k.Aligned)  // 3 / (3 + 1 + 2)
	show("entity F1", k.F1)       // 6 / (6 + 2 + 2)
	show("accuracy ", k.Accuracy) // 3 / 7
	// Output:
	// {Confusion:{TP:3 TN:0 FP:2 FN:2} WrongMatch:1 NoMatch:2}
	// aligned   0.500 true
	// entity F1 0.600 true
	// accuracy  0.429 true
}

// The document at the end of metric.py: a date and three holdings of two values. The prediction has the date, Cygnus, Acme with
// another value, and Delta, which does not exist, in place of Beta. The type OmniExtractBench has the buckets.
func ExampleOmniExtractBenchOf() {
	c := metrics.Counts{Match: 4, Wrong: 1, Missing: 2, Invented: 2}
	o, confusion := convention.OmniExtractBenchOf(c), c.Confusion(metrics.WrongBoth)
	fmt.Printf("%+v\n", o)
	show("accuracy  ", o.Accuracy)          // 4 / 9
	show("precision ", confusion.Precision) // 4 / 7
	show("recall    ", confusion.Recall)    // 4 / 7
	show("F1        ", confusion.F1)        // 8 / 14
	show("found     ", o.Found)             // 5 / 9
	show("read right", o.ReadRight)         // 4 / 5
	// Output:
	// {Matched:4 Misread:1 Unfound:2 Fabricated:0 Invented:2}
	// accuracy   0.444 true
	// precision  0.571 true
	// recall     0.571 true
	// F1         0.571 true
	// found      0.556 true
	// read right 0.800 true
}

// The price of the first line is missing, and the second line has a price too many: two corrections by the pairs of lines, and one
// replacement by the counts of the document.
func ExampleKIEvalOfFields() {
	evaluator, err := eval.Spec{Fields: []eval.Field{{
		Path: "lines",
		List: &eval.List{By: []string{"name"}, Fields: []eval.Field{{Path: "name"}, {Path: "price"}}},
	}}}.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := evaluator.Evaluate(context.Background(),
		`{"lines": [{"name": "tea", "price": null}, {"name": "milk", "price": 2}]}`,
		`{"lines": [{"name": "tea", "price": 4}, {"name": "milk", "price": null}]}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	byPairs, byCounts := convention.KIEvalOfFields(r.Fields), convention.KIEvalOf(r.Table.Attributes)
	fmt.Println(byPairs.WrongMatch, byPairs.NoMatch)
	fmt.Println(byCounts.WrongMatch, byCounts.NoMatch)
	show("aligned by pairs ", byPairs.Aligned)  // 2 / (2 + 0 + 2)
	show("aligned by counts", byCounts.Aligned) // 2 / (2 + 1 + 0)
	// Output:
	// 0 2
	// 1 0
	// aligned by pairs  0.500 true
	// aligned by counts 0.667 true
}

func ExampleFieldBenchOf() {
	f := convention.FieldBenchOf(metrics.Counts{Match: 5, Wrong: 1, Missing: 1, Hallucinated: 1, CorrectAbsence: 2, Invented: 3})
	fmt.Printf("%+v\n", f)
	show("accuracy      ", f.Accuracy)  // 7 / 10
	show("all-null floor", f.NullFloor) // 3 / 10
	// Output:
	// {Match:5 CorrectAbsence:2 Wrong:1 Missing:1 Hallucinated:1 Invented:0 Errored:0}
	// accuracy       0.700 true
	// all-null floor 0.300 true
}

// One record, six tools: eight values expected, of which six were read rightly, one wrongly and one not at all; one hallucinated
// and two invented.
func Example() {
	c := metrics.Counts{Match: 6, Wrong: 1, Missing: 1, Hallucinated: 1, Invented: 2}
	agentv, _ := c.Confusion(metrics.WrongBoth).F1()
	stickler, _ := convention.SticklerOf(c).Confusion().F1()
	extractBench, _ := convention.ExtractBenchOf(c).F1()
	kieval, _ := convention.KIEvalOf([]metrics.Row{{Attribute: "name", Counts: c}}).Aligned()
	omni, _ := convention.OmniExtractBenchOf(c).Accuracy()
	fieldbench, _ := convention.FieldBenchOf(c).Accuracy()
	fmt.Printf("AgentV F1                    %.3f\n", agentv)       // 12 / (12 + 4 + 2)
	fmt.Printf("stickler F1                  %.3f\n", stickler)     // 12 / (12 + 4 + 1)
	fmt.Printf("extract-bench F1             %.3f\n", extractBench) // 12 / (12 + 1 + 2)
	fmt.Printf("KIEval aligned               %.3f\n", kieval)       // 6 / (6 + 2 + 2)
	fmt.Printf("omni-extract-bench accuracy  %.3f\n", omni)         // 6 / 11
	fmt.Printf("fieldbench accuracy          %.3f\n", fieldbench)   // 6 / 9
	// Output:
	// AgentV F1                    0.667
	// stickler F1                  0.706
	// extract-bench F1             0.800
	// KIEval aligned               0.600
	// omni-extract-bench accuracy  0.545
	// fieldbench accuracy          0.667
}
