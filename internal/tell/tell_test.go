package tell_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/invariant"
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

func TestBetween(t *testing.T) {
	assert.Equal(t, "0.716–0.898", tell.Between(report.RatioOf(0.716, true), report.RatioOf(0.898, true)))
	assert.Empty(t, tell.Between(report.Ratio{}, report.RatioOf(0.898, true)))
}

func TestPercent(t *testing.T) {
	assert.Equal(t, "61.3%", tell.Percent(report.RatioOf(0.6125, true)))
	assert.Equal(t, "-", tell.Percent(report.Ratio{}))
}

func TestLimit(t *testing.T) {
	assert.Equal(t, "at least 0.990", tell.Limit(report.Limit{Is: report.AtLeast, Value: 0.99}))
	assert.Equal(t, "lower end at most 0.900 where vendor=acme", tell.Limit(report.Limit{Is: report.AtMost, Value: 0.9, Bound: report.BoundLow, Slice: "vendor=acme"}))
}

func TestInvariant(t *testing.T) {
	assert.Equal(t, "adds_up is broken: total 119, net + tax 118", tell.Invariant(invariant.Result{Name: "adds_up", State: invariant.Broken, Note: "total 119, net + tax 118"}))
	assert.Equal(t, "due_after_date is not applicable", tell.Invariant(invariant.Result{Name: "due_after_date", State: invariant.NotApplicable}))
}
