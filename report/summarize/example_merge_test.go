package summarize_test

import (
	"bytes"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// The artifacts of two machines make one Set, whose numbers are of all four invoices, and whose gate decides.
func ExampleMerge() {
	var m summarize.Merge
	ids := []string{"inv-1", "inv-2", "inv-3", "inv-4"}
	for shard := 1; shard <= 2; shard++ {
		var text bytes.Buffer
		w := artifact.NewWriter(&text, "shard")
		w.Write(report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1})
		w.Write(report.Dataset{Name: "invoices", Shard: shard, Shards: 2, Cases: 4, Gate: &report.Gate{MicroF1: 0.9}})
		for _, id := range ids {
			counts := metrics.Counts{Match: 1}
			if id == "inv-4" {
				counts = metrics.Counts{Wrong: 1}
			}
			if artifact.ShardOf(id, 2) == shard {
				w.Write(report.Case{ID: id, Trial: 1, Status: report.OK, Counts: []metrics.Row{{Attribute: "total", Counts: counts}}})
			}
		}
		if err := w.End(false); err != nil {
			panic(err)
		}
		source := artifact.Source{Name: fmt.Sprint("shard ", shard), Open: func() (io.ReadCloser, error) { return io.NopCloser(&text), nil }}
		if err := m.Read(source); err != nil {
			panic(err)
		}
	}
	set := m.Sets()[0]
	fmt.Println(set.Cases(), "cases, micro F1", set.Summarizer.Summary().Number("micro F1").Value)
	fmt.Println(set.Judge().Verdict)
	// Output:
	// 4 cases, micro F1 0.750
	// failed
}

// A data set that was recorded says how it is summarized: OptionsOf takes its conventions, and the slices of its gate. New makes the sums.
func ExampleOptionsOf() {
	options := summarize.OptionsOf(&report.Dataset{
		Name: "invoices",
		Gate: &report.Gate{Limits: []report.Limit{{Metric: "recall of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.9}}},
	})
	fmt.Println(options.Dataset, options.Slices)
	fmt.Println(summarize.New(options).Summary().Dataset)
	// Output:
	// invoices [vendor=acme]
	// invoices
}

// What two calls of a model cost: the Spending of the cases.
func ExampleSpending() {
	var s summarize.Spending
	for _, dollars := range []float64{0.25, 0.75} {
		s.Add(&report.Case{Status: report.OK, Cost: map[string]float64{"usd": dollars}})
	}
	for _, amount := range s.Sum().Amounts {
		fmt.Printf("%s: %d cases, %.2f in total, %.2f each\n", amount.Quantity, amount.Cases, amount.Total, amount.Mean)
	}
	// Output: cost: 2 cases, 1.00 in total, 0.50 each
}
