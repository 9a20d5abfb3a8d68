package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

func TestMeanInterval(t *testing.T) {
	estimated := func(low, value, high float64) estimate.Estimated {
		return estimate.Estimated{Value: value, Interval: stats.Interval{Low: low, High: high}}
	}
	for _, tt := range []struct {
		name string
		of   []estimate.Estimated
		want stats.Interval
	}{
		{"one is its own", []estimate.Estimated{estimated(.5, .8, .9)}, stats.Interval{Low: .5, High: .9}},
		// √(.03²+.04²)/2 = .025 below, √(.06²+.08²)/2 = .05 above
		{"two by hand", []estimate.Estimated{estimated(.87, .90, .96), estimated(.66, .70, .78)}, stats.Interval{Low: .775, High: .85}},
		// four sure fields and one of a single document, Wilson .2065 to 1: .7935/5 below
		{"a seldom field", []estimate.Estimated{estimated(1, 1, 1), estimated(1, 1, 1), estimated(1, 1, 1), estimated(1, 1, 1), estimated(.2065, 1, 1)}, stats.Interval{Low: .8413, High: 1}},
		{"a value below its interval", []estimate.Estimated{estimated(.5, .4, .9), estimated(.5, .6, .6)}, stats.Interval{Low: .45, High: .75}},
		{"changes", []estimate.Estimated{estimated(-.3, 0, .3), estimated(-.6, -.2, .2)}, stats.Interval{Low: -.35, High: .15}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := estimate.MeanInterval(tt.of)
			require.True(t, ok)
			assert.InDelta(t, tt.want.Low, got.Low, 1e-12)
			assert.InDelta(t, tt.want.High, got.High, 1e-12)
		})
	}
	for name, of := range map[string][]estimate.Estimated{
		"nothing":                  nil,
		"no number":                {estimated(.5, math.NaN(), .9)},
		"an end that is no number": {estimated(.1, .2, .3), estimated(math.NaN(), .7, .9)},
		"infinite":                 {estimated(math.Inf(-1), .7, .9)},
	} {
		got, ok := estimate.MeanInterval(of)
		assert.False(t, ok, name)
		assert.Zero(t, got, name)
	}
}

// The interval of a mean has the mean within it, and is no wider than the mean of the intervals, which is as wide as if
// all were wrong together.
func TestMeanIntervalLiesWithinTheMeansOfTheEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var low, mean, high float64
		of := make([]estimate.Estimated, rapid.IntRange(1, 9).Draw(t, "numbers"))
		for i := range of {
			of[i].Value = rapid.Float64Range(-1, 1).Draw(t, "value")
			of[i].Low = of[i].Value - rapid.Float64Range(0, 1).Draw(t, "down")
			of[i].High = of[i].Value + rapid.Float64Range(0, 1).Draw(t, "up")
			low, mean, high = low+of[i].Low, mean+of[i].Value, high+of[i].High
		}
		k := float64(len(of))
		got, ok := estimate.MeanInterval(of)
		require.True(t, ok)
		const rounding = 1e-12
		assert.LessOrEqual(t, got.Low, mean/k+rounding)
		assert.GreaterOrEqual(t, got.High, mean/k-rounding)
		assert.GreaterOrEqual(t, got.Low, low/k-rounding)
		assert.LessOrEqual(t, got.High, high/k+rounding)
	})
}

func TestHull(t *testing.T) {
	a, b := stats.Interval{Low: .1, High: .5}, stats.Interval{Low: .2, High: .7}
	assert.Equal(t, stats.Interval{Low: .1, High: .7}, estimate.Hull(a, b))
	assert.Equal(t, stats.Interval{Low: .1, High: .7}, estimate.Hull(b, a))
}
