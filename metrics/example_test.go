package metrics_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics"
)

func ExampleTable() {
	var t metrics.Table
	t.Add("number", metrics.Match)
	t.Add("number", metrics.Match)
	t.Add("total", metrics.Match)
	t.Add("total", metrics.Wrong)
	t.Add("due_date", metrics.CorrectAbsence)

	for _, row := range t.Attributes {
		f1, ok := row.Counts.Confusion(t.Policy).F1()
		fmt.Printf("%-9s %.2f %v\n", row.Attribute, f1, ok)
	}
	micro, _ := t.Micro().F1()
	macro, _ := t.MacroF1()
	fmt.Printf("micro F1 %.2f, macro F1 %.2f\n", micro, macro)
	// Output:
	// number    1.00 true
	// total     0.50 true
	// due_date  0.00 false
	// micro F1 0.75, macro F1 0.75
}

// A program that judges values by a rule of its own counts an Outcome for each.
func ExampleOutcome() {
	var counts metrics.Counts
	for _, o := range []metrics.Outcome{metrics.Match, metrics.Missing, metrics.CorrectAbsence, metrics.Match} {
		fmt.Println(o, o.Hit())
		counts.Add(o)
	}
	fmt.Println(counts.Accuracy())
	// Output:
	// match true
	// missing false
	// correct_absence true
	// match true
	// 0.75 true
}

// A line for each outcome that occurred.
func ExampleOutcomes() {
	counts := metrics.Counts{Match: 40, Missing: 1, Wrong: 2}
	for _, o := range metrics.Outcomes() {
		if n := counts.Of(o); n > 0 {
			fmt.Println(o, n)
		}
	}
	// Output:
	// match 40
	// wrong 2
	// missing 1
}

// Three values are right and one is wrong: by default, the wrong value costs precision and recall.
func ExamplePolicy() {
	counts := metrics.Counts{Match: 3, Wrong: 1}
	for _, policy := range []metrics.Policy{metrics.WrongBoth, metrics.WrongFP, metrics.WrongFN} {
		c := counts.Confusion(policy)
		precision, _ := c.Precision()
		recall, _ := c.Recall()
		fmt.Println(policy, precision, recall)
	}
	fmt.Println(metrics.Policy("wrong_none").Validate())
	// Output:
	// wrong_both 0.75 0.75
	// wrong_fp 0.75 1
	// wrong_fn 1 0.75
	// metrics: unknown policy "wrong_none", want "wrong_both", "wrong_fp" or "wrong_fn"
}

// The rows of two machines are added up.
func ExampleNewTable() {
	table := metrics.NewTable(
		metrics.Row{Attribute: "total", Counts: metrics.Counts{Match: 8, Wrong: 2}},
		metrics.Row{Attribute: "date", Counts: metrics.Counts{Match: 10}},
		metrics.Row{Attribute: "total", Counts: metrics.Counts{Match: 10}},
	)
	for _, row := range table.Attributes {
		fmt.Println(row.Attribute, row.Counts.Match, row.Counts.Wrong)
	}
	// Output:
	// total 18 2
	// date 10 0
}

// Whole items of a list and invented keys have a Row, but are not fields: no macro or weighted mean includes them.
func ExampleRow() {
	table := metrics.NewTable(
		metrics.Row{Attribute: "lines[].amount", Counts: metrics.Counts{Match: 2, Missing: 2}},
		metrics.Row{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 1, Missing: 1}},
		metrics.Row{Attribute: metrics.InventedAttribute, Counts: metrics.Counts{Invented: 1}},
	)
	for _, row := range table.Attributes {
		fmt.Println(row.Attribute, row.InMeans())
	}
	// Output:
	// lines[].amount true
	// lines[] false
	// (invented) false
}

// The mean of a ratio by the rule of MacroF1. The second field was never right and counts as 0. The third was rightly
// absent everywhere and is left out.
func ExampleInMean() {
	sum, fields := 0.0, 0
	for _, c := range []metrics.Confusion{{TP: 5}, {FP: 1, FN: 1}, {TN: 5}} {
		if value, ok := metrics.InMean(metrics.Confusion.F1, c, false); ok {
			sum += value
			fields++
		}
	}
	fmt.Println(sum/float64(fields), "over", fields, "fields")
	// Output: 0.5 over 2 fields
}

// Of ten leaves the truth has a value for eight, of which six were read rightly. Plus adds up the counts of two machines.
func ExampleCounts() {
	c := metrics.Counts{Match: 2, CorrectAbsence: 2}.Plus(metrics.Counts{Match: 4, Wrong: 1, Missing: 1})
	fmt.Println(c.Total(), "leaves,", c.Support(), "with a value,", c.Mistakes(), "mistakes")
	accuracy, _ := c.Accuracy()
	floor, _ := c.NullFloor()
	slots, _ := c.SubstitutionErrorRate()
	fmt.Println("accuracy", accuracy, "of an empty answer", floor, "errors per value", slots)
	// Output:
	// 10 leaves, 8 with a value, 2 mistakes
	// accuracy 0.8 of an empty answer 0.2 errors per value 0.25
}

// Precision is 3/4 and recall 3/5. With a beta of 2 recall counts more, with 0.5 precision does.
func ExampleConfusion_FBeta() {
	c := metrics.Confusion{TP: 6, FP: 2, FN: 4}
	for _, beta := range []float64{0.5, 1, 2} {
		value, _ := c.FBeta(beta)
		fmt.Printf("%.1f: %.3f\n", beta, value)
	}
	// Output:
	// 0.5: 0.714
	// 1.0: 0.667
	// 2.0: 0.625
}

// The counts of two machines. A field that was wrong wherever it occurred counts 0: as much as the other in the macro average, and by its
// one value in the weighted one.
func ExampleTable_Merge() {
	table := metrics.NewTable(metrics.Row{Attribute: "number", Counts: metrics.Counts{Match: 3}})
	table.Merge(metrics.NewTable(metrics.Row{Attribute: "total", Counts: metrics.Counts{Wrong: 1}}))
	fmt.Println(table.Total())
	fmt.Println(table.MacroF1())
	fmt.Println(table.WeightedF1())
	// Output:
	// {3 0 1 0 0 0 0}
	// 0.5 true
	// 0.75 true
}
