package grounding_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/grounding"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// summaryOf runs a suite, and returns the summary in its artifact and the output.
func summaryOf(t *testing.T, s evaltest.Suite[string, string]) (summary report.Summary, printed string, passed bool) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	passed, printed = innertest.Run(t, "TestSuite", s.Run)
	for _, record := range innertest.Records(t, dir) {
		if s, ok := record.(*report.Summary); ok {
			summary = *s
		}
	}
	return summary, printed, passed
}

func is(v float64) report.Ratio { return report.RatioOf(v, true) }

// TestMeasure: of two documents with two claims each and one that fails the rates are over
// six claims. "shifted" has the number in another box and the total on another page.
func TestMeasure(t *testing.T) {
	const want = `{"number":{"value":"A","bbox":[0,0,10,10],"page":1},"total":{"value":5,"bbox":[0,20,10,30],"page":1}}`
	answers := map[string]string{
		"right":   want,
		"shifted": `{"number":{"value":"A","bbox":[50,0,60,10],"page":1},"total":{"value":5,"bbox":[0,20,10,30],"page":2}}`,
	}
	s := evaltest.Suite[string, string]{
		Measures: []evaltest.Measure[string]{grounding.Measure[string](grounding.Spec{Claims: []grounding.Claim{{Path: "number"}, {Path: "total", Match: compare.Numeric{}}}})},
		Extract: func(_ context.Context, in string) (string, error) {
			if in == "failed" {
				return "", errors.New("timeout")
			}
			return answers[in], nil
		},
		Spec: eval.Spec{Fields: []eval.Field{{Path: "number.value"}, {Path: "total.value"}}},
		Gate: evaltest.Gate{MaxErrors: 1, Limits: []evaltest.Limit{
			{Metric: "measure groundedValueRate", Is: "at_least", Value: 4.0 / 6},
			{Metric: "measure groundedPageRate", Is: "at_least", Value: 3.0 / 6},
			{Metric: "measure groundedBoxRate", Is: "at_least", Value: 2.0 / 6},
		}},
	}
	for _, id := range []string{"right", "shifted", "failed"} {
		s.Cases = append(s.Cases, evaltest.Case[string]{ID: id, Input: id, Want: want})
	}
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	assert.Equal(t, is(4.0/6), summary.Number("measure groundedValueRate").Value)
	assert.Equal(t, is(3.0/6), summary.Number("measure groundedPageRate").Value)
	assert.Equal(t, is(2.0/6), summary.Number("measure groundedBoxRate").Value)
	assert.True(t, summary.Number("measure groundedBoxRate").Low.Defined)
}

func TestMeasureMisuse(t *testing.T) {
	ok, printed := innertest.Run(t, "TestX", evaltest.Suite[string, string]{
		Measures: []evaltest.Measure[string]{grounding.Measure[string](grounding.Spec{})},
		Extract:  func(_ context.Context, in string) (string, error) { return in, nil },
		Cases:    []evaltest.Case[string]{{Input: "{}", Want: "{}"}},
	}.Run)
	assert.False(t, ok)
	assert.NotContains(t, printed, "TestX/case")
	assert.Contains(t, printed, "grounding: the spec has no claims")
}
