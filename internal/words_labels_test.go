package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
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
		{"model", nil, `label "model": want NAME=VALUE, several with commas between them`},
		{"model=x,", nil, `label "": want NAME=VALUE, several with commas between them`},
		{"model=x,model=y", nil, `label "model" appears twice`},
		{"=x", nil, `label name "": want letters, digits, ".", "_", "-" and "/"`},
		{"a b=x", nil, `label name "a b": want letters, digits, ".", "_", "-" and "/"`},
		{"a=", nil, `label "a": value "": want a text of 1 to 200 bytes without commas and control characters`},
		{"a=x\ny", nil, `label "a": value "x\ny": want a text of 1 to 200 bytes without commas and control characters`},
		{"a=\xff", nil, "label \"a\": value \"\\xff\": want a text of 1 to 200 bytes without commas and control characters"},
		{"a=" + strings.Repeat("x", 201), nil, "want a text of 1 to 200 bytes"},
	} {
		got, err := words.ParseLabels(tt.text)
		if tt.err != "" {
			assert.ErrorContains(t, err, tt.err, "%q", tt.text)
			continue
		}
		assert.NoError(t, err, "%q", tt.text)
		assert.Equal(t, tt.want, got, "%q", tt.text)
	}
}

func TestLabels(t *testing.T) {
	assert.Equal(t, "a=␛[31m", words.Labels(map[string]string{"a": "\x1b[31m"}), "an artifact may be from anybody")
}
