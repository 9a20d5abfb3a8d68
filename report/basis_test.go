package report_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// thirty has 30 cases in some trials. Of each trial, the first 2 cases are of acme, 3 have a po, the rule adds_up applies to 4,
// 5 are measured, 1 failed, the last 6 have no truth, and cases of bolt say no cost.
func thirty(t *testing.T, trials int) report.Summary {
	t.Helper()
	var cases []*report.Case
	for i := range 30 * trials {
		trial, k := i/30+1, i%30
		rows := []metrics.Row{reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("po", metrics.Counts{CorrectAbsence: 1})}
		if k == 0 {
			rows[0].Counts = metrics.Counts{Wrong: 1}
		}
		if k < 3 {
			rows[1].Counts = metrics.Counts{Wrong: 1}
		}
		c := reporttest.Counted(fmt.Sprint(k), trial, 0.5, rows...)
		c.Duration, c.Tags = time.Second, map[string]string{"vendor": "bolt"}
		state := invariant.NotApplicable
		if k < 4 {
			state = eval.Broken
		}
		if k < 5 {
			c.Measures = []report.Measured{{Name: "rqs", Sum: 0.5, Weight: 1}}
		}
		c.Invariants = []invariant.Result{{Name: "adds_up", State: state}}
		if k < 2 {
			c.Tags["vendor"], c.Cost = "acme", map[string]float64{"usd": 1}
		}
		if k == 20 {
			c.Status, c.Error, c.Invariants = report.Error, "late", nil
		}
		if k >= 24 {
			c.Unlabelled, c.Counts, c.Score, c.NullScore = true, nil, report.Ratio{}, report.Ratio{}
		}
		cases = append(cases, c)
	}
	return reporttest.Summarize(t, summarize.Options{
		Dataset: "d", Slices: []string{"vendor=acme", "vendor=bolt"}, Measures: []report.Measure{{Name: "rqs"}, {Name: "never"}}, Invariants: []string{"adds_up"},
	}, cases...)
}

// A limit that fails says over how many cases its own number is, and not over how many the data set has.
func TestChecksSayOverHowManyCases(t *testing.T) {
	const all = ", over 24 labelled of 30 cases"
	least := func(metric, slice string) report.Limit {
		return report.Limit{Metric: metric, Slice: slice, Is: report.AtLeast, Value: 1}
	}
	most := func(metric, slice string) report.Limit {
		return report.Limit{Metric: metric, Slice: slice, Is: report.AtMost, Value: 0.1}
	}
	for _, tt := range []struct {
		name   string
		limits []report.Limit
		want   string
	}{
		{"all cases", []report.Limit{least("F1 of total", "")}, "F1 of total 0.958 is below 1.000" + all},
		{"a slice", []report.Limit{least("F1 of total", "vendor=acme")}, "F1 of total where vendor=acme 0.500 (of 2 of 30 cases) is below 1.000"},
		{"an end of an interval", []report.Limit{{Metric: "F1 of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 1, Bound: report.BoundLow}},
			"lower end of F1 of total where vendor=acme 0.049 (of 2 of 30 cases) is below 1.000"},
		{"labelled cases of a slice", []report.Limit{least("mean score", "vendor=bolt")}, "mean score where vendor=bolt 0.500 (of 22 of 30 cases) is below 1.000"},
		{"labelled cases", []report.Limit{least("mean score", "")}, "mean score 0.500 is below 1.000" + all},
		{"a field that few truths have", []report.Limit{least("precision of po", "")}, "precision of po 0.000 (with 3 values in the truths) is below 1.000" + all},
		{"in a slice", []report.Limit{least("precision of po", "vendor=bolt")}, "precision of po where vendor=bolt 0.000 (of 22 of 30 cases, with 1 value in the truths) is below 1.000"},
		{"undefined", []report.Limit{least("F1 of po", "vendor=acme")}, "F1 of po where vendor=acme is undefined (of 2 of 30 cases: no match in 2 values), want at least 1.000"},
		{"a rule", []report.Limit{least("rule adds_up", "")}, "rule adds_up 0.000 (of 4 of 30 cases) is below 1.000"},
		{"a rule in a slice", []report.Limit{least("rule adds_up", "vendor=bolt")}, "rule adds_up where vendor=bolt 0.000 (of 2 of 30 cases) is below 1.000"},
		{"what needs no truth", []report.Limit{most("latency p95", ""), most("measure never", "")}, "latency p95 1s (of 29 of 30 cases) is above 100ms; measure never is undefined (of all 30 cases), want at most 0.100"},
		{"a measure", []report.Limit{least("measure rqs", "")}, "measure rqs 0.500 (of 5 of 30 cases) is below 1.000"},
		{"latency of answers", []report.Limit{most("latency p95", "")}, "latency p95 1s (of 29 of 30 cases) is above 100ms"},
		{"cost, some cases silent", []report.Limit{most("cost per case", "")}, "cost per case $1 (of 2 of 29 cases) is above $0.1"},
		{"cost in a slice", []report.Limit{most("cost per case", "vendor=acme")}, "cost per case where vendor=acme $1 (of 2 of 30 cases) is above $0.1"},
		{"some over all cases", []report.Limit{least("rule adds_up", ""), least("F1 of total", ""), least("F1 of total", "vendor=acme"), least("accuracy", "")},
			"F1 of total 0.958 is below 1.000; accuracy 0.917 is below 1.000" + all + "; rule adds_up 0.000 (of 4 of 30 cases) is below 1.000; F1 of total where vendor=acme 0.500 (of 2 of 30 cases) is below 1.000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := report.Gate{Limits: tt.limits, MaxErrors: 1}.Check(thirty(t, 1))
			require.NoError(t, err)
			reporttest.RequireValid(t, []byte(reporttest.Line(t, got)))
			got.WorstField = ""
			assert.Equal(t, "d: "+tt.want, got.String())
		})
	}

	// A rule over all cases of a data set that is labelled in part is not over the labelled ones.
	cases := []*report.Case{without("a", 1, eval.Broken, eval.Broken), with("b", eval.Broken, eval.Broken)}
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d", Invariants: []string{"a", "b"}}, cases...)
	got, err := report.Gate{Limits: []report.Limit{least("rule a", ""), least("F1 of total", ""), most("rule b", "")}}.Check(s)
	require.NoError(t, err)
	assert.Equal(t, "d: rule a 0.000 (of all 2 cases) is below 1.000", got.String())
	got, err = report.Gate{Limits: []report.Limit{most("rule a", "")}}.Check(s)
	require.NoError(t, err)
	assert.Equal(t, "d: gate passed over 1 labelled of 2 cases; within the interval, where other documents could fail: rule a (of all 2 cases)", got.String())
}

// The numbers of several trials are means, and so is over how many cases they are.
func TestChecksOfTrialsSayOverHowManyCases(t *testing.T) {
	for metric, want := range map[string]string{
		"F1 of total":     "d: F1 of total where vendor=acme 0.500 (of 2 of 30 cases) is below 1.000, in each of 3 trials",
		"rule adds_up":    "d: rule adds_up where vendor=acme 0.000 (of 2 of 30 cases) is below 1.000, in each of 3 trials",
		"precision of po": "d: precision of po where vendor=acme 0.000 (of 2 of 30 cases) is below 1.000, in each of 3 trials",
	} {
		got, err := report.Gate{Limits: []report.Limit{{Metric: metric, Slice: "vendor=acme", Is: report.AtLeast, Value: 1}}, MaxErrors: 3}.Check(thirty(t, 3))
		require.NoError(t, err)
		got.WorstField = ""
		assert.Equal(t, want, got.String())
	}
	gate := report.Gate{Limits: []report.Limit{{Metric: "latency p95", Is: report.AtMost, Value: 0.1}}, MaxErrors: 3}
	got, err := gate.Check(thirty(t, 3))
	require.NoError(t, err)
	assert.Equal(t, "latency p95 1s (of 29 cases) is above 100ms", got.Checks[0].String(), "a failed answer has no time")
}

// A gate that passed says so over all cases, and which of its limits are over some of them.
func TestPassedGateSaysWhatIsOverSomeCases(t *testing.T) {
	limits := []report.Limit{{Metric: "F1 of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.4}, {Metric: "F1 of total", Is: report.AtLeast, Value: 0.3}}
	for n, want := range map[int]string{
		1: "d: gate passed over 24 labelled of 30 cases, the only limit over some of them; within the interval, where other documents could fail: F1 of total where vendor=acme (of 2 of 30 cases)",
		2: "d: gate passed over 24 labelled of 30 cases, 1 of 2 limits over some of them; within the interval, where other documents could fail: F1 of total where vendor=acme (of 2 of 30 cases)",
	} {
		got, err := report.Gate{Limits: limits[:n], MaxErrors: 1}.Check(thirty(t, 1))
		require.NoError(t, err)
		assert.Equal(t, want, got.String())
	}
}

// A record from before checks had their number of cases says nothing on it.
func TestOldChecksDoNotSayOverHowManyCases(t *testing.T) {
	check := report.Check{Metric: "F1 of total", Slice: "vendor=acme", Value: report.RatioOf(0.5, true), Limit: 0.9}
	whole := report.Check{Metric: "micro F1", Value: report.RatioOf(0.5, true), Limit: 0.9}
	got := report.GateResult{Dataset: "d", Cases: 30, Trials: 1, Checks: []report.Check{check}}
	assert.Equal(t, "d: F1 of total where vendor=acme 0.500 is below 0.900", got.String())
	got.Checks = append(got.Checks, whole)
	assert.Equal(t, "d: micro F1 0.500 is below 0.900, over 30 cases; F1 of total where vendor=acme 0.500 is below 0.900", got.String())
}
