package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// The first numbers of java.util.SplittableRandom with the seeds 0 and 1234567, the generator of the paper: they are the vectors
// of https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64, and of the tests of Rust's rand_xoshiro.
func TestMixMakesSplitMix64(t *testing.T) {
	for seed, want := range map[uint64][]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821},
	} {
		state := seed
		for i, number := range want {
			state += arithmetic.Golden
			assert.Equal(t, number, arithmetic.Mix(state), "number %d of seed %d", i+1, seed)
		}
	}
}

func TestMean(t *testing.T) {
	assert.Equal(t, 2.5, arithmetic.Mean([]float64{1, 4}))
	assert.Zero(t, arithmetic.Mean(nil))
}

// Two marked ones of five, of which three are drawn: 1, 6 and 3 of the ten draws.
func TestHypergeometric(t *testing.T) {
	for hits, want := range map[int]float64{-1: 0, 0: 0.1, 1: 0.6, 2: 0.3, 3: 0} {
		assert.InDelta(t, want, arithmetic.Hypergeometric(hits, 3, 2, 5), 1e-12, "%d hits", hits)
	}
	assert.Zero(t, arithmetic.Hypergeometric(0, 4, 2, 5), "one of the four is marked")
	assert.InDelta(t, 2598960, math.Exp(arithmetic.LogChoose(52, 5)), 1e-6)
}

func TestIndices(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2}, arithmetic.Indices(3))
	assert.Nil(t, arithmetic.Indices(0), "as a list that nothing was added to")
}

func TestMapsAreMadeWhenTheyAreNeeded(t *testing.T) {
	var counts map[string]int
	arithmetic.Map(&counts)["a"]++
	arithmetic.Map(&counts)["a"]++
	assert.Equal(t, map[string]int{"a": 2}, counts)

	var lists map[string]*[]int
	*arithmetic.Entry(&lists, "a") = []int{1}
	assert.Equal(t, []int{1}, *arithmetic.Entry(&lists, "a"), "the same entry")
	assert.Empty(t, *arithmetic.Entry(&lists, "b"))

	var n arithmetic.Numbering[string, int]
	assert.Equal(t, []int{0, 1, 0}, []int{n.Add("x"), n.Add("y"), n.Add("x")})
	assert.Equal(t, []string{"x", "y"}, n.All)
	assert.Equal(t, map[string]int{"x": 0, "y": 1}, n.Number)
}

func TestGroupKeepsTheOrderOfItsKeys(t *testing.T) {
	groups, order := arithmetic.Group([]string{"bob", "ann", "bill"}, func(name string) byte { return name[0] })
	assert.Equal(t, []byte("ba"), order)
	assert.Equal(t, map[byte][]string{'b': {"bob", "bill"}, 'a': {"ann"}}, groups)
	assert.Equal(t, []int{-1, 0, 0, 1}, []int{arithmetic.TrueFirst(true, false), arithmetic.TrueFirst(true, true), arithmetic.TrueFirst(false, false), arithmetic.TrueFirst(false, true)})
}
