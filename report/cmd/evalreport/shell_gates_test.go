package main_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// gatesIn returns the gates of a file, none of which a data set has asked for yet, in their order.
func gatesIn(g *verdict.GateFile) (names []string, gates []report.Gate) {
	for _, unused := range g.Unused() {
		names = append(names, unused.Name)
	}
	for _, name := range names {
		gates = append(gates, *g.Gate("", name))
	}
	return names, gates
}

func TestParseGates(t *testing.T) {
	g, err := shell.ParseGates([]byte(`# limits of the release
invoices: {micro_f1: 0.9, macro_f1: .8, micro_precision: 1, micro_recall: 1e-1, accuracy: 0.5, mean_score: 0.25}
"a b":
  field_f1:
    total: 0.99
    lines[].amount: 0.95
  max_errors: 2
  limits:
  - {metric: recall of total, is: at_least, value: .95, slice: vendor=acme, bound: low}
  - metric: driftRate
    is: at_most
    value: 0
  - {metric: recall of total, is: at_least, value: .9, slice: rows of lines>=40}
strict:
  max_errors: 0
frozen: {no_worse_than: b/x.jsonl, max_fall: 0.01, keep_answers: true}
`), "a/g.yaml")
	require.NoError(t, err)
	_, gates := gatesIn(g)
	assert.Equal(t, []report.Gate{
		{MicroF1: 0.9, MacroF1: 0.8, MicroPrecision: 1, MicroRecall: 0.1, Accuracy: 0.5, MeanScore: 0.25},
		{FieldF1: map[string]float64{"total": 0.99, "lines[].amount": 0.95}, MaxErrors: 2, Limits: []report.Limit{
			{Metric: "recall of total", Is: report.AtLeast, Value: 0.95, Slice: "vendor=acme", Bound: report.BoundLow},
			{Metric: "driftRate", Is: report.AtMost, Value: 0},
			{Metric: "recall of total", Is: report.AtLeast, Value: 0.9, Slice: "rows of lines>=40"},
		}},
		{},
		{NoWorseThan: filepath.Join("a", "b", "x.jsonl"), MaxFall: 0.01, KeepAnswers: true},
	}, gates)
}

func TestParseGatesErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "g.yaml: the file is empty; write the name of a data set with its limits: invoices: {macro_f1: 0.9}"},
		{"no object", "[a]", "g.yaml:1:1: got an array, want an object of data sets"},
		{"no data set", "{}", "g.yaml:1:1: the file names no data set; write the name of one with its limits: invoices: {macro_f1: 0.9}"},
		{"two documents", "a: {micro_f1: 1}\n---\nb: {micro_f1: 1}", "g.yaml:2:1: a second document begins; limits are one document"},
		{"an alias", "a: &x {micro_f1: 1}\nb: *x", "g.yaml:2:4: got an alias, want an object of limits"},
		{"a merge key", "a: &x {micro_f1: 1}\nb: {<<: *x}", `g.yaml:2:5: unknown key "<<" (valid: micro_f1, macro_f1, micro_precision, micro_recall, accuracy, mean_score, field_f1, limits, max_errors, no_worse_than, max_fall, keep_answers)`},
		{"not a number", "a: {micro_f1: nan}", `g.yaml:1:15: got "nan", want a limit above 0 and at most 1`},
		{"no value", "a:\n  micro_f1:", "g.yaml:2:12: got nothing, want a limit above 0 and at most 1"},
		{"no limit", "a: {micro_f1: 0}", `g.yaml:1:15: got "0", want a limit above 0 and at most 1`},
		{"a limit that is quoted, and too great", `a: {micro_f1: "90"}`, `g.yaml:1:15: got "90", want a limit above 0 and at most 1`},
		{"a count that is quoted", `a: {micro_f1: 1, max_errors: '2'}`, `g.yaml:1:30: got the text "2", want a number: remove the quotes`},
		{"twice", "a: {micro_f1: 1, micro_f1: 1}", `g.yaml:1:18: "micro_f1" appears twice, on lines 1 and 1`},
		{"a fall", "a: {no_worse_than: x, max_fall: 2}", `g.yaml:1:33: got "2", want a number up to 1`},
		{"answers", "a: {no_worse_than: x, keep_answers: 1}", `g.yaml:1:37: got "1", want true or false`},
		{"too many errors", "a: {max_errors: 99999999999}", `g.yaml:1:17: got "99999999999", want a whole number from 0`},
		{"a limit without a data set", "macro_f1: 0.9\nfield_f1: {total: 0.9}", "g.yaml:1:1: macro_f1 is a limit, and stands below the name of a data set: write invoices: {macro_f1: …}, with your name\n" +
			"g.yaml:2:1: field_f1 is a limit, and stands below the name of a data set: write invoices: {field_f1: …}, with your name"},
		{"errors alone", `a: {max_errors: 2}`, "g.yaml:1:1: a: MaxErrors: 2 turns case failures off and limits nothing: set a limit beside it"},
		{"limits that are not a list", "a: {limits: {metric: x}}", "g.yaml:1:13: got an object, want a list of limits"},
		{"a limit without a direction", "a:\n  limits:\n  - {metric: driftRate, value: 0.1}", `g.yaml:3:5: limit on driftRate: Is is missing, want "at_least" or "at_most"`},
		{"a key of a limit", "a: {limits: [{metirc: driftRate}]}", `g.yaml:1:15: unknown key "metirc"; did you mean "metric"? (valid: metric, slice, is, value, bound)`},
		{"a limit that is quoted", `a: {limits: [{metric: driftRate, is: at_most, value: "0.1"}]}`, `g.yaml:1:54: got the text "0.1", want a number: remove the quotes`},
		{"a slice that cannot be computed", "a: {limits: [{metric: micro F1, is: at_least, value: .9, slice: rows of lines>many}]}", `g.yaml:1:14: limit on micro F1 (rows of lines>many): Slice is "rows of lines>many", want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"keys of a limit", `a: {limits: [{metric: x, is: atleast, bound: lower, slice: acme, value: 1}]}`, `g.yaml:1:14: limit on x (acme): Is is "atleast", want "at_least" or "at_most"; limit on x (acme): Bound is "lower", want "value", "low" or "high"; ` +
			`limit on x (acme): Slice is "acme", want a tag and its value: "vendor=acme"`},
		{"several limits", "a: {limits: [{metric: x, is: at_most}, {metric: y, is: below, value: 1}]}\nb: {limits: [{is: at_most, value: 1}]}",
			"g.yaml:1:14: limit on x: value is missing; write 0 if you mean 0\ng.yaml:1:40: limit on y: Is is \"below\", want \"at_least\" or \"at_most\"\ng.yaml:2:14: a limit has no Metric"},
		{"an infinite limit", `a: {limits: [{metric: measure x, is: at_most, value: +Inf}]}`, `g.yaml:1:14: limit on measure x: Value is +Inf, want a number`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := shell.ParseGates([]byte(tt.text), "g.yaml")
			assert.EqualError(t, err, tt.want)
		})
	}
}

// A data set may have the name of a limit.
func TestParseGatesOfADataSetNamedLikeALimit(t *testing.T) {
	g, err := shell.ParseGates([]byte("accuracy: {macro_f1: 0.9}"), "g.yaml")
	assert.NoError(t, err)
	assert.Equal(t, 0.9, g.Gate("", "accuracy").MacroF1)
}

func FuzzParseGates(f *testing.F) {
	f.Add("invoices: {micro_f1: 0.9, field_f1: {a: 1}}")
	f.Add("a: &x [*x]")
	f.Add("a: {micro_f1: 2\n")
	f.Add("a: {limits: [{metric: x, is: at_most, value: 1, slice: =}]}")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := shell.ParseGates([]byte(text), "g.yaml")
		if err != nil {
			return
		}
		_, gates := gatesIn(g)
		for _, gate := range gates {
			require.NoError(t, gate.Validate())
		}
	})
}

// Editors on Windows begin files with a byte order mark and end lines with CRLF.
func TestParseGatesOfWindows(t *testing.T) {
	g, err := shell.ParseGates([]byte("\uFEFFinvoices:\r\n  micro_f1: 0.9\r\n"), "g.yaml")
	require.NoError(t, err)
	names, gates := gatesIn(g)
	assert.Equal(t, []string{"invoices"}, names)
	assert.Equal(t, []report.Gate{{MicroF1: 0.9}}, gates)
}
