package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/report"
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
