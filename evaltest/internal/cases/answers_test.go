package cases

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

func TestSameSystem(t *testing.T) {
	real, replay := report.Run{Provider: "real"}, report.Run{Provider: "replay"}
	assert.False(t, sameSystem(real, report.Run{}))
	assert.True(t, sameSystem(replay, report.Run{}))
	labels := map[string]string{"model": "x"}
	rescored := report.Run{Labels: labels, Rescored: "349da105851f8c79"}
	assert.True(t, sameSystem(rescored, report.Run{Labels: labels}), "its answers are of that system")
	assert.False(t, sameSystem(rescored, report.Run{Labels: labels, Provider: "real"}))
}
