package internal_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

func TestOrigins(t *testing.T) {
	all := report.Origins{Misread: 1, Picked: 2, MadeUp: 3, Overlooked: 4, NotInSource: 5}
	assert.Equal(t, "1 misread, 2 picked, 3 made up, 4 overlooked, 5 not in source", terminal.Origins(all, nil))
	assert.Equal(t, "6 made up", terminal.Origins(report.Origins{MadeUp: 3}, func(n int) string { return strconv.Itoa(2 * n) }))
	assert.Empty(t, terminal.Origins(report.Origins{}, nil))
}

func TestBetween(t *testing.T) {
	assert.Equal(t, "0.716–0.898", terminal.Between(report.RatioOf(0.716, true), report.RatioOf(0.898, true)))
	assert.Empty(t, terminal.Between(report.Ratio{}, report.RatioOf(0.898, true)))
}

func TestPercent(t *testing.T) {
	assert.Equal(t, "61.3%", terminal.Percent(report.RatioOf(0.6125, true)))
	assert.Equal(t, "-", terminal.Percent(report.Ratio{}))
}

func TestLimit(t *testing.T) {
	assert.Equal(t, "at least 0.990", terminal.Limit(report.Limit{Is: report.AtLeast, Value: 0.99}))
	assert.Equal(t, "lower end at most 0.900 where vendor=acme", terminal.Limit(report.Limit{Is: report.AtMost, Value: 0.9, Bound: report.BoundLow, Slice: "vendor=acme"}))
}

func TestInvariant(t *testing.T) {
	assert.Equal(t, "adds_up is broken: total 119, net + tax 118", terminal.Invariant(invariant.Result{Name: "adds_up", State: invariant.Broken, Note: "total 119, net + tax 118"}))
	assert.Equal(t, "due_after_date is not applicable", terminal.Invariant(invariant.Result{Name: "due_after_date", State: invariant.NotApplicable}))
}

func TestSystemOfARun(t *testing.T) {
	assert.Empty(t, terminal.System(report.Run{Provider: "replay"}))
	assert.Equal(t, "provider real", terminal.System(report.Run{Provider: "real"}), "numbers of a model are not those of recordings")
	assert.Equal(t, "model=x, prompt=v3", terminal.System(report.Run{Labels: map[string]string{"prompt": "v3", "model": "x"}}))
	assert.Equal(t, "model=x, provider real", terminal.System(report.Run{Labels: map[string]string{"model": "x"}, Provider: "real"}))
	rescored := report.Run{Labels: map[string]string{"model": "x"}, Rescored: "349da105851f8c79"}
	assert.Equal(t, "model=x, rescored", terminal.System(rescored))
	assert.Equal(t, "rescored", terminal.System(report.Run{Rescored: "349da105851f8c79"}), "no test has had these numbers")
	assert.Equal(t, "rescored, data 2026-11", terminal.SystemAndData(report.Run{Rescored: "349da105851f8c79"}, report.Dataset{Version: "2026-11"}))
	assert.Equal(t, "data 2026-11", terminal.SystemAndData(report.Run{}, report.Dataset{Version: "2026-11"}))
	assert.Empty(t, terminal.SystemAndData(report.Run{}, report.Dataset{}))
}
