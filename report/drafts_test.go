package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// A gate does not judge a system by its own drafts, unless a limit is on their number: then that limit is kept or not.
func TestGateOnDrafts(t *testing.T) {
	ten := report.CaseCount{OK: 10, Pass: 10, Drafts: 4, OwnDrafts: 3}
	sum := report.Summary{Dataset: "set", Trials: []report.Trial{{Cases: ten}, {Cases: ten}}, Numbers: []report.Number{
		reporttest.Number("macro F1", 1), reporttest.Number("drafts", 4), reporttest.Number("own drafts", 3),
	}}
	sum.Numbers[1].Count, sum.Numbers[2].Count = true, true
	limit := func(metric string, most float64) report.Limit {
		return report.Limit{Metric: metric, Is: report.AtMost, Value: most}
	}
	for _, tt := range []struct {
		reason string
		limits []report.Limit
		want   string
	}{
		{"no limit on drafts", nil,
			`set: gate not evaluable: 4 of 10 truths are drafts, 3 of them of the system that is judged: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of "own drafts" over all cases`},
		{"a limit on all drafts does not allow its own", []report.Limit{limit("drafts", 4)},
			`set: gate not evaluable: 4 of 10 truths are drafts, 3 of them of the system that is judged: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of "own drafts" over all cases`},
		{"a limit over a slice says nothing of the others", []report.Limit{{Metric: "own drafts", Slice: "vendor=acme", Is: report.AtMost, Value: 3}},
			`set: gate not evaluable: 4 of 10 truths are drafts, 3 of them of the system that is judged: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of "own drafts" over all cases`},
		{"a minimum allows none", []report.Limit{{Metric: "own drafts", Is: report.AtLeast, Value: 1}},
			`set: gate not evaluable: 4 of 10 truths are drafts, 3 of them of the system that is judged: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of "own drafts" over all cases`},
		{"as many as there are, of each trial", []report.Limit{limit("own drafts", 3)}, "set: gate passed over 10 cases in each of 2 trials"},
		{"fewer", []report.Limit{limit("own drafts", 2)}, "set: own drafts 3 is above 2, over 10 cases in each of 2 trials"},
		{"fewer of all", []report.Limit{limit("own drafts", 3), limit("drafts", 3)}, "set: drafts 4 is above 3, over 10 cases in each of 2 trials"},
	} {
		result, err := report.Gate{MacroF1: 0.9, Limits: tt.limits}.Check(sum)
		require.NoError(t, err, tt.reason)
		assert.Equal(t, tt.want, result.String(), tt.reason)
	}
	sum.Trials[0].Cases.OwnDrafts, sum.Trials[1].Cases.OwnDrafts = 0, 0
	result, err := report.Gate{MacroF1: 0.9}.Check(sum)
	require.NoError(t, err)
	assert.True(t, result.Passed, "drafts of another system judge it")
	assert.Equal(t, "4 of 10 truths are drafts, which nobody has reviewed", sum.Findings()[0].Text)
}

// The record of a case has the label of its truth, and knows by the labels of the run whether it is a draft of the system.
func TestCaseOfADraft(t *testing.T) {
	draft := dataset.Label{LabelPart: dataset.LabelPart{State: dataset.Draft, From: &dataset.LabelOrigin{Labels: map[string]string{"model": "x"}, Artifact: "run.jsonl"}}, Fields: map[string]dataset.LabelPart{"iban": {State: dataset.Reviewed, By: "ann"}}}
	seen := report.Observation{ID: "a", Result: &eval.Result{}, Label: &draft}
	own := report.NewCase(seen, report.CaseOptions{System: map[string]string{"model": "x"}})
	assert.Contains(t, reporttest.Line(t, own), `"label":{"state":"draft","from":{"labels":{"model":"x"},"artifact":"run.jsonl"},"fields":{"iban":{"state":"reviewed","by":"ann"}}},"own_draft":true`)
	other := report.NewCase(seen, report.CaseOptions{System: map[string]string{"model": "y"}})
	assert.False(t, other.OwnDraft)
	assert.Equal(t, &draft, other.Label)
}

// A label may speak of fields that the spec compares, of lists with their rows, and of what stands in the truth beside them. Another
// name is a mistake, and the record says so.
func TestALabelOfAFieldThatNobodyHas(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(`{"fields": [{"path": "total", "match": "numeric"}, {"path": "lines", "match": "list", "fields": [{"path": "amount", "match": "numeric"}]}]}`), nil)
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	truth := []byte(`{"total": 1, "lines": [], "note": "n"}`)
	result, err := evaluator.Evaluate(t.Context(), truth, truth)
	require.NoError(t, err)
	fields := map[string]dataset.LabelPart{}
	for _, name := range []string{"total", "lines", "lines[].amount", "note", "totl", "lines[].amuont", "payer.iban"} {
		fields[name] = dataset.LabelPart{State: dataset.Reviewed}
	}
	label := dataset.Label{LabelPart: dataset.LabelPart{State: dataset.Draft, By: "ann"}, Fields: fields}
	c := report.NewCase(report.Observation{ID: "a", Result: &result, Want: truth, Label: &label}, report.CaseOptions{})
	assert.Equal(t, []string{
		`label: fields: neither the spec nor the truth has "lines[].amuont"; did you mean "lines[].amount"?`,
		`label: fields: neither the spec nor the truth has "payer.iban"`,
		`label: fields: neither the spec nor the truth has "totl"; did you mean "total"?`,
		`the truth has "note", which no field of the spec compares`,
	}, c.Warnings)
}
