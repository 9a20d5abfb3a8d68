package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

func TestParseLabels(t *testing.T) {
	for _, tt := range []struct {
		text string
		want map[string]string
		err  string
	}{
		{"", nil, ""},
		{"model=x,prompt=v3", map[string]string{"model": "x", "prompt": "v3"}, ""},
		{" model = gpt 4 , k=a=b ", map[string]string{"model": "gpt 4", "k": "a=b"}, ""},
		{"model", nil, `report: label "model": want NAME=VALUE, several with commas between them`},
		{"model=x,", nil, `report: label "": want NAME=VALUE, several with commas between them`},
		{"model=x,model=y", nil, `report: label "model" appears twice`},
		{"=x", nil, `report: label name "": want letters, digits, ".", "_", "-" and "/"`},
		{"a b=x", nil, `report: label name "a b": want letters, digits, ".", "_", "-" and "/"`},
		{"a=", nil, `report: label "a": value "": want a text of 1 to 200 bytes without commas and control characters`},
		{"a=x\ny", nil, `report: label "a": value "x\ny": want a text of 1 to 200 bytes without commas and control characters`},
		{"a=\xff", nil, "report: label \"a\": value \"\\xff\": want a text of 1 to 200 bytes without commas and control characters"},
		{"a=" + strings.Repeat("x", 201), nil, "want a text of 1 to 200 bytes"},
	} {
		got, err := report.ParseLabels(tt.text)
		if tt.err != "" {
			assert.ErrorContains(t, err, tt.err, "%q", tt.text)
			continue
		}
		assert.NoError(t, err, "%q", tt.text)
		assert.Equal(t, tt.want, got, "%q", tt.text)
	}
}

func TestLabelText(t *testing.T) {
	assert.Empty(t, report.Run{Provider: "replay"}.LabelText())
	assert.Equal(t, "provider real", report.Run{Provider: "real"}.LabelText(), "numbers of a model are not those of recordings")
	assert.False(t, report.Run{Provider: "real"}.SameSystem(report.Run{}))
	assert.True(t, report.Run{Provider: "replay"}.SameSystem(report.Run{}))
	assert.Equal(t, "model=x, prompt=v3", report.Run{Labels: map[string]string{"prompt": "v3", "model": "x"}}.LabelText())
	assert.Equal(t, "model=x, provider real", report.Run{Labels: map[string]string{"model": "x"}, Provider: "real"}.LabelText())
	rescored := report.Run{Labels: map[string]string{"model": "x"}, Rescored: "349da105851f8c79"}
	assert.Equal(t, "model=x, rescored", rescored.LabelText())
	assert.Equal(t, "rescored", report.Run{Rescored: "349da105851f8c79"}.LabelText(), "no test has had these numbers")
	assert.True(t, rescored.SameSystem(report.Run{Labels: map[string]string{"model": "x"}}), "its answers are of that system")
	assert.False(t, rescored.SameSystem(report.Run{Labels: map[string]string{"model": "x"}, Provider: "real"}))
	assert.Equal(t, "a=␛[31m", report.LabelText(map[string]string{"a": "\x1b[31m"}), "an artifact may be from anybody")
}
