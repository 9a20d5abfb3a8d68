package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

func TestSystemOfARun(t *testing.T) {
	assert.Empty(t, report.Run{Provider: "replay"}.LabelText())
	assert.Equal(t, "provider real", report.Run{Provider: "real"}.LabelText(), "numbers of a model are not those of recordings")
	assert.Equal(t, "model=x, prompt=v3", report.Run{Labels: map[string]string{"prompt": "v3", "model": "x"}}.LabelText())
	assert.Equal(t, "model=x, provider real", report.Run{Labels: map[string]string{"model": "x"}, Provider: "real"}.LabelText())
	rescored := report.Run{Labels: map[string]string{"model": "x"}, Rescored: "349da105851f8c79"}
	assert.Equal(t, "model=x, rescored", rescored.LabelText())
	assert.Equal(t, "rescored", report.Run{Rescored: "349da105851f8c79"}.LabelText(), "no test has had these numbers")
}
