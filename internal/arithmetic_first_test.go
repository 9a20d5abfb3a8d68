package internal_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

func TestFirst(t *testing.T) {
	f := arithmetic.NewFirst(3, cmp.Compare[int])
	assert.Empty(t, f.Sorted())
	for _, v := range []int{5, 9, 1, 7, 3, 8} {
		f.Add(v)
	}
	assert.Equal(t, []int{1, 3, 5}, f.Sorted())
	assert.True(t, f.Takes(4))
	assert.False(t, f.Takes(9), "it would be the fourth")

	is := func(want int) func(int) bool { return func(v int) bool { return v == want } }
	assert.True(t, f.Replace(2, is(5)))
	assert.Equal(t, []int{1, 2, 3}, f.Sorted())
	assert.True(t, f.Replace(4, is(1)), "it is found, and 4 comes after it")
	assert.False(t, f.Replace(0, is(6)))
	assert.Equal(t, []int{1, 2, 3}, f.Sorted())
	f.Add(0)
	assert.Equal(t, []int{0, 1, 2}, f.Sorted())

	none := arithmetic.NewFirst(-1, cmp.Compare[int])
	none.Add(1)
	assert.Empty(t, none.Sorted())
}

// Against a list that is sorted anew after each call.
func TestFirstAgainstAList(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		limit := r.IntN(12)
		f := arithmetic.NewFirst(limit, cmp.Compare[int])
		var want []int
		for n := range 100 {
			v := r.IntN(1000)*100 + n // all differ
			if len(want) > 0 && r.IntN(3) == 0 {
				old := want[r.IntN(len(want))]
				assert.True(t, f.Replace(v, func(kept int) bool { return kept == old }))
				want[slices.Index(want, old)] = min(v, old)
			} else {
				if len(want) < limit || limit > 0 && v < want[limit-1] {
					assert.True(t, f.Takes(v))
				}
				f.Add(v)
				want = append(want, v)
			}
			slices.Sort(want)
			want = want[:min(len(want), limit)]
			assert.True(t, slices.Equal(want, f.Sorted()))
		}
	}
}
