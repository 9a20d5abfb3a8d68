package report_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Values that read alike get digits until they do not.
func TestChecksOfUsage(t *testing.T) {
	for _, tt := range []struct {
		metric       string
		value, limit float64
		want         string
	}{
		{"cost per case", 0.0021, 0.003, "cost per case $0.0021 is within $0.003"},
		{"cost per case", 0.0020001, 0.002, "cost per case $0.0020001 is above $0.002"},
		{"latency p95", 2.0001, 2, "latency p95 2.0001s is above 2s"},
		{"tokens per case", 1830.5, 1800, "tokens per case 1830 is above 1800"},
	} {
		l := report.Limit{Metric: tt.metric, Is: report.AtMost, Value: tt.limit}
		c := report.Check{Metric: tt.metric, Value: report.RatioOf(tt.value, true), Limit: tt.limit, AtMost: true, Passed: l.Kept(report.RatioOf(tt.value, true))}
		assert.Equal(t, tt.want, c.String())
	}
}

// A record has keys for the usage of a suite, and the schema knows them.
func TestRecordsOfUsage(t *testing.T) {
	c := report.NewCase(report.Observation{ID: "a", Result: reporttest.Invoice(), Retries: 2, TimedOut: true, Replayed: true, Err: fmt.Errorf("late")}, report.CaseOptions{})
	line := reporttest.Line(t, c)
	assert.Contains(t, line, `"retries":2,"timed_out":true,"replayed":true`)
	reporttest.RequireValid(t, []byte(line))

	s := reporttest.Summarize(t, summarize.Options{}, reporttest.Counted("a", 1, 1))
	s.Usage = &usage.Spending{Amounts: []usage.Amount{{Quantity: usage.Cost, Cases: 2, Total: 1, Mean: 0.5, P50: 0.4, P95: 0.6}}, Replayed: 1, Retried: 2, Retries: 3, TimedOut: 4}
	s.DataHash = "0123456789abcdef"
	line = reporttest.Line(t, s)
	assert.Contains(t, line, `"usage":{"amounts":[{"quantity":"cost","cases":2,"total":1,"mean":0.5,"p50":0.4,"p95":0.6}],"replayed":1,"retried":2,"retries":3,"timed_out":4}`)

	c = report.NewCase(report.Observation{ID: "a", Result: reporttest.Invoice(), Taken: "x.crashed.jsonl", Input: []byte("in"), Text: "Total 1"}, report.CaseOptions{})
	line = reporttest.Line(t, c)
	assert.Contains(t, line, `"taken":"x.crashed.jsonl"`)
	assert.Contains(t, line, `"input_hash":"`+report.Hash([]byte("in"))+`","text_hash":"`+report.Hash([]byte("Total 1"))+`"`)
	reporttest.RequireValid(t, []byte(line))

	line = reporttest.Line(t, report.Dataset{Name: "a", Runner: &report.Runner{Timeout: 1, Retries: 2, Rate: 0.5, StopAfter: 4}})
	assert.Contains(t, line, `"runner":{"timeout_ns":1,"retries":2,"rate":0.5,"stop_after":4}`)
	reporttest.RequireValid(t, []byte(line))
	require.NotContains(t, reporttest.Line(t, report.Dataset{Name: "a"}), "runner")
}

// half is 60 cases of 1 cent each, of which so many say so. All of acme's do.
func half(t *testing.T, says int) report.Summary {
	t.Helper()
	var cases []*report.Case
	for i := range 60 {
		c := reporttest.Counted(fmt.Sprint(i), 1, 1)
		c.Tags = map[string]string{"vendor": "bolt"}
		if i < says {
			c.Cost = map[string]float64{"usd": 0.01}
		}
		if i < 10 {
			c.Tags["vendor"] = "acme"
		}
		cases = append(cases, c)
	}
	return reporttest.Summarize(t, summarize.Options{Dataset: "d", Slices: []string{"vendor=acme"}}, cases...)
}

// The costs of some cases decide nothing, unless they are too much already.
func TestLimitsOnWhatNotAllCasesSay(t *testing.T) {
	for _, tt := range []struct {
		name  string
		says  int
		limit report.Limit
		want  string
	}{
		{"all say it", 60, report.Limit{Value: 0.02}, "d: gate passed over 60 cases"},
		{"half of them", 30, report.Limit{Value: 0.02}, "d: gate not evaluable: cost per case $0.01 (of 30 of 60 cases) is within $0.02, and what the others took is not known: extractors say it by evaltest.AddUsage, Free where it is nothing, lines of answers by usage"},
		{"half of them, too much", 30, report.Limit{Value: 0.005}, "d: cost per case $0.01 (of 30 of 60 cases) is above $0.005"},
		{"a slice in which all do", 30, report.Limit{Value: 0.02, Slice: "vendor=acme"}, "d: gate passed over 60 cases, the only limit over some of them"},
		{"none", 0, report.Limit{Value: 0.02}, "d: cost per case is undefined (no case says what it used; extractors do by evaltest.AddUsage, lines of answers by usage), want at most $0.02, over 60 cases"},
	} {
		tt.limit.Metric, tt.limit.Is = "cost per case", report.AtMost
		got, err := report.Gate{Limits: []report.Limit{tt.limit}}.Check(half(t, tt.says))
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.want, got.String(), tt.name)
		reporttest.RequireValid(t, []byte(reporttest.Line(t, got)))
	}
}

func TestCoverageIsShownWhereItIsNotWhole(t *testing.T) {
	cost := usage.Metrics()[0]
	whole, some := half(t, 60).Usage, half(t, 57).Usage
	assert.Equal(t, "$0.01", cost.Text(whole))
	assert.Equal(t, "$0.01 (of 57 of 60 cases)", cost.Text(some))
	assert.Equal(t, "", cost.Text(nil))
	assert.Equal(t, []string{"cost", "60", "$0.6", "$0.01", "$0.01", "$0.01"}, whole.Rows()[0])
	assert.Equal(t, []string{"cost", "57 of 60", "$0.57", "$0.01", "$0.01", "$0.01"}, some.Rows()[0])
}
