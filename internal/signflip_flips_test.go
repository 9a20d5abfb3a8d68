package internal_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/signflip"
)

// By hand. Seven changes of one size: the tails are 1, 8, 29 and 64 of 128 ways, twice that is p. Two of size 1 and one of
// size 3: the sums 5, 3, 1 have 1, 2 and 1 of 8 ways.
func TestAttains(t *testing.T) {
	for _, tt := range []struct {
		changes []signflip.Changes
		want    []float64
	}{
		{[]signflip.Changes{{Size: 0.3, Up: 7}}, []float64{1. / 64, 8. / 64, 29. / 64, 1}},
		{[]signflip.Changes{{Size: 0.3, Up: 2, Down: 3}, {Size: 0.3, Down: 2}}, []float64{1. / 64, 8. / 64, 29. / 64, 1}},
		{[]signflip.Changes{{Size: 1, Up: 1, Down: 1}, {Size: 3, Up: 1}}, []float64{2. / 8, 6. / 8, 1}},
		{[]signflip.Changes{{Size: 2, Down: 1}}, []float64{1}},
		{[]signflip.Changes{{Size: 0, Down: 1}}, nil},
		{[]signflip.Changes{{Size: 1, Down: -1}}, nil},
		{[]signflip.Changes{{Size: 1, Down: 4000}}, nil},
	} {
		assert.InDeltaSlice(t, tt.want, signflip.Attains(tt.changes), 1e-12, "%+v", tt)
	}
}

// Whichever way the changes go, their p-value is one of them.
func TestAttainsItsPValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		changes := make([]signflip.Changes, 1+r.IntN(3))
		for i := range changes {
			changes[i] = signflip.Changes{Size: 0.1 + r.Float64(), Up: r.IntN(6), Down: 1 + r.IntN(4)}
		}
		p, ok := signflip.PValue(changes)
		require.True(t, ok)
		nearest := 2.0
		for _, q := range signflip.Attains(changes) {
			if d := max(p-q, q-p); d < nearest {
				nearest = d
			}
		}
		assert.InDelta(t, 0, nearest, 1e-9, "%+v has %v", changes, p)
	}
}

// Counting documents by the size of their change is the test on all of them.
func TestPValueOfCountedChanges(t *testing.T) {
	all := []float64{0.5, -0.5, 0.5, 0, 0.25, 0.25, -1, 0.5}
	want, ok := signflip.OfDifferences(all)
	require.True(t, ok)
	got, ok := signflip.PValue([]signflip.Changes{{Size: 0.5, Up: 2, Down: 1}, {Size: 1, Down: 1}, {Size: 0.25, Up: 2}, {Size: 0, Up: 1}, {Size: 0.5, Up: 1}})
	require.True(t, ok)
	assert.Equal(t, want, got)
	for _, bad := range []signflip.Changes{{Size: -1, Up: 1}, {Size: 1, Up: -1}, {Size: 1, Down: -1}} {
		_, ok := signflip.PValue([]signflip.Changes{bad})
		assert.False(t, ok)
	}
}
