package evaltest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Of two invoices one is taken for a receipt in the second trial of two, where it is second by the scores. A document without a
// truth is in no class.
func TestClassesOverTrials(t *testing.T) {
	const invoice, receipt = `{"type":"invoice","scores":{"invoice":0.9,"receipt":0.1}}`, `{"type":"receipt","scores":{"receipt":0.6,"invoice":0.4}}`
	suite := Suite[string, string]{
		Trials: 2, PartlyLabelled: true,
		Cases: []Case[string]{
			{ID: "right", Input: "right", Want: `{"type":"invoice"}`}, {ID: "turned", Input: "turned", Want: `{"type":"invoice"}`},
			{ID: "receipt", Input: "receipt", Want: `{"type":"receipt"}`}, {ID: "unlabelled", Input: "unlabelled"},
		},
		Spec: eval.Spec{
			Fields:     []eval.Field{{Path: "type", Match: compare.Class{Classes: []string{"invoice", "receipt", "reminder"}, Scores: "scores"}}},
			Invariants: []eval.Invariant{{Name: "typed", Rule: `type != ""`}},
		},
		Extract: takes(map[string][]string{"right": {invoice, invoice}, "turned": {invoice, receipt}, "receipt": {receipt, receipt}, "unlabelled": {invoice, receipt}}),
		Gate:    Gate{Limits: []Limit{{Metric: "recall of type=invoice", Is: "at_least", Value: 0.75}, {Metric: "top-2 accuracy of type", Is: "at_least", Value: 1}}},
	}
	summary, printed, passed := summaryOf(t, suite)
	assert.True(t, passed, printed)
	require.Len(t, summary.Classes, 1, printed)
	c := summary.Classes[0]
	assert.Equal(t, []report.ClassPair{{Want: "invoice", Got: "invoice", Values: 1.5}, {Want: "receipt", Got: "receipt", Values: 1}, {Want: "invoice", Got: "receipt", Values: 0.5}}, c.Pairs)
	recall := summary.Number("recall of type=invoice")
	assert.Equal(t, []report.Ratio{is(0.75), is(0.5), is(1)}, []report.Ratio{recall.Value, recall.Min, recall.Max})
	assert.InDelta(t, (1+2.0/3)/2, summary.Number("accuracy of type").Value.Value, 1e-12)
	assert.Empty(t, summary.Number("top-3 accuracy of type").Name, "k is below the number of classes")
	assert.InDelta(t, (1+2.0/3)/2, summary.Number("top-1 accuracy of type").Value.Value, 1e-12)
	assert.Equal(t, is(1), summary.Number("top-2 accuracy of type").Value)
	assert.Contains(t, printed, "  want invoice, got receipt: 0.5\n")

	suite.Gate.Limits[0].Value = 0.76
	suite.Extract = takes(map[string][]string{"right": {invoice, invoice}, "turned": {invoice, receipt}, "receipt": {receipt, receipt}, "unlabelled": {invoice, receipt}})
	_, printed, passed = summaryOf(t, suite)
	assert.False(t, passed)
	assert.Contains(t, printed, "recall of type=invoice 0.750 is below 0.760, over 3 labelled of 4 cases in each of 2 trials")
}

// A suite without a spec has a confusion table of a field whose truths have few values. A limit on one of them needs a declaration.
func TestRecognisedClasses(t *testing.T) {
	var cases []Case[string]
	for i := range 30 {
		cases = append(cases, Case[string]{ID: fmt.Sprint(i), Input: fmt.Sprintf(`{"type":%q}`, []string{"invoice", "receipt"}[i%10/8]), Want: fmt.Sprintf(`{"type":%q}`, []string{"invoice", "receipt"}[i%10/7])})
	}
	suite := Suite[string, string]{Cases: cases, Extract: echo, Gate: Gate{MicroF1: 0.9}}
	summary, printed, passed := summaryOf(t, suite)
	assert.True(t, passed, printed)
	assert.Contains(t, printed, "Cohen's kappa 0.737; recognised in the truths; most often want receipt, got invoice: 3\n")
	// Of 21 invoices all are found, of 9 receipts 6: by chance (21·24 + 9·6) / 30² are right, 0.62, so that kappa is (0.9 - 0.62) / 0.38.
	assert.InDelta(t, 0.28/0.38, summary.Number("kappa of type").Value.Value, 1e-12)

	suite.Gate = Gate{Limits: []Limit{{Metric: "recall of type=recipt", Is: "at_least", Value: 0.5}}}
	passed, printed = inner(t, "TestX", suite.Run)
	assert.False(t, passed)
	assert.Contains(t, printed, `limit on recall of type=recipt: the classes of "type" are recognised in the truths alone; declare them in the spec, compare.Class{Classes: []string{"invoice", "receipt"}}; did you mean "receipt"?`)
}
