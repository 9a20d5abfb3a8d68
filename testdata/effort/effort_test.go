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
}
