package stats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/stats"
)

// By hand. Seven changes of one size: the tails are 1, 8, 29 and 64 of 128 ways, twice that is p. Two of size 1 and one of
// size 3: the sums 5, 3, 1 have 1, 2 and 1 of 8 ways.
func TestSignFlipAttains(t *testing.T) {
	for _, tt := range []struct {
		changes []stats.Changes
		want    []float64
	}{
		{[]stats.Changes{{Size: 0.3, Up: 7}}, []float64{1. / 64, 8. / 64, 29. / 64, 1}},
		{[]stats.Changes{{Size: 0.3, Up: 2, Down: 3}, {Size: 0.3, Down: 2}}, []float64{1. / 64, 8. / 64, 29. / 64, 1}},
		{[]stats.Changes{{Size: 1, Up: 1, Down: 1}, {Size: 3, Up: 1}}, []float64{2. / 8, 6. / 8, 1}},
		{[]stats.Changes{{Size: 2, Down: 1}}, []float64{1}},
		{[]stats.Changes{{Size: 0, Down: 1}}, nil},
		{[]stats.Changes{{Size: 1, Down: -1}}, nil},
		{[]stats.Changes{{Size: 1, Down: 4000}}, nil},
	} {
		assert.InDeltaSlice(t, tt.want, stats.SignFlipAttains(tt.changes), 1e-12, "%+v", tt)
	}
}

// Whichever way the changes go, their p-value is one of them.
func TestSignFlipAttainsItsPValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		changes := make([]stats.Changes, 1+r.IntN(3))
		for i := range changes {
			changes[i] = stats.Changes{Size: 0.1 + r.Float64(), Up: r.IntN(6), Down: 1 + r.IntN(4)}
		}
		p, ok := stats.SignFlipOf(changes)
		require.True(t, ok)
		nearest := 2.0
		for _, q := range stats.SignFlipAttains(changes) {
			if d := max(p-q, q-p); d < nearest {
				nearest = d
			}
		}
		assert.InDelta(t, 0, nearest, 1e-9, "%+v has %v", changes, p)
	}
}
