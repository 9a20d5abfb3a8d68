package stats

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSelectAddsAndReordersColumns(t *testing.T) {
	wide, err := Bootstrap{}.Accumulator(3)
	require.NoError(t, err)
	narrow, err := Bootstrap{}.Accumulator(2)
	require.NoError(t, err)
	documents := []struct {
		id     string
		counts []int // columns a, b and c; c is 0 in the first two documents
	}{{"one", []int{3, 1, 0}}, {"two", []int{3, 0, 0}}, {"three", []int{2, 2, 5}}, {"four", []int{3, 0, 1}}}
	for i, d := range documents {
		hash := DocumentHash(d.id)
		require.NoError(t, wide.Add(hash, d.counts))
		if i == 2 {
			narrow = narrow.Select([]int{1, 0, -1}) // from now on b, a, c
		}
		if i < 2 {
			require.NoError(t, narrow.Add(hash, d.counts[:2]))
		} else {
			require.NoError(t, narrow.Add(hash, []int{d.counts[1], d.counts[0], d.counts[2]}))
		}
	}
	reordered := narrow.Select([]int{1, 0, 2})

	assert.Equal(t, []int64{11, 3, 6}, reordered.Sums())
	assert.Equal(t, 4, reordered.Documents())
	share := func(sums []int64) (float64, bool) { return float64(sums[1]+sums[2]) / float64(sums[0]), sums[0] > 0 }
	want, ok := wide.Interval(share)
	require.True(t, ok)
	got, ok := reordered.Interval(share)
	require.True(t, ok)
	assert.Equal(t, want, got, "the same documents give the same resamples")
}
