package estimate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
)

// The lady tasting tea (Fisher 1935): eight cups, four of them milk first, four named. All right: 1 of 70 ways; three right or
// more: 17 of 70.
func TestFisher(t *testing.T) {
	assert.InDelta(t, 1.0/70, estimate.Fisher(4, 4, 4, 8), 1e-12)
	assert.InDelta(t, 17.0/70, estimate.Fisher(3, 4, 4, 8), 1e-12)
	assert.InDelta(t, 69.0/70, estimate.Fisher(1, 4, 4, 8), 1e-12)
	assert.Equal(t, 1.0, estimate.Fisher(0, 4, 4, 8))
	assert.Equal(t, 1.0, estimate.Fisher(2, 6, 4, 8), "two of them cannot but be")
	for _, none := range [][4]int{{5, 4, 4, 8}, {1, 9, 4, 8}, {1, 4, 9, 8}, {1, -1, 2, 3}, {-1, -1, -1, -1}} {
		assert.Equal(t, 1.0, estimate.Fisher(none[0], none[1], none[2], none[3]), none)
	}
	assert.Greater(t, 1e-100, estimate.Fisher(500, 500, 500, 10_000))
}

// By hand: of a fair coin and one that falls on heads in a quarter, both fall on heads in 1/8, one at least in 5/8.
func TestAtLeast(t *testing.T) {
	coins := []float64{1.0 / 2, 1.0 / 4}
	assert.Equal(t, []float64{1, 5.0 / 8, 1.0 / 8, 0}, []float64{estimate.AtLeast(0, coins), estimate.AtLeast(1, coins), estimate.AtLeast(2, coins), estimate.AtLeast(3, coins)})
	assert.Equal(t, 1.0, estimate.AtLeast(2, []float64{1, 1, 0}))
	assert.Equal(t, 0.0, estimate.AtLeast(1, nil))
}

// The order of the events makes no difference, and each further event only adds.
func TestAtLeastInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		chances := make([]float64, 1+r.IntN(20))
		for i := range chances {
			chances[i] = r.Float64()
		}
		n := 1 + r.IntN(len(chances))
		p := estimate.AtLeast(n, chances)
		assert.LessOrEqual(t, estimate.AtLeast(n, chances[1:]), p+1e-12)
		r.Shuffle(len(chances), func(i, j int) { chances[i], chances[j] = chances[j], chances[i] })
		assert.InDelta(t, p, estimate.AtLeast(n, chances), 1e-12)
	}
}
