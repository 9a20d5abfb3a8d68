package report_test

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics"
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
	// recall of total 0.750 reaches 0.750, within chance (0.163–0.979)
	// recall of total where vendor=acme 0.500 is below 0.750
	// 0 errors, within the 0 allowed
}
