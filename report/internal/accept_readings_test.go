package internal_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Readings are of decisions: the last of each reviewer counts, and one that is taken back is none.
func TestReadingsOfDecisions(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 1, 12, 9, minute, 0, 0, time.UTC) }
	whole := accept.Decision{Dataset: "invoices", Case: "doc-00", Path: "(document)", Decision: accept.Document, Value: json.RawMessage(`{"number":"A"}`), Reviewer: "bob", Time: at(1)}
	later, ann, other, leaf, open := whole, whole, whole, whole, whole
	later.Value, later.Time, later.Blind = json.RawMessage(`{"number":"B"}`), at(3), true
	ann.Reviewer, ann.Dataset, ann.State = "ann", "", accept.Adjudicated
	other.Dataset = "letters"
	leaf.Decision, leaf.Path = accept.Value, "number"
	open.Case, open.Decision, open.Value, open.Time = "doc-01", accept.Open, nil, at(9)
	second := whole
	second.Case = "doc-01"
	all := accept.ReadingsOf("invoices", []accept.Decision{whole, later, other, leaf, second, ann, open})
	assert.Equal(t, []accept.Reading{
		{Case: "doc-00", Reviewer: "ann", Value: whole.Value, Adjudicated: true, Time: at(1)},
		{Case: "doc-00", Reviewer: "bob", Value: later.Value, Blind: true, Time: at(3)},
	}, all)
}

// rulesOf returns the rules of a data set with a spec.
func rulesOf(t *testing.T, spec eval.Spec) *accept.ReadingRules {
	t.Helper()
	var ds report.Dataset
	_, err := ds.SetSpec(spec)
	require.NoError(t, err)
	r, err := accept.NewReadingRules(ds)
	require.NoError(t, err)
	return r
}

var iban = compare.Func{Name: "iban", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	panic("a command has no functions of Go")
}}

var invoiceSpec = eval.Spec{Fields: []eval.Field{
	{Path: "number", Match: compare.Exact{}},
	{Path: "total", WantPath: "amounts.gross", Match: compare.Numeric{}},
	{Path: "currency", Match: compare.OneOf{}},
	{Path: "iban", Match: iban},
	{Path: "lines", WantPath: "rows", List: &eval.List{By: []string{"sku"}, Assign: eval.ByKey, Fields: []eval.Field{
		{Path: "sku", Match: compare.Exact{}}, {Path: "qty", WantPath: "count", Match: compare.Numeric{}},
	}}},
}, Invariants: []eval.Invariant{{Name: "positive", Rule: "total > 0"}}, Threshold: 0.5}

func TestRules(t *testing.T) {
	r := rulesOf(t, invoiceSpec)
	assert.Equal(t, []string{"iban"}, r.Exact)
	a := `{"number":"A","total":"1.50","currency":"EUR","iban":"x","lines":[{"sku":"s","qty":1},{"sku":"t","qty":2}]}`
	for _, tt := range []struct {
		reason string
		b      string
		want   []string
	}{
		{"the same", a, nil},
		{"numbers and rows are compared by the spec, blanks at the ends of what a function compares do not count",
			`{"number":"A","total":1.5,"currency":"EUR","iban":" x","lines":[{"sku":"t","qty":2.0},{"sku":"s","qty":1}]}`, nil},
		{"a wrong value, a missing one, and one that is only there", `{"number":"B","total":1.5,"iban":"x","lines":[{"sku":"s","qty":1},{"sku":"t"}]}`, []string{"number", "currency", "lines[1].qty"}},
		{"a row that is not there", `{"number":"A","total":1.5,"currency":"EUR","iban":"y","lines":[{"sku":"s","qty":1}]}`, []string{"iban", "lines[1].sku", "lines[1].qty"}},
	} {
		result, err := r.Between(json.RawMessage(tt.b), json.RawMessage(a))
		require.NoError(t, err)
		var paths []string
		for _, f := range accept.Differing(result) {
			paths = append(paths, f.Path)
		}
		assert.Equal(t, tt.want, paths, tt.reason)
	}
	truth := `{"number":"A","amounts":{"gross":1.5},"currency":["EUR","€"],"iban":"x","rows":[{"sku":"s","count":1},{"sku":"t","count":2}]}`
	result, err := r.Against(json.RawMessage(a), json.RawMessage(truth))
	require.NoError(t, err)
	assert.Empty(t, accept.Differing(result), "the truth has values elsewhere, and may accept several")
	_, err = r.Against(json.RawMessage(`{`), json.RawMessage(truth))
	assert.Error(t, err)
	_, err = r.Between(json.RawMessage(`{}`), json.RawMessage(`{`))
	assert.Error(t, err)
	_, err = accept.NewReadingRules(report.Dataset{Spec: json.RawMessage(`{"fields":[{"path":"a["}]}`)})
	assert.ErrorContains(t, err, "the recorded spec: ")
}

func TestSettle(t *testing.T) {
	r := rulesOf(t, invoiceSpec)
	at := func(minute int, value string) accept.Reading {
		return accept.Reading{Value: json.RawMessage(value), Time: time.Date(2026, 1, 12, 9, minute, 0, 0, time.UTC)}
	}
	adjudicated := func(r accept.Reading) accept.Reading { r.Adjudicated = true; return r }
	a, also, b := at(1, `{"total":1.5}`), at(2, `{"total":"1.50"}`), at(3, `{"total":2}`)
	_, ok := r.Settle(nil)
	assert.False(t, ok)
	got, ok := r.Settle([]accept.Reading{a, also})
	assert.True(t, ok, "the spec takes them as equal")
	assert.Equal(t, a, got)
	_, ok = r.Settle([]accept.Reading{a, also, b})
	assert.False(t, ok)
	unread := at(4, `{"total":"illegible"}`)
	_, ok = r.Settle([]accept.Reading{unread, unread})
	assert.True(t, ok, "who write the same agree, though it is no number")
	got, ok = r.Settle([]accept.Reading{a, adjudicated(b), adjudicated(also), also})
	assert.True(t, ok)
	assert.Equal(t, adjudicated(b), got, "the last that is adjudicated")
}

// Accepted is the truth of a case, or its answer; and a reading departs from it or not.
func TestAccepted(t *testing.T) {
	r := rulesOf(t, invoiceSpec)
	lenient := invoiceSpec
	lenient.Lenient = true
	for _, tt := range []struct {
		reason string
		c      report.Case
		want   string // "" for nothing
		kept   bool
	}{
		{"a truth", report.Case{Status: report.OK, Truth: json.RawMessage(`{"amounts":{"gross":1}}`), Answer: json.RawMessage(`{}`)}, `{"amounts":{"gross":1}}`, true},
		{"a truth whose extractor failed", report.Case{Status: report.Error, Truth: json.RawMessage(`{}`)}, `{}`, true},
		{"a truth that was not kept", report.Case{Status: report.OK}, "", false},
		{"an answer", report.Case{Status: report.OK, Unlabelled: true, Answer: json.RawMessage(`{"total":1}`)}, `{"total":1}`, true},
		{"a failed extractor", report.Case{Status: report.Error, Unlabelled: true}, "", true},
		{"an answer that was not kept", report.Case{Status: report.OK, Unlabelled: true}, "", false},
		{"a blank answer", report.Case{Status: report.OK, Unlabelled: true, AnswerText: " "}, "null", true},
		{"prose", report.Case{Status: report.OK, Unlabelled: true, AnswerText: "so: {\"total\":1}"}, "", true},
	} {
		accepted, kept := r.Accepted(&tt.c)
		assert.Equal(t, tt.want, string(accepted), tt.reason)
		assert.Equal(t, tt.kept, kept, tt.reason)
	}
	accepted, _ := rulesOf(t, lenient).Accepted(&report.Case{Status: report.OK, Unlabelled: true, AnswerText: "so: {\"total\":1}"})
	assert.Equal(t, `{"total":1}`, string(accepted), "a lenient spec reads it")

	labelled := report.Case{Status: report.OK, Truth: json.RawMessage(`{"amounts":{"gross":1}}`)}
	paths, ok := r.Departs(json.RawMessage(`{"total":2}`), &labelled)
	assert.True(t, ok)
	assert.Equal(t, []string{"total"}, paths)
	answered := report.Case{Status: report.OK, Unlabelled: true, Answer: json.RawMessage(`{"total":1}`)}
	paths, ok = r.Departs(json.RawMessage(`{"total":1.0}`), &answered)
	assert.True(t, ok)
	assert.Empty(t, paths)
	_, ok = r.Departs(json.RawMessage(`{}`), &report.Case{Status: report.OK})
	assert.False(t, ok)
}
