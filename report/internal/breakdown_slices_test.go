package internal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Cases without a truth are in the pass rate of their slice, and no document of its F1.
func TestSliceOfCasesWithoutTruth(t *testing.T) {
	var s breakdown.Slicer
	for i := range 12 {
		c := tagged(fmt.Sprint("c", i), "acme", 1, 0)
		if i >= 2 {
			c.Unlabelled, c.Counts = true, nil
			c.Invariants = []invariant.Result{{Name: "adds_up", State: invariant.Holds}}
		}
		if i == 11 {
			c.Invariants = []invariant.Result{{Name: "adds_up", State: invariant.Broken}}
		}
		s.Add(c, nil)
	}
	got := s.Slices().Slices
	require.Len(t, got, 1)
	assert.Equal(t, 12, got[0].Cases)
	assert.Equal(t, report.RatioOf(1, true), got[0].F1.Value)
	assert.Equal(t, report.Ratio{}, got[0].F1.Low, "of two documents")
	assert.Equal(t, report.RatioOf(11.0/12, true), got[0].PassRate.Value, "one breaks an invariant")

	for i := range 3 {
		c := tagged(fmt.Sprint("d", i), "acme", 1, 0)
		c.Unlabelled, c.Counts, c.Invariants = true, nil, []invariant.Result{{Name: "adds_up", State: invariant.NotApplicable}}
		s.Add(c, nil)
	}
	got = s.Slices().Slices
	assert.Equal(t, 15, got[0].Cases)
	assert.Equal(t, report.RatioOf(11.0/12, true), got[0].PassRate.Value, "what nothing judged is in no rate")
}
