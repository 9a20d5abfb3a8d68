package summarize_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

func ExampleSummarizer() {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
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
	fmt.Println("micro F1", summary.Number("micro F1").Value)

	result, err := report.Gate{MicroF1: 0.9}.Check(summary)
	fmt.Println(result, err)
	// Output:
	// micro F1 0.833
	// invoices: micro F1 0.833 is below 0.900, over 2 cases; look first at total (F1 0.833) <nil>
}
