package report_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// evaluate returns the result of a spec on an answer.
func evaluate(t *testing.T, spec eval.Spec, got, want string) *eval.Result {
	t.Helper()
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	return &r
}

func confidences(c report.Case) map[string]string {
	m := map[string]string{}
	for _, f := range c.Fields {
		m[f.Path] = f.Confidence.String()
	}
	return m
}

func TestCaseRecordsConfidences(t *testing.T) {
	wrapped := eval.Spec{Fields: []eval.Field{
		{Path: "total.value", WantPath: "total", Match: compare.Numeric{}},
		{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "n"}}}},
	}}
	const (
		got   = `{"total":{"value":12.5,"confidence":0.93},"lines":[{"sku":"B","n":2,"confidence":0.5},{"sku":"A","n":1,"confidence":0.75}]}`
		truth = `{"total":12.5,"lines":[{"sku":"A","n":1},{"sku":"B","n":3},{"sku":"C","n":4}]}`
	)
	t.Run("beside the value, by the index in got", func(t *testing.T) {
		c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, wrapped, got, truth)}, report.CaseOptions{})
		assert.Equal(t, map[string]string{
			"total.value": "0.930", "lines[0].sku": "0.750", "lines[0].n": "0.750", "lines[1].sku": "0.500", "lines[1].n": "0.500",
			"lines[2].sku": "-", "lines[2].n": "-",
		}, confidences(c))
		assert.Empty(t, c.Warnings)
		assert.Contains(t, reporttest.Line(t, c), `"confidence":0.93`)
	})
	t.Run("from a function", func(t *testing.T) {
		var asked []string
		of := func(path string) (float64, bool) {
			asked = append(asked, path)
			return 0.5, path != "total.value"
		}
		c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, wrapped, got, truth), Confidence: of}, report.CaseOptions{})
		assert.Equal(t, []string{"total.value", "lines[1].sku", "lines[1].n", "lines[0].sku", "lines[0].n"}, asked)
		assert.Equal(t, report.Ratio{}, c.Fields[0].Confidence)
		assert.Equal(t, sure(0.5), c.Fields[1].Confidence)
	})
	t.Run("not of an extractor that failed", func(t *testing.T) {
		of := func(string) (float64, bool) { return 0.5, true }
		c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, wrapped, "{}", truth), Err: errors.New("timeout"), Confidence: of}, report.CaseOptions{})
		assert.Equal(t, report.Ratio{}, c.Fields[0].Confidence)
	})
	t.Run("not where it is what the document says", func(t *testing.T) {
		survey := `{"item":"Q1","confidence":0.9}`
		c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, eval.Spec{}, survey, survey)}, report.CaseOptions{})
		assert.Equal(t, map[string]string{"item": "-", "confidence": "-"}, confidences(c))
	})
	for _, scale := range []float64{-0.1, 1.1, 93, math.NaN(), math.Inf(1)} {
		t.Run(fmt.Sprintf("%v is left out", scale), func(t *testing.T) {
			of := func(string) (float64, bool) { return scale, true }
			c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, wrapped, got, truth), Confidence: of}, report.CaseOptions{})
			assert.Equal(t, report.Ratio{}, c.Fields[0].Confidence)
			assert.Equal(t, []string{
				"a confidence of total.value is not between 0 and 1 and is left out: scale it, in a suite by Confidence",
				"a confidence of lines[].sku is not between 0 and 1 and is left out: scale it, in a suite by Confidence",
				"a confidence of lines[].n is not between 0 and 1 and is left out: scale it, in a suite by Confidence",
			}, c.Warnings)
			reporttest.Line(t, c)
		})
	}
	t.Run("kept of redacted values", func(t *testing.T) {
		c := report.NewCase(report.Observation{ID: "a", Result: evaluate(t, wrapped, got, truth)}, report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Omit}})
		assert.Equal(t, sure(0.93), c.Fields[0].Confidence)
	})
}

func sure(confidence float64) report.Ratio { return report.RatioOf(confidence, true) }
