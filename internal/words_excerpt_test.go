package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		most       int
		want       string
	}{
		{"nothing", "", 3, ""},
		{"fewer", "ab", 3, "ab"},
		{"as many", "abc", 3, "abc"},
		{"more", "abcd", 3, "abc…"},
		{"characters, not bytes", "äöüß", 3, "äöü…"},
		{"as many characters in more bytes", "äöü", 3, "äöü"},
		{"bytes that are not UTF-8 are a character each", "\xff\xfe\xfd\xfc", 3, "\xff\xfe\xfd…"},
		{"none", "a", 0, "…"},
		{"less than none", "a", -1, "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, words.Excerpt(tt.text, tt.most))
		})
	}
}

func TestUnescape(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{`"A \u0026 B"`, `"A & B"`, "what encoding/json escapes for HTML"},
		{`"\u003ca\u003e"`, `"<a>"`, ""},
		{`"caf\u00E9"`, `"café"`, "what Python escapes"},
		{`"\ud83d\ude00"`, `"😀"`, "two escapes are one character"},
		{`"\ud83d"`, `"\ud83d"`, "half of a character"},
		{`"\ud83dx\u0041"`, `"\ud83dxA"`, "half of a character before another"},
		{`"a\/b"`, `"a/b"`, ""},
		{`"\u0022\u005c\"\\"`, `"\u0022\u005c\"\\"`, "the result stays JSON"},
		{`"\\u0026"`, `"\\u0026"`, "a backslash and five characters"},
		{`"\n\t\u0000\u200b\u00a0"`, `"\n\t\u0000\u200b\u00a0"`, "what is not seen"},
		{`{"a\u0026b": ["\u0026"]}`, `{"a&b": ["&"]}`, "keys and values"},
		{`"\u00`, `"\u00`, "cut"},
		{`"\`, `"\`, "cut"},
		{`\ud83d`, `\ud83d`, "cut"},
		{``, ``, ""},
		{`12.5`, `12.5`, ""},
	} {
		assert.Equal(t, tt.want, words.Unescape(tt.text), tt.reason)
	}
}
