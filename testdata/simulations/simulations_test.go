package simulations_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/testdata/simulations"
)

func TestDraws(t *testing.T) {
	if testing.Short() {
		t.Skip("Draws skips the test")
	}
	t.Setenv("EXTRACTEVAL_SIMULATIONS", "")
	assert.False(t, simulations.Asked())
	assert.Equal(t, 12, simulations.Draws(t, 12))
	t.Setenv("EXTRACTEVAL_SIMULATIONS", "1000")
	assert.True(t, simulations.Asked())
	assert.Equal(t, 1000, simulations.Draws(t, 12))
}
