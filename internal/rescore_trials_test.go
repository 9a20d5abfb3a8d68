package internal_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// A correlation may be negative: its sum counts like any other.
func TestNegativeSums(t *testing.T) {
	declared := report.Measure{Name: "correlation", OverTrials: true}
	totals := rescore.NewTotals(2, []rescore.Measured{rescore.NewMeasured(declared)})
	for id, sum := range map[string]float64{"a": -0.5, "b": 0.25, "c": -0.5} {
		one := rescore.NewMeasured(declared)
		require.NoError(t, one.Add(sum, 1))
		totals.Add(id, make([]rescore.Attempt, 2), []rescore.Measured{one})
	}
	var s report.Summary
	totals.Complete(&s)
	assert.Equal(t, report.RatioOf(-0.25, true), s.Number("measure correlation").Value)
	assert.True(t, s.Number("measure correlation").OverTrials)
}

func TestSumsThatCannotBeAdded(t *testing.T) {
	for name, of := range map[string][2]float64{"a negative weight": {1, -1}, "a sum that is too small": {-1 << 41, 1}} {
		one := rescore.NewMeasured(report.Measure{Name: "correlation"})
		assert.Error(t, one.Add(of[0], of[1]), name)
	}
}

// One trial agrees with itself, which says nothing.
func TestStabilityOfOneTrialIsUndefined(t *testing.T) {
	totals := rescore.NewTotals(1, nil)
	totals.Add("a", []rescore.Attempt{{Passed: true}}, nil)
	s := report.Summary{Attributes: []report.Attribute{{Attribute: "total"}}}
	totals.Complete(&s)
	for _, name := range []string{"driftRate", "flakyRate", "agreement", "flipRate", "agreement of total", "flipRate of total"} {
		n := s.Number(name)
		assert.Equal(t, name, n.Name)
		assert.False(t, n.Value.Defined, name)
		assert.Equal(t, "it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS", n.Reason, name)
	}
}

// The items of a list are no field, whose trials would agree where both sides have no item.
func TestStabilityLeavesOutItems(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(`{"fields":[{"path":"lines","match":"list","fields":[{"path":"sku"}]}]}`), nil)
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	totals, summarizer := rescore.NewTotals(2, nil), summarize.New(summarize.Options{Dataset: "d", Attributes: evaluator.Attributes()})
	for _, id := range []string{"a", "b"} {
		var attempts []rescore.Attempt
		for trial, got := range []string{`{"lines":[]}`, `{"lines":[{"sku":"x"}]}`} {
			result, err := evaluator.Evaluate(context.Background(), got, `{"lines":[]}`)
			require.NoError(t, err)
			attempts = append(attempts, rescore.Attempt{Result: result})
			c := report.NewCase(report.Observation{ID: id, Trial: trial + 1, Result: &result}, report.CaseOptions{})
			require.NoError(t, summarizer.Add(&c))
		}
		totals.Add(id, attempts, nil)
	}
	s := summarizer.Summary()
	totals.Complete(&s)
	assert.Equal(t, report.RatioOf(0, true), s.Number("agreement").Value)
	assert.Equal(t, report.RatioOf(1, true), s.Number("flipRate").Value)
	assert.Equal(t, report.RatioOf(0, true), s.Number("agreement of lines[].sku").Value)
	assert.Empty(t, s.Number("agreement of lines[]").Name)
}
