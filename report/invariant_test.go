package report_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// ruled has 10 cases: adds_up holds in 7, is broken in 2 and errored in one; due is of no answer.
// The broken ones and two others are acme's.
func ruled(t *testing.T, labelled bool) report.Summary {
	t.Helper()
	var cases []*report.Case
	for i, state := range []invariant.State{"broken", "broken", "holds", "holds", "holds", "holds", "holds", "holds", "holds", "errored"} {
		c := reporttest.Counted(strings.Repeat("x", i+1), 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
		c.Invariants = []invariant.Result{{Name: "adds_up", State: state}, {Name: "due", State: invariant.NotApplicable}}
		if i < 4 {
			c.Tags = map[string]string{"vendor": "acme"}
		}
		if !labelled {
			c.Unlabelled, c.Counts, c.Score, c.NullScore = true, nil, report.Ratio{}, report.Ratio{}
		}
		cases = append(cases, c)
	}
	return reporttest.Summarize(t, summarize.Options{Dataset: "invoices", OptionalInvariants: []string{"due"}, Slices: []string{"vendor=acme"}}, cases...)
}

func TestLimitsOnInvariants(t *testing.T) {
	s := ruled(t, true)
	for _, tt := range []struct {
		name  string
		limit report.Limit
		want  string
	}{
		{"missed", report.Limit{Metric: "rule adds_up", Is: "at_least", Value: 0.8}, "rule adds_up 0.778 (of 9 cases) is below 0.800"},
		{"kept", report.Limit{Metric: "rule adds_up", Is: "at_least", Value: 0.7}, "rule adds_up 0.778 (of 9 cases) reaches 0.700, within the interval 0.453–0.937: other documents could fail"},
		{"at most", report.Limit{Metric: "rule adds_up", Is: "at_most", Value: 0.5}, "rule adds_up 0.778 (of 9 cases) is above 0.500"},
		{"the lower end", report.Limit{Metric: "rule adds_up", Is: "at_least", Value: 0.5, Bound: report.BoundLow}, "lower end of rule adds_up 0.453 (of 9 cases) is below 0.500"},
		{"a slice", report.Limit{Metric: "rule adds_up", Slice: "vendor=acme", Is: "at_least", Value: 0.6}, "rule adds_up where vendor=acme 0.500 (of 4 cases) is below 0.600"},
		{"nothing applicable", report.Limit{Metric: "rule due", Is: "at_least", Value: 0.1}, "rule due is undefined (it applies to none of 10 cases), want at least 0.100"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := report.Gate{Limits: []report.Limit{tt.limit}, MaxErrors: 1}
			require.NoError(t, g.Validate())
			result, err := g.Check(s)
			require.NoError(t, err)
			assert.Equal(t, tt.want, result.Checks[0].String())
			assert.Equal(t, tt.name == "kept", result.Passed)
			assert.True(t, g.OfCases(), "the records are enough")
		})
	}

	g := report.Gate{Limits: []report.Limit{{Metric: "rule adds_up", Is: "at_least", Value: 0.7}}}
	result, err := g.Check(s)
	require.NoError(t, err)
	assert.False(t, result.Passed)
	assert.Equal(t, "1 error, more than the 0 allowed", result.Failed()[0].String(), "the one that could not be judged")

	for metric, want := range map[string]string{
		"rule add_up": `report: gate: data set "invoices" has no metric "rule add_up"; did you mean "rule adds_up"? (there are `,
		"adds_up":     `report: gate: data set "invoices" has no metric "adds_up"; did you mean "rule adds_up"? (there are `,
	} {
		err := report.Gate{Limits: []report.Limit{{Metric: metric, Is: "at_least", Value: 0.7}}}.CheckLimits(s, true)
		assert.ErrorContains(t, err, want)
	}
}

// Without any truth a limit on a metric that needs one is an error, not a limit that is never kept.
func TestLimitsWithoutTruths(t *testing.T) {
	s := ruled(t, false)
	g := report.Gate{
		MacroF1: 0.9, FieldF1: map[string]float64{"total": 0.9},
		Limits: []report.Limit{
			{Metric: "mean score", Is: "at_least", Value: 0.9}, {Metric: "recall of total", Is: "at_least", Value: 0.9}, {Metric: "rule adds_up", Is: "at_least", Value: 0.7},
		},
	}
	const wrong = `: no case of data set "invoices" has a truth; limit an invariant: "rule NAME"`
	assert.EqualError(t, g.CheckLimits(s, false), "report: gate: limit on macro F1"+wrong+"\nreport: gate: limit on F1 of total"+wrong+
		"\nreport: gate: limit on mean score"+wrong+"\nreport: gate: limit on recall of total"+wrong)
	g = report.Gate{Limits: g.Limits[2:], MaxErrors: 1}
	result, err := g.Check(s)
	require.NoError(t, err)
	assert.Equal(t, "invoices: gate passed over 10 cases without a truth, the only limit over some of them; within the interval, where other documents could fail: rule adds_up (of 9 of 10 cases)", result.String())
}

func TestCaseRecordOfInvariants(t *testing.T) {
	seen := report.Observation{ID: "a", Result: &eval.Result{Score: 1, Verdict: eval.Pass, Reasoning: "1/1 fields matched", Invariants: []invariant.Result{
		{Name: "adds_up", State: invariant.Broken, Note: strings.Repeat("9", 50), Paths: []string{"total", "net", "tax"}},
		{Name: "shape", State: invariant.Holds},
	}}}
	c := report.NewCase(seen, report.CaseOptions{MaxExamples: 2, MaxValueBytes: 20})
	c.DataHash = ""
	assert.Equal(t, `{"type":"case","id":"a","trial":1,"status":"ok","score":1,"null_score":0,"verdict":"pass","reasoning":"1/1 fields matched",`+
		`"invariants":[{"name":"adds_up","state":"broken","note":"99999999999999999999…","paths":["total","net"]},{"name":"shape","state":"holds"}]}`+"\n", reporttest.Line(t, c))
	assert.True(t, len(c.Broken()) > 0)
	assert.False(t, c.Passes())
	assert.Equal(t, eval.Pass, c.Verdict, "an invariant changes no verdict")
	assert.Equal(t, report.RatioOf(0.5, true), report.RatioOf(invariant.Holding(c.Invariants)))

	seen.Unlabelled = true
	c = report.NewCase(seen, report.CaseOptions{})
	assert.Equal(t, eval.Fail, c.Verdict)
	assert.Equal(t, report.Ratio{}, c.Score)
	assert.Contains(t, reporttest.Line(t, c), `"status":"ok","verdict":"fail","unlabelled":true,"reasoning"`)

	seen.Result = &eval.Result{Invariants: []invariant.Result{{Name: "shape", State: invariant.Holds}}}
	assert.Equal(t, eval.Pass, report.NewCase(seen, report.CaseOptions{}).Verdict)
	seen.Err = errors.New("timeout")
	assert.Equal(t, eval.Fail, report.NewCase(seen, report.CaseOptions{}).Verdict)
}

// A note may quote any value, and a path any key that the answer has: where anything is
// redacted, only the state stays, and paths that a field has.
func TestInvariantsAreRedacted(t *testing.T) {
	result := func() *eval.Result {
		r := reporttest.Invoice()
		r.Fields = append(r.Fields, eval.FieldResult{Path: "patients.Jane", Attribute: metrics.InventedAttribute, Outcome: metrics.Invented})
		r.Invariants = []invariant.Result{{Name: "adds_up", State: invariant.Broken, Note: "total SECRET", Paths: []string{"total", "lines[1]", "patients.Jane", "tot", "staff.Joe"}}}
		return r
	}
	for _, rule := range []redact.Redaction{{Mode: redact.Omit}, {Mode: redact.Hash}, {Paths: map[string]redact.Mode{"number": redact.Omit}}} {
		c := report.NewCase(report.Observation{ID: "a", Result: result()}, report.CaseOptions{Redaction: rule})
		assert.Equal(t, []invariant.Result{{Name: "adds_up", State: invariant.Broken, Note: "(redacted)", Paths: []string{"total", "lines[1]"}}}, c.Invariants, "%v", rule)

		none := result()
		none.Fields = nil
		c = report.NewCase(report.Observation{ID: "a", Unlabelled: true, Result: none}, report.CaseOptions{Redaction: rule})
		assert.Equal(t, []invariant.Result{{Name: "adds_up", State: invariant.Broken, Note: "(redacted)"}}, c.Invariants, "without a truth")
		for _, secret := range []string{"SECRET", "Jane", "Joe"} {
			assert.NotContains(t, reporttest.Line(t, c), secret)
		}
	}
	c := report.NewCase(report.Observation{ID: "a", Result: result()}, report.CaseOptions{})
	assert.Equal(t, "total SECRET", c.Invariants[0].Note)
}

// TestDatasetNamesInvariants: they are in the order of the spec.
func TestDatasetNamesInvariants(t *testing.T) {
	var ds report.Dataset
	holds := func(context.Context, document.Value) (invariant.State, string, error) {
		return invariant.Holds, "", nil
	}
	_, err := ds.SetSpec(eval.Spec{Invariants: []eval.Invariant{{Name: "shape", Func: holds}, {Name: "adds_up", Func: holds}}})
	require.NoError(t, err)
	ds.Name = "invoices"
	assert.Equal(t, []string{"shape", "adds_up"}, ds.Invariants)
	assert.Contains(t, reporttest.Line(t, ds), `"invariants":["shape","adds_up"]`)

	_, err = ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "total"}}})
	require.NoError(t, err)
	assert.Nil(t, ds.Invariants)
}
