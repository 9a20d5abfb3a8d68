package tell_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/tell"
	"github.com/extracteval/extracteval/report"
)

func TestOrigins(t *testing.T) {
	all := report.Origins{Misread: 1, Picked: 2, MadeUp: 3, Overlooked: 4, NotInSource: 5}
	assert.Equal(t, "1 misread, 2 picked, 3 made up, 4 overlooked, 5 not in source", tell.Origins(all, nil))
	assert.Equal(t, "6 made up", tell.Origins(report.Origins{MadeUp: 3}, func(n int) string { return strconv.Itoa(2 * n) }))
	assert.Empty(t, tell.Origins(report.Origins{}, nil))
}

func TestWorst(t *testing.T) {
	half := report.RatioOf(0.5, true)
	assert.Equal(t, 0.5, tell.Worst(1, false, half), "it breaks half of its invariants")
	assert.Equal(t, 0.25, tell.Worst(0.25, false, half))
	assert.Equal(t, 0.25, tell.Worst(0.25, false, report.Ratio{}))
	assert.Equal(t, 0.5, tell.Worst(0, true, half), "it has no truth, and its score says nothing")
}
