package internal_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate/onerun"
)

// The lady tasting tea (Fisher 1935): eight cups, four of them milk first, four named. All right: 1 of 70 ways; three right or
// more: 17 of 70.
func TestFisher(t *testing.T) {
	assert.InDelta(t, 1.0/70, onerun.Fisher(4, 4, 4, 8), 1e-12)
	assert.InDelta(t, 17.0/70, onerun.Fisher(3, 4, 4, 8), 1e-12)
	assert.InDelta(t, 69.0/70, onerun.Fisher(1, 4, 4, 8), 1e-12)
	assert.Equal(t, 1.0, onerun.Fisher(0, 4, 4, 8))
	assert.Equal(t, 1.0, onerun.Fisher(2, 6, 4, 8), "two of them cannot but be")
	for _, none := range [][4]int{{5, 4, 4, 8}, {1, 9, 4, 8}, {1, 4, 9, 8}, {1, -1, 2, 3}, {-1, -1, -1, -1}} {
		assert.Equal(t, 1.0, onerun.Fisher(none[0], none[1], none[2], none[3]), none)
	}
	assert.Greater(t, 1e-100, onerun.Fisher(500, 500, 500, 10_000))
}

// By hand: of a fair coin and one that falls on heads in a quarter, both fall on heads in 1/8, one at least in 5/8.
func TestAtLeast(t *testing.T) {
	coins := []float64{1.0 / 2, 1.0 / 4}
	assert.Equal(t, []float64{1, 5.0 / 8, 1.0 / 8, 0}, []float64{onerun.AtLeast(0, coins), onerun.AtLeast(1, coins), onerun.AtLeast(2, coins), onerun.AtLeast(3, coins)})
	assert.Equal(t, 1.0, onerun.AtLeast(2, []float64{1, 1, 0}))
	assert.Equal(t, 0.0, onerun.AtLeast(1, nil))
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
		p := onerun.AtLeast(n, chances)
		assert.LessOrEqual(t, onerun.AtLeast(n, chances[1:]), p+1e-12)
		r.Shuffle(len(chances), func(i, j int) { chances[i], chances[j] = chances[j], chances[i] })
		assert.InDelta(t, p, onerun.AtLeast(n, chances), 1e-12)
	}
}

// By hand. Of 2 drawn among 4 with 2 marked, 2, 1 and 0 hits have 1, 4 and 1 of 6 ways; of 1 drawn among 3 with 1 marked,
// 1 and 0 hits have 1 and 2 of 3. So 3 hits in both have 1/18; 2 or more have (1·3 + 4·1)/18.
func TestStratifiedFisher(t *testing.T) {
	tables := func(first, second int) []onerun.Fourfold {
		return []onerun.Fourfold{{Hits: first, Drawn: 2, Marked: 2, All: 4}, {}, {Hits: second, Drawn: 1, Marked: 1, All: 3}}
	}
	assert.InDelta(t, 1./18, onerun.StratifiedFisher(tables(2, 1)), 1e-12)
	assert.InDelta(t, 7./18, onerun.StratifiedFisher(tables(1, 1)), 1e-12)
	assert.InDelta(t, 7./18, onerun.StratifiedFisher(tables(2, 0)), 1e-12)
	assert.InDelta(t, 1, onerun.StratifiedFisher(tables(0, 0)), 1e-12)
	assert.InDelta(t, 1, onerun.StratifiedFisher(nil), 1e-12)
	one := onerun.Fourfold{Hits: 7, Drawn: 9, Marked: 20, All: 60}
	assert.InDelta(t, onerun.Fisher(7, 9, 20, 60), onerun.StratifiedFisher([]onerun.Fourfold{one}), 1e-12)
	// No hit or none missed tells nothing, however many units are drawn. Of many the normal approximation is near.
	assert.InDelta(t, 1, onerun.StratifiedFisher([]onerun.Fourfold{{Hits: 3000, Drawn: 3000, Marked: 4000, All: 4000}}), 0)
	assert.InEpsilon(t, onerun.Fisher(560, 1100, 1500, 3000), onerun.StratifiedFisher([]onerun.Fourfold{{Hits: 560, Drawn: 1100, Marked: 1500, All: 3000}}), 0.02)
}

// By hand: of 4 events with 1/2 each, at most 1 has (1 + 4)/16.
func TestAtMost(t *testing.T) {
	assert.InDelta(t, 5./16, onerun.AtMost(1, 4, 0.5), 1e-12)
	assert.InDelta(t, 0.729, onerun.AtMost(0, 3, 0.1), 1e-12)
	assert.Equal(t, 0.0, onerun.AtMost(-1, 3, 0.1))
	assert.Equal(t, 1.0, onerun.AtMost(3, 3, 0.1))
}
