package assign_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/assign"
)

// Whenever it is stopped, Optimal returns an assignment: one that leaves no pair unformed which could be added, and that
// is the optimum unless it says so.
func TestOptimalCanBeStopped(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	stops := 0
	for range 300 {
		p := randomProblem(r, 12)
		if r.IntN(3) == 0 { // the hard case, in which hardly an item finds its place without a search
			p.GotContent, p.WantContent, p.EqualIsOne = nil, nil, false
			p.Similarity = func(i, j int) float64 { return 1 - float64((i+1)*(j+1))/200 }
		}
		whole, err := assign.Optimal(p)
		require.NoError(t, err)
		for after := range 20 {
			asked := 0
			p.Stop = func() bool { asked++; return asked > after }
			result, err := assign.Optimal(p)
			require.NoError(t, err)
			if !result.Stopped {
				require.Equal(t, whole, result)
				break
			}
			stops++
			require.LessOrEqual(t, total(result), total(whole)+1e-9)
			for _, i := range result.UnmatchedGot {
				for _, j := range result.UnmatchedWant {
					s := p.Similarity(i, j)
					require.False(t, s > 1e-9 && s >= p.Threshold, "got %d and want %d are both left, of similarity %v", i, j, s)
				}
			}
		}
	}
	assert.Greater(t, stops, 100)
}

func TestByKeyCanBeStopped(t *testing.T) {
	const n = 20 // all of one key, and hardly an item finds its place without a search
	keys := slices.Repeat([]string{"key"}, n)
	p := assign.Problem{Got: n, Want: n, Similarity: func(i, j int) float64 { return 1 - float64((i+1)*(j+1))/(2*n*n) }}
	whole, err := assign.ByKey(p, keys, keys)
	require.NoError(t, err)
	assert.False(t, whole.Stopped)
	p.Stop = func() bool { return true }
	result, err := assign.ByKey(p, keys, keys)
	require.NoError(t, err)
	assert.True(t, result.Stopped)
	assert.Len(t, result.Pairs, n)
	assert.Less(t, total(result), total(whole))
}
