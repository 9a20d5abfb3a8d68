package internal_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

var share = estimate.Ratio{
	Score: func(sums []int64) (float64, bool) {
		return float64(sums[0]) / float64(max(sums[0]+sums[1], 1)), sums[0]+sums[1] > 0
	},
	Right: func(sums []int64) int64 { return sums[0] },
	Wrong: func(sums []int64) int64 { return sums[1] },
}

func ratioInterval(t *testing.T, documents [][]int) (stats.Interval, float64) {
	t.Helper()
	a, err := stats.Bootstrap{}.Accumulator(2)
	require.NoError(t, err)
	for i, counts := range documents {
		require.NoError(t, a.Add(stats.DocumentHash(fmt.Sprint(i)), counts))
	}
	interval, effective, ok := share.Interval(a)
	require.True(t, ok)
	return interval, effective
}

// Where all is right, the interval is Wilson's of as many values as documents, whatever how many values each has.
func TestRatioIntervalIsNeverAPoint(t *testing.T) {
	for _, each := range []int{1, 7} {
		for _, n := range []int{3, 30, 300} {
			documents := make([][]int, n)
			for i := range documents {
				documents[i] = []int{each, 0}
			}
			got, effective := ratioInterval(t, documents)
			want, _ := stats.Wilson(1, float64(n), 0.95)
			assert.InDelta(t, want.Low, got.Low, 0.02, n)
			assert.Equal(t, 1.0, got.High)
			assert.InEpsilon(t, float64(n), effective, 0.15)
		}
	}
}

// Values of a document that are right or wrong together count once: 40 documents with 10 values each, a quarter all
// wrong, are 40 values.
func TestRatioIntervalOfClusters(t *testing.T) {
	documents := make([][]int, 40)
	for i := range documents {
		documents[i] = []int{10, 0}
		if i%4 == 0 {
			documents[i] = []int{0, 10}
		}
	}
	got, _ := ratioInterval(t, documents)
	want, _ := stats.Wilson(0.75, 40/(1+1./10), 0.95) // ten documents have mistakes
	assert.InDelta(t, want.Low, got.Low, 0.015)
	assert.InDelta(t, want.High, got.High, 0.015)
}

// The low ends are those of a computation without resamples, from the exact variance of F1 under Poisson weights: of 2, 3
// and 6 documents of one value each, of which 1, 1 and 2 are wrong, n is 1.73, 2.31 and 4.81, and the interval is of .87,
// 1.16 and 3.21 values.
func TestRatioIntervalOfFewDocuments(t *testing.T) {
	f1 := share
	f1.Score = func(sums []int64) (float64, bool) {
		return float64(2*sums[0]) / float64(max(2*sums[0]+sums[1], 1)), sums[0]+sums[1] > 0
	}
	for _, tt := range []struct {
		right, wrong int
		low, high    float64
	}{{1, 1, 0.048, 0.952}, {2, 1, 0.106, 0.971}, {4, 2, 0.216, 0.935}} {
		a, err := stats.Bootstrap{Resamples: 20_000}.Accumulator(2)
		require.NoError(t, err)
		for i := range tt.right + tt.wrong {
			counts := []int{1, 0}
			if i < tt.wrong {
				counts = []int{0, 2} // a wrong value is a false positive and a false negative
			}
			require.NoError(t, a.Add(stats.DocumentHash(fmt.Sprint(i)), counts))
		}
		got, _, ok := f1.Interval(a)
		require.True(t, ok)
		assert.InDelta(t, tt.low, got.Low, 0.004, tt.right)
		assert.InDelta(t, tt.high, got.High, 0.004, tt.right)
	}
}

// The percentile interval holds 45 % of the time here.
func TestRatioIntervalHolds(t *testing.T) {
	const runs = 300
	for _, each := range []int{1, 6} {
		held := 0
		for run := range runs {
			r := rand.New(rand.NewPCG(11, uint64(run)))
			documents := make([][]int, 30)
			for i := range documents {
				documents[i] = []int{0, 0}
				for range each {
					if r.Float64() < 0.02 {
						documents[i][1]++
					} else {
						documents[i][0]++
					}
				}
			}
			if interval, _ := ratioInterval(t, documents); interval.Low <= 0.98 && 0.98 <= interval.High {
				held++
			}
		}
		t.Logf("held %d of %d", held, runs)
		assert.GreaterOrEqual(t, held, runs*92/100)
	}
}

// A precision of 1 is 0 in the resamples that have no prediction. Its interval is Wilson's all the same.
func TestRatioIntervalOfARarePrecision(t *testing.T) {
	precision := share
	precision.Score = func(sums []int64) (float64, bool) {
		value, _ := share.Score(sums)
		return value, true
	}
	a, err := stats.Bootstrap{}.Accumulator(2)
	require.NoError(t, err)
	for i := range 6 {
		require.NoError(t, a.Add(uint64(i), []int{i % 3 / 2, 0}))
	}
	interval, effective, ok := precision.Interval(a)
	require.True(t, ok)
	want, _ := stats.Wilson(1, effective, 0.95)
	assert.Equal(t, want, interval)
	assert.InDelta(t, 2, effective, 0.2, "the documents with a value")
}

func TestRatioIntervalIsUndefined(t *testing.T) {
	a, err := stats.Bootstrap{}.Accumulator(2)
	require.NoError(t, err)
	require.NoError(t, a.Add(1, []int{1, 0}))
	_, _, ok := share.Interval(a)
	assert.False(t, ok, "one document")
	require.NoError(t, a.Add(2, []int{1, 0}))
	_, _, ok = estimate.Ratio{Score: func([]int64) (float64, bool) { return 0, false }, Right: share.Right, Wrong: share.Wrong}.Interval(a)
	assert.False(t, ok)
}
