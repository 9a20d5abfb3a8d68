package internal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/testdata/effort"
)

// scoresInterval is the interval of the mean of scores, in units of a millionth.
func scoresInterval(t testing.TB, scores []float64, resamples int) (stats.Interval, float64) {
	t.Helper()
	a, err := stats.Bootstrap{Resamples: resamples}.Accumulator(2)
	require.NoError(t, err)
	for i, v := range scores {
		right := int(math.Round(v * 1e6))
		require.NoError(t, a.Add(stats.DocumentHash(fmt.Sprint(i)), []int{right, 1e6 - right}))
	}
	scored := share
	scored.Scores = true
	interval, documents, ok := scored.Interval(a)
	require.True(t, ok)
	return interval, documents
}

// TestIntervalOfScoresByHand: 100 equal scores of 0.85 have no variance except through the four that are
// added, 2(.85² + .15²)/100² = 0.000149: .1275/0.000149/1.03 = 830.8 values, and Wilson's interval of 0.85
// over as many, (.85 + .0023119 ± 1.95996·sqrt(.00015347 + .00000139))/1.0046238.
func TestIntervalOfScoresByHand(t *testing.T) {
	scores := make([]float64, 100)
	for i := range scores {
		scores[i] = 0.85
	}
	// The effective number of documents is from resamples, and 100 with an error of 4 %.
	got, documents := scoresInterval(t, scores, 2000)
	assert.InDelta(t, 100, documents, 6)
	assert.InDelta(t, 0.8241, got.Low, 0.002)
	assert.InDelta(t, 0.8727, got.High, 0.002)

	for i := range scores {
		scores[i] = float64(i % 2) // right or wrong: as many values as there are documents
	}
	got, _ = scoresInterval(t, scores, 2000)
	assert.InDelta(t, 0.4038, got.Low, 0.006)
	assert.InDelta(t, 0.5962, got.High, 0.006)
}

// TestCoverageOfScores draws documents of known distributions. Where documents fail rarely
// a bootstrap has seen none of them in many a sample: its interval is then a point.
func TestCoverageOfScores(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	rare := func(p float64) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 {
			if r.Float64() < p {
				return 0
			}
			return 0.84 + 0.01*r.Float64()
		}
	}
	for _, d := range []struct {
		name string
		mean float64
		draw func(*rand.Rand) float64
	}{
		{"uniform", 0.5, func(r *rand.Rand) float64 { return r.Float64() }},
		{"mostly perfect", 0.7*0.85 + 0.3*0.5, func(r *rand.Rand) float64 {
			if r.Float64() < 0.7 {
				return 0.85
			}
			return r.Float64()
		}},
		{"1 % fail", 0.99 * 0.845, rare(0.01)},
		{"3 % fail", 0.97 * 0.845, rare(0.03)},
		{"10 % fail", 0.90 * 0.845, rare(0.10)},
		{"5 % make something up", 0.05 * 0.25, func(r *rand.Rand) float64 {
			if r.Float64() < 0.05 {
				return 0.5 * r.Float64()
			}
			return 0
		}},
	} {
		for _, n := range effort.Some(2, []int{30, 100, 300}) {
			const runs = 300
			r := rand.New(rand.NewPCG(1, uint64(n)))
			covered := 0
			for range runs {
				scores := make([]float64, n)
				for i := range scores {
					scores[i] = d.draw(r)
				}
				if got, _ := scoresInterval(t, scores, 200); got.Low <= d.mean && d.mean <= got.High {
					covered++
				}
			}
			t.Logf("%s, %d documents: %.1f %%", d.name, n, 100*float64(covered)/runs)
			assert.GreaterOrEqual(t, float64(covered)/runs, 0.92, "%s, %d documents", d.name, n)
		}
	}
}
