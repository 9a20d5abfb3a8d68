package tell_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/tell"
	"github.com/extracteval/extracteval/report"
)

func TestSystemOfARun(t *testing.T) {
	assert.Empty(t, tell.System(report.Run{Provider: "replay"}))
	assert.Equal(t, "provider real", tell.System(report.Run{Provider: "real"}), "numbers of a model are not those of recordings")
	assert.Equal(t, "model=x, prompt=v3", tell.System(report.Run{Labels: map[string]string{"prompt": "v3", "model": "x"}}))
	assert.Equal(t, "model=x, provider real", tell.System(report.Run{Labels: map[string]string{"model": "x"}, Provider: "real"}))
	rescored := report.Run{Labels: map[string]string{"model": "x"}, Rescored: "349da105851f8c79"}
	assert.Equal(t, "model=x, rescored", tell.System(rescored))
	assert.Equal(t, "rescored", tell.System(report.Run{Rescored: "349da105851f8c79"}), "no test has had these numbers")
}
