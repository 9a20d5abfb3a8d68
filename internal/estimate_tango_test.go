package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Two forms that follow by hand: z²/(n+z²) without any change, and Wilson's far end where all changes go one way.
func TestChangeOfShareInClosedForm(t *testing.T) {
	z2 := stats.Normal(0.95) * stats.Normal(0.95)
	for _, n := range []float64{1, 8, 15, 100, 1000} {
		i, ok := estimate.ChangeOfShare(0, 0, n, 0.95)
		require.True(t, ok)
		assert.InDelta(t, z2/(n+z2), i.High, 1e-12)
		assert.InDelta(t, -z2/(n+z2), i.Low, 1e-12)
	}
	for _, n := range []int{8, 30, 100} {
		for k := range n + 1 {
			up, ok := estimate.ChangeOfShare(float64(k), 0, float64(n), 0.9)
			require.True(t, ok)
			down, ok := estimate.ChangeOfShare(0, float64(k), float64(n), 0.9)
			require.True(t, ok)
			wilson, _ := stats.Wilson(float64(k)/float64(n), float64(n), 0.9)
			assert.InDelta(t, wilson.High, up.High, 1e-9, "%d of %d", k, n)
			assert.InDelta(t, -wilson.High, down.Low, 1e-9, "%d of %d", k, n)
		}
	}
}

// The ends are where the score test, with the likeliest shares looked for by brute force, is just at z.
func TestChangeOfShareIsTheScoreTest(t *testing.T) {
	const n, level = 20, 0.95
	score := func(fixed, broken int, change float64) float64 {
		best, at := math.Inf(-1), 0.0
		term := func(k int, p float64) float64 {
			if k == 0 {
				return 0
			}
			return float64(k) * math.Log(p)
		}
		least, most := max(0, -change), (1-change)/2
		for i := range 200_001 {
			q := least + (most-least)*float64(i)/200_000
			if l := term(fixed, q+change) + term(broken, q) + term(n-fixed-broken, 1-2*q-change); l > best {
				best, at = l, q
			}
		}
		return (float64(fixed-broken) - n*change) / math.Sqrt(n*(2*at+change-change*change))
	}
	for _, k := range [][2]int{{1, 0}, {3, 1}, {2, 2}, {0, 5}, {7, 4}, {10, 10}} {
		i, ok := estimate.ChangeOfShare(float64(k[0]), float64(k[1]), n, level)
		require.True(t, ok)
		assert.InDelta(t, stats.Normal(level), score(k[0], k[1], i.Low), 1e-3, "%v", k)
		assert.InDelta(t, -stats.Normal(level), score(k[0], k[1], i.High), 1e-3, "%v", k)
	}
}

func TestChangeOfShareIsUndefined(t *testing.T) {
	for _, c := range [][4]float64{{-1, 0, 8, 0.95}, {0, math.NaN(), 8, 0.95}, {0, 0, 0, 0.95}, {5, 4, 8, 0.95}, {0, 0, math.Inf(1), 0.95}, {0, 0, 8, 1}} {
		_, ok := estimate.ChangeOfShare(c[0], c[1], c[2], c[3])
		assert.False(t, ok, "%v", c)
	}
}
