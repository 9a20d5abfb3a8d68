package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestUnicodeForm(t *testing.T) {
	for _, tt := range []struct{ name, other, want string }{
		{"größe", "gro\u0308ße", " (they differ only in their Unicode form: write both in NFC)"},
		{"lines[].größe", "lines[].gro\u0308ße", " (they differ only in their Unicode form: write both in NFC)"},
		{"größe", "größe", ""},
		{"größe", "große", ""},
		{"Größe", "gro\u0308ße", ""},
		{"\xff", "\xfe", ""},
	} {
		assert.Equal(t, tt.want, words.UnicodeForm(tt.name, tt.other), "%q", tt.other)
	}
}
