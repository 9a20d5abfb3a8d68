package keep_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/internal/keep"
)

func TestFirst(t *testing.T) {
	f := keep.NewFirst(3, cmp.Compare[int])
	assert.Nil(t, f.Sorted())
	for _, v := range []int{5, 9, 1, 7, 3, 8} {
		f.Add(v)
	}
	assert.Equal(t, []int{1, 3, 5}, f.Sorted())
	assert.True(t, f.Takes(4))
	assert.False(t, f.Takes(5), "it would be the fourth")

	is := func(want int) func(int) bool { return func(v int) bool { return v == want } }
	assert.True(t, f.Replace(2, is(5)))
	assert.Equal(t, []int{1, 2, 3}, f.Sorted())
	assert.True(t, f.Replace(4, is(1)), "it is found, and 4 comes behind it")
	assert.False(t, f.Replace(0, is(9)))
	assert.Equal(t, []int{1, 2, 3}, f.Sorted())
	f.Add(0)
	assert.Equal(t, []int{0, 1, 2}, f.Sorted())

	none := keep.NewFirst(-1, cmp.Compare[int])
	none.Add(1)
	assert.Empty(t, none.Sorted())
}
