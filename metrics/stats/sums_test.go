package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Sums of packed lanes equal sums of one number after the other, however large the numbers are and whichever sums
// are asked for in between.
func TestSumsOfLanes(t *testing.T) {
	const large = min(1<<40, math.MaxInt)
	for name, value := range map[string]func(r *rand.Rand) int{
		"all the same":    func(*rand.Rand) int { return 1 },
		"mostly 0":        func(r *rand.Rand) int { return r.IntN(10) / 9 },
		"small":           func(r *rand.Rand) int { return r.IntN(11) - 5 },
		"lanes are full":  func(r *rand.Rand) int { return (r.IntN(3) - 1) * (full / mostWeight) },
		"beyond lanes":    func(r *rand.Rand) int { return (r.IntN(3) - 1) * (full/mostWeight + 1) },
		"all of one sign": func(r *rand.Rand) int { return 100 + r.IntN(2)*(full/mostWeight) },
		"large":           func(r *rand.Rand) int { return r.IntN(large) - large/2 },
	} {
		for _, resamples := range []int{1, 7, 8, 37} {
			t.Run(fmt.Sprintf("%s, %d resamples", name, resamples), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(resamples), 1))
				acc, err := Bootstrap{Seed: 3, Resamples: resamples}.Accumulator(1)
				require.NoError(t, err)
				weights, sums := make([]int64, resamples), make([]int64, resamples)
				for d := range uint64(5000) {
					v := value(r)
					require.NoError(t, acc.Add(d, []int{v}))
					for i, w := range drawn(resamples, 3, d) {
						weights[i] += int64(w)
						sums[i] += int64(w) * int64(v)
					}
					if r.IntN(500) == 0 || d == 4999 {
						for i, w := range acc.unpack() {
							require.Equal(t, weights[i], w, "document %d", d)
							require.Equal(t, sums[i], acc.columns[0].weighted(i, w), "document %d", d)
						}
					}
				}
				again, err := Bootstrap{Seed: 3, Resamples: resamples}.Accumulator(1)
				require.NoError(t, err)
				require.NoError(t, again.Merge(acc))
				before, err := acc.MarshalBinary()
				require.NoError(t, err)
				after, err := again.Select([]int{0}).MarshalBinary()
				require.NoError(t, err)
				assert.Equal(t, before, after)
			})
		}
	}
}
