package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/invariant"
)

func TestHolding(t *testing.T) {
	share, ok := invariant.Holding([]invariant.Result{{State: invariant.Holds}, {State: invariant.Broken}, {State: invariant.NotApplicable}, {State: invariant.Errored}})
	assert.True(t, ok)
	assert.InDelta(t, 1.0/3, share, 1e-9)
	_, ok = invariant.Holding([]invariant.Result{{State: invariant.Holds}, {State: invariant.NotApplicable}})
	assert.False(t, ok, "none is broken")
}

func TestWorst(t *testing.T) {
	assert.Equal(t, 0.5, invariant.Worst(1, false, 0.5, true), "it breaks half of its invariants")
	assert.Equal(t, 0.25, invariant.Worst(0.25, false, 0.5, true))
	assert.Equal(t, 0.25, invariant.Worst(0.25, false, 0, false))
	assert.Equal(t, 0.5, invariant.Worst(0, true, 0.5, true), "it has no truth, and its score says nothing")
}
