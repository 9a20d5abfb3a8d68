// Package reporttest helps the tests of several packages below report: cases and summaries made by hand, and the
// check of records against the JSON Schema.
package reporttest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// TB is the part of testing.TB that is used.
type TB interface {
	require.TestingT
	Helper()
}

// Source is the source of a text.
func Source(name, text string) artifact.Source {
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// Counted is a case with counts alone.
func Counted(id string, trial int, score float64, rows ...metrics.Row) *report.Case {
	return &report.Case{
		ID: id, Trial: trial, Status: report.OK, Verdict: eval.Partial,
		Score: report.RatioOf(score, true), NullScore: report.RatioOf(0.25, true), DataHash: "0000000000000001", Counts: rows,
	}
}

// Row is a row of counts.
func Row(attribute string, c metrics.Counts) metrics.Row {
	return metrics.Row{Attribute: attribute, Counts: c}
}

// Summarize returns the summary of some cases.
func Summarize(t TB, o summarize.Options, cases ...*report.Case) report.Summary {
	t.Helper()
	s := summarize.New(o)
	for _, c := range cases {
		require.NoError(t, s.Add(c))
	}
	return s.Summary()
}

// Ratio is a defined ratio.
func Ratio(v float64) report.Ratio { return report.RatioOf(v, true) }

// Number is a number with a value alone.
func Number(name string, v float64) report.Number {
	return report.Number{Name: name, Estimate: report.Estimate{Value: Ratio(v)}}
}

// Tried is a summary of two cases in two trials, of which "b" is flaky.
func Tried(t TB) report.Summary {
	s := Summarize(t, summarize.Options{Dataset: "invoices", Resamples: -1},
		Counted("a", 1, 1, Row("total", metrics.Counts{Match: 1})), Counted("a", 2, 1, Row("total", metrics.Counts{Match: 1})),
		Counted("b", 1, 1, Row("total", metrics.Counts{Match: 1})), Counted("b", 2, 0, Row("total", metrics.Counts{Wrong: 1})),
	)
	measure := func(m report.Measure, e report.Estimate) {
		n := m.Number()
		n.Estimate = e
		s.Put(n)
	}
	measure(report.Measure{Name: "schemaValidRate"}, report.Estimate{Value: Ratio(0.75), Min: Ratio(0.5), Max: Ratio(1)})
	measure(report.Measure{Name: "extractionCountMean", Count: true}, report.Estimate{Value: Ratio(2.5)})
	measure(report.Measure{Name: "rqs"}, report.Estimate{})
	s.Stability = &report.Stability{Trials: 2, Cases: 2, FlakyCases: 1, Flaky: []report.FlakyCase{{ID: "b", Failed: 1, Trials: 2}}}
	for _, n := range []struct {
		name  string
		value float64
	}{
		{"driftRate", 0.5}, {"flakyRate", 0.5}, {"agreement", 0.75}, {"flipRate", 0.25}, {"pass@1", 0.75}, {"pass@2", 1}, {"pass^1", 0.75}, {"pass^2", 0.5},
		{"agreement of total", 0.5}, {"flipRate of total", 0.5}, {"agreement of tags[]", 1}, {"flipRate of tags[]", 0}, {"jaccard of tags[]", 1},
	} {
		better := "more"
		if strings.Contains(n.name, "Rate") {
			better = "less"
		}
		s.Put(report.Number{Name: n.name, Kind: report.KindStability, Estimate: report.Estimate{Value: Ratio(n.value)}, Better: better, OverTrials: true})
	}
	return s
}

// Invoice is the result of one document: the number matches, the total is
// wrong, the date is missing, the second line is invented.
func Invoice() *eval.Result {
	return &eval.Result{
		Score: 0.25, NullScore: 0, Verdict: eval.Partial, Reasoning: "1/4 fields matched",
		Hits:   []string{"number"},
		Misses: []eval.Miss{{Path: "total", Tag: "outside tolerance"}, {Path: "date", Tag: "required, missing"}, {Path: "lines[1].sku", Tag: "unexpected item"}},
		Fields: []eval.FieldResult{
			{Path: "number", Attribute: "number", Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1, Got: json.RawMessage(`"R-7 <b>"`), Want: json.RawMessage(`"R-7 <b>"`)},
			{Path: "total", Attribute: "total", Outcome: metrics.Wrong, Weight: 1, Tag: "outside tolerance", Note: "|1889-1898| = 9 > 0.01", Got: json.RawMessage("1889"), Want: json.RawMessage("1898"), Details: json.RawMessage(`{"difference":9}`)},
			{Path: "date", Attribute: "date", Outcome: metrics.Missing, Weight: 1, Tag: "required, missing", Want: json.RawMessage(`"2026-11-21"`)},
			{Path: "lines[1].sku", Attribute: "lines[].sku", Outcome: metrics.Invented, Weight: 1, Tag: "unexpected item", GotIndex: []int{1}, Got: json.RawMessage(`"X"`)},
		},
		Table: metrics.NewTable(
			metrics.Row{Attribute: "number", Counts: metrics.Counts{Match: 1}},
			metrics.Row{Attribute: "total", Counts: metrics.Counts{Wrong: 1}},
			metrics.Row{Attribute: "date", Counts: metrics.Counts{Missing: 1}},
			metrics.Row{Attribute: "lines[].sku", Counts: metrics.Counts{Invented: 1}},
		),
		Alignments: []eval.Alignment{{Path: "lines", Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 1}}, UnmatchedGot: []int{1}}},
		Warnings:   []string{`got 0 for "total"`},
	}
}

// Line returns the line of a record, which the schema takes.
func Line(t TB, r report.Record) string {
	t.Helper()
	text, err := artifact.AppendRecord(nil, r)
	require.NoError(t, err)
	RequireValid(t, text)
	return string(text)
}

// Schema returns schema.json, compiled with its formats asserted.
func Schema(t TB) *jsonschema.Schema {
	t.Helper()
	s, err := schema()
	require.NoError(t, err)
	return s
}

// schema is compiled once for all records of all tests of a package.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(filepath.Dir(string(root)), "report", "schema.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("schema.json")
})

// RequireValid checks every line of an artifact.
func RequireValid(t TB, artifact []byte) {
	t.Helper()
	s := Schema(t)
	for i, line := range bytes.Split(bytes.TrimSuffix(artifact, []byte("\n")), []byte("\n")) {
		record, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		require.NoError(t, err, "line %d: %s", i+1, line)
		require.NoError(t, s.Validate(record), "line %d: %s", i+1, line)
	}
}
