package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// bar is a box of height 1 on the x axis: IoU is a matter of lengths.
func bar(from, to float64) geometry.Box { return geometry.Box{X1: from, Y1: 0, X2: to, Y2: 1} }

func TestMatch(t *testing.T) {
	// got 0 overlaps want 0 by 6/10 and want 1 by 4/10; got 1 overlaps want 0 by 1/10.
	got := []geometry.Box{bar(4, 14), bar(0, 5)}
	want := []geometry.Box{bar(4, 10), bar(10, 14)}
	tests := []struct {
		name      string
		by        func(assign.Problem) (assign.Result, error)
		threshold float64
		pairs     []assign.Pair
		restGot   []int
		restWant  []int
		mean      float64
	}{
		{"index", assign.InOrder, 0, []assign.Pair{{Got: 0, Want: 0, Similarity: .6}, {Got: 1, Want: 1}}, nil, nil, .3},
		{"greedy takes the best pair", assign.Greedy, 0, []assign.Pair{{Got: 0, Want: 0, Similarity: .6}}, []int{1}, []int{1}, .3},
		{"optimal too, when the alternative comes to .1 + .4", assign.Optimal, 0, []assign.Pair{{Got: 0, Want: 0, Similarity: .6}}, []int{1}, []int{1}, .3},
		{"nothing reaches the threshold", assign.Optimal, .7, nil, []int{0, 1}, []int{0, 1}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := geometry.Match(got, want, tt.by, tt.threshold)
			require.NoError(t, err)
			assert.Equal(t, tt.pairs, m.Pairs)
			assert.Equal(t, tt.restGot, m.UnmatchedGot)
			assert.Equal(t, tt.restWant, m.UnmatchedWant)
			mean, ok := m.MeanIoU()
			assert.True(t, ok)
			assert.InDelta(t, tt.mean, mean, 1e-15)
		})
	}
}

func TestMatchGreedyAgainstOptimal(t *testing.T) {
	got := []geometry.Box{bar(0, 10), bar(0, 6)}
	want := []geometry.Box{bar(0, 8), bar(4, 10)}
	// Got 0 has an IoU of 8/10 and 6/10 with the two, got 1 has 6/8 and 2/10.
	greedy, err := geometry.Match(got, want, assign.Greedy, 0)
	require.NoError(t, err)
	assert.Equal(t, []assign.Pair{{Got: 0, Want: 0, Similarity: .8}, {Got: 1, Want: 1, Similarity: .2}}, greedy.Pairs)
	optimal, err := geometry.Match(got, want, assign.Optimal, 0)
	require.NoError(t, err)
	assert.Equal(t, []assign.Pair{{Got: 1, Want: 0, Similarity: .75}, {Got: 0, Want: 1, Similarity: .6}}, optimal.Pairs)
}

func TestMatchCounts(t *testing.T) {
	t.Run("five detections, three right of three", func(t *testing.T) {
		want := []geometry.Box{bar(0, 10), bar(20, 30), bar(40, 50)}
		got := []geometry.Box{bar(20, 30), bar(60, 70), bar(40, 49), bar(0, 10), bar(80, 90)}
		m, err := geometry.Match(got, want, assign.Optimal, .5)
		require.NoError(t, err)
		counts := m.Counts(.5)
		assert.Equal(t, 3, counts.Match)
		assert.Equal(t, 2, counts.Invented)
		confusion := counts.Confusion("")
		precision, _ := confusion.Precision()
		recall, _ := confusion.Recall()
		f1, _ := confusion.F1()
		assert.Equal(t, []float64{.6, 1, .75}, []float64{precision, recall, f1})
	})
	t.Run("a pair below the threshold is wrong, a truth without partner missing", func(t *testing.T) {
		m, err := geometry.Match([]geometry.Box{bar(0, 4)}, []geometry.Box{bar(0, 10), bar(20, 30)}, assign.InOrder, 0)
		require.NoError(t, err)
		counts := m.Counts(.5)
		assert.Equal(t, 1, counts.Wrong)
		assert.Equal(t, 1, counts.Missing)
		assert.Equal(t, 1, m.Counts(.4).Match)
		mean, ok := m.MeanIoU()
		assert.True(t, ok)
		assert.InDelta(t, .2, mean, 1e-15, "divided by the longer list")
	})
	t.Run("nothing to score", func(t *testing.T) {
		m, err := geometry.Match(nil, nil, assign.Optimal, .5)
		require.NoError(t, err)
		_, ok := m.MeanIoU()
		assert.False(t, ok)
	})
	t.Run("pages and invalid boxes", func(t *testing.T) {
		other := bar(0, 10)
		other.Page = 2
		m, err := geometry.Match([]geometry.Box{other, {X1: math.NaN(), X2: 10, Y2: 1}, bar(10, 0)}, []geometry.Box{bar(0, 10)}, assign.Greedy, 0)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1, 2}, m.UnmatchedGot)
	})
}

func TestMatchErrors(t *testing.T) {
	_, err := geometry.Match(nil, nil, assign.Greedy, math.NaN())
	assert.EqualError(t, err, "geometry: matching 0 got and 0 want boxes: assign: threshold is NaN: must be a number from 0 to 1")
}

func TestMatchProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) []geometry.Box {
			// A coarse grid, so that ties and touching boxes are common.
			grid := rapid.Map(rapid.IntRange(0, 4), func(i int) float64 { return float64(i) })
			boxes := make([]geometry.Box, rapid.IntRange(0, 6).Draw(t, label))
			for i := range boxes {
				x, y := grid.Draw(t, "x"), grid.Draw(t, "y")
				boxes[i] = geometry.Box{X1: x, Y1: y, X2: x + 1 + grid.Draw(t, "width"), Y2: y + 1 + grid.Draw(t, "height"), Page: rapid.IntRange(0, 1).Draw(t, "page")}
			}
			return boxes
		}
		got, want := draw("got"), draw("want")
		var total [2]float64
		for i, by := range []func(assign.Problem) (assign.Result, error){assign.Greedy, assign.Optimal} {
			m, err := geometry.Match(got, want, by, 0)
			require.NoError(t, err)
			require.Len(t, got, len(m.Pairs)+len(m.UnmatchedGot))
			require.Len(t, want, len(m.Pairs)+len(m.UnmatchedWant))
			for _, p := range m.Pairs {
				require.Positive(t, p.Similarity)
				total[i] += p.Similarity
			}

			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			rng.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
			rng.Shuffle(len(want), func(i, j int) { want[i], want[j] = want[j], want[i] })
			again, err := geometry.Match(got, want, by, 0)
			require.NoError(t, err)
			for _, threshold := range []float64{0, .3, .5, .9} {
				require.Equal(t, m.Counts(threshold), again.Counts(threshold), "the order changes no count")
			}
		}
		require.GreaterOrEqual(t, total[1], total[0]-1e-8)
		require.InDelta(t, bestTotal(got, want), total[1], 1e-8, "against all assignments")
	})
}

// bestTotal tries every assignment.
func bestTotal(got, want []geometry.Box) float64 {
	if len(got) == 0 {
		return 0
	}
	best := bestTotal(got[1:], want)
	for j := range want {
		rest := append(append([]geometry.Box{}, want[:j]...), want[j+1:]...)
		best = max(best, got[0].IoU(want[j])+bestTotal(got[1:], rest))
	}
	return best
}

func TestIoUMatrix(t *testing.T) {
	got, want := []geometry.Box{bar(0, 10), bar(0, 5)}, []geometry.Box{bar(0, 10), bar(5, 10), bar(2, 3)}
	assert.Equal(t, []float64{1, .5, .1, .5, 0, .2}, geometry.IoUMatrix(got, want))
	assert.Empty(t, geometry.IoUMatrix(nil, want))
}
