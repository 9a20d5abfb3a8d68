package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestValues(t *testing.T) {
	address := `"Musterstraße 17, 10115 Berlin, Hinterhaus, `
	for _, tt := range []struct {
		name        string
		texts, want []string
	}{
		{"short", []string{`"a"`, `"b"`}, []string{`"a"`, `"b"`}},
		{"what JSON escapes", []string{`"M\u00fcller \u0026 Co"`, `"Müller & Co"`}, []string{`"Müller & Co"`, `"Müller & Co"`}},
		{"what is not seen", []string{`"a\u200bb"`, "\"a\u200bb\""}, []string{`"a\u200bb"`, `"a\u200bb"`}},
		{"no value", []string{"", `"` + strings.Repeat("x", 40) + `"`}, []string{"", `"` + strings.Repeat("x", 18) + "…"}},
		{"the same beginning", []string{address + `links"`, address + `rechts"`}, []string{`…Hinterhaus, links"`, `…Hinterhaus, rechts"`}},
		{"wide characters", []string{`"日本国東京都千代田区永田町一"`, `"日本国東京都千代田区永田町二"`}, []string{`…都千代田区永田町一"`, `…都千代田区永田町二"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := words.Values(20, tt.texts...)
			assert.Equal(t, tt.want, got)
			for _, text := range got {
				assert.LessOrEqual(t, words.Width(text), 20)
			}
		})
	}
}

func TestCutValues(t *testing.T) {
	long := strings.Repeat("ä", 300)
	got := words.CutValues(20, `"`+long+`x\u0026"`, `"`+long+`y&"`)
	assert.Equal(t, []string{`…äääääääx&"`, `…äääääääy&"`}, got, "3 bytes, 14 and 3 of 20")
}
