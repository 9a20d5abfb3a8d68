package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Of documents with one value each it is Tango's interval, but for the noise of the resamples.
func TestChangeIntervalOfSingleValues(t *testing.T) {
	for _, tt := range []struct{ documents, fixed, broken int }{{8, 0, 0}, {30, 0, 0}, {100, 0, 0}, {15, 1, 0}, {30, 0, 2}, {100, 1, 4}, {300, 3, 3}} {
		a, err := stats.Bootstrap{Resamples: 20_000}.Accumulator(3) // documents, right before, right now
		require.NoError(t, err)
		for i := range tt.documents {
			counts := []int{1, 1, 1}
			switch {
			case i < tt.fixed:
				counts[1] = 0
			case i < tt.fixed+tt.broken:
				counts[2] = 0
			}
			require.NoError(t, a.Add(uint64(i), counts))
		}
		got, documents, ok := estimate.Change{
			Score:   func(n []int64) (float64, bool) { return float64(n[2]-n[1]) / float64(n[0]), n[0] > 0 },
			Values:  func(n []int64) int64 { return n[0] },
			Changed: tt.fixed + tt.broken,
		}.Interval(a)
		require.True(t, ok)
		want, _ := estimate.ChangeOfShare(float64(tt.fixed), float64(tt.broken), float64(tt.documents), 0.95)
		assert.InDelta(t, float64(tt.documents), documents, 0.03*float64(tt.documents))
		width := want.High - want.Low
		assert.InDelta(t, want.Low, got.Low, 0.05*width, "%+v", tt)
		assert.InDelta(t, want.High, got.High, 0.05*width, "%+v", tt)
	}
}

func TestChangeIntervalIsUndefined(t *testing.T) {
	a, err := stats.Bootstrap{Resamples: 10}.Accumulator(1)
	require.NoError(t, err)
	change := estimate.Change{
		Score:  func(n []int64) (float64, bool) { return 0, n[0] > 0 },
		Values: func(n []int64) int64 { return n[0] },
	}
	for range 2 { // no document, then one
		_, _, ok := change.Interval(a)
		assert.False(t, ok)
		require.NoError(t, a.Add(1, []int{1}))
	}
}
