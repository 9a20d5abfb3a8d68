package effort_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/testdata/effort"
)

func TestDraws(t *testing.T) {
	if testing.Short() {
		t.Skip("Draws skips the test")
	}
	t.Setenv("EXTRACTEVAL_SIMULATIONS", "")
	assert.False(t, effort.Asked())
	assert.Equal(t, 12, effort.Draws(t, 12))
	t.Setenv("EXTRACTEVAL_SIMULATIONS", "1000")
	assert.True(t, effort.Asked())
	assert.Equal(t, 1000, effort.Draws(t, 12))
	assert.Equal(t, []int{1, 2, 3}, effort.Some(1, []int{1, 2, 3}))
	t.Setenv("EXTRACTEVAL_SIMULATIONS", "")
	t.Setenv("EXTRACTEVAL_LONG", "")
	assert.Equal(t, []int{1, 3}, effort.Some(2, []int{1, 2, 3, 4, 5}))
	assert.Equal(t, []int{1, 2}, effort.Some(3, []int{1, 2}))
	assert.Equal(t, 10, effort.Size(10, 500))
	t.Setenv("EXTRACTEVAL_LONG", "scripts")
	assert.Equal(t, 10, effort.Size(10, 500))
	whole, err := effort.Condition("scripts")
	assert.NoError(t, err)
	assert.True(t, whole)
	t.Setenv("EXTRACTEVAL_LONG", "1")
	assert.Equal(t, 500, effort.Size(10, 500))
	assert.Equal(t, []int{1, 2, 3, 4, 5}, effort.Some(2, []int{1, 2, 3, 4, 5}))
}
