package internal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The interval of a mean change of the cost of 30 documents holds in 92 % of cases, with costs as skewed as real ones.
func TestIntervalsOfSkewedChangesHold(t *testing.T) {
	samples := effort.Draws(t, 600)
	r := rand.New(rand.NewPCG(17, 30))
	cost := func(spread float64) float64 { return math.Exp(spread*r.NormFloat64() - spread*spread/2) } // its mean is 1
	for _, tt := range []struct {
		name   string
		change float64
		draw   func() (old, new float64)
	}{
		{"two extractors", 0.2, func() (float64, float64) { return cost(1), 1.2 * cost(1) }},
		{"another price, with noise", 0.2, func() (float64, float64) { c := cost(0.9); return c, 1.2 * c * cost(0.3) }},
		{"one of ten is asked again three times", 0.3, func() (float64, float64) {
			c := cost(0.5)
			if r.IntN(10) == 0 {
				return c, 4 * c
			}
			return c, c
		}},
		{"only the new run costs", 1, func() (float64, float64) { return 0, cost(1) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			holds := 0
			for range samples {
				all := make([]estimate.Measured, 30)
				for i := range all {
					old, new := tt.draw()
					all[i] = estimate.Measured{Unit: uint64(i), Sums: [2]float64{old, new}, Weights: [2]float64{1, 1}}
				}
				of := estimate.CompareRatios(all, 0.95)
				if of.Change.Low <= tt.change && tt.change <= of.Change.High {
					holds++
				}
			}
			share := float64(holds) / float64(samples)
			t.Logf("it holds in %.1f %% of %d", 100*share, samples)
			assert.GreaterOrEqual(t, share, 0.92-0.8/math.Sqrt(float64(samples)), "three standard errors")
		})
	}
}

// By hand: changes of 1, 2, 3, 4 and 5 in a cost of 10 each have a mean of 3, a standard error of √(2.5/5) and no skewness; t is 2.776.
func TestCompareRatios(t *testing.T) {
	var all []estimate.Measured
	for i := range 5 {
		all = append(all, estimate.Measured{Unit: uint64(i), Sums: [2]float64{10, 11 + float64(i)}, Weights: [2]float64{1, 1}})
	}
	of := estimate.CompareRatios(all, 0.95)
	assert.InDelta(t, 10, of.Old, 1e-12)
	assert.InDelta(t, 13, of.New, 1e-12)
	require.True(t, of.Defined)
	assert.True(t, of.Approximate, "of five")
	assert.InDelta(t, 3-2.776*math.Sqrt(0.5), of.Change.Low, 0.02)
	assert.InDelta(t, 3+2.776*math.Sqrt(0.5), of.Change.High, 0.02)

	for i := range all { // all are one unit
		all[i].Unit = 7
	}
	assert.False(t, estimate.CompareRatios(all, 0.95).Defined)
	assert.False(t, estimate.CompareRatios([]estimate.Measured{{Sums: [2]float64{1, 1}, Weights: [2]float64{1, 1}}, {Unit: 1}}, 0.95).Defined, "nothing changed")
	assert.False(t, estimate.CompareRatios([]estimate.Measured{{Unit: 1, Sums: [2]float64{1, 2}}, {Unit: 2}}, 0.95).OldDefined, "no weight")

	// A ratio of sums: 3/4 becomes 1/2, and the documents' influences are -1/4·(their share) apart.
	of = estimate.CompareRatios([]estimate.Measured{
		{Unit: 1, Sums: [2]float64{2, 1}, Weights: [2]float64{2, 2}}, {Unit: 2, Sums: [2]float64{1, 1}, Weights: [2]float64{2, 2}},
	}, 0.95)
	assert.InDelta(t, 0.75, of.Old, 1e-12)
	assert.InDelta(t, 0.5, of.New, 1e-12)
	assert.Less(t, of.Change.Low, -0.25)
	assert.Greater(t, of.Change.High, -0.25)
}

// By hand: of 30 changes 24 are 0, five are 1 and one is 7. Their mean is .4, its standard error .23781, and their skewness 4.5557, for the
// sample √(30·29)/28·(1+6/30) times that, 5.7589. With t = 2.0452 Student's interval begins at -.0864, and the interval of Hall ends at 1.8256.
func TestSkewedChangesByHand(t *testing.T) {
	all := make([]estimate.Measured, 30)
	for i := range all {
		change := []float64{7, 1, 1, 1, 1, 1, 0}[min(i, 6)]
		all[i] = estimate.Measured{Unit: uint64(i), Sums: [2]float64{10, 10 + change}, Weights: [2]float64{1, 1}}
	}
	r := estimate.CompareRatios(all, 0.95)
	assert.True(t, r.Approximate, "one makes up most of the change")
	assert.InDelta(t, -0.0864, r.Change.Low, 5e-4)
	assert.InDelta(t, 1.8256, r.Change.High, 5e-3)
}

// Changes of 1 to n in a cost of 10 each have no skewness, and a standard error of √((n+1)/12).
func TestStudent(t *testing.T) { // tables of Abramowitz and Stegun, 26.10
	for free, want := range map[int]float64{5: 2.571, 10: 2.228, 29: 2.045, 100: 1.984} {
		var all []estimate.Measured
		for i := range free + 1 {
			all = append(all, estimate.Measured{Unit: uint64(i), Sums: [2]float64{10, 11 + float64(i)}, Weights: [2]float64{1, 1}})
		}
		change := estimate.CompareRatios(all, 0.95).Change
		assert.InDelta(t, want, (change.High-change.Low)/2/math.Sqrt(float64(free+2)/12), 0.004, free)
	}
}
