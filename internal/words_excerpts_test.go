package internal_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/words"
)

func TestExcerpts(t *testing.T) {
	japan := func(text string) int { // two cells for a character that is not ASCII
		n := 0
		for _, r := range text {
			if n++; r > 0x7f && r != '…' {
				n++
			}
		}
		return n
	}
	for _, tt := range []struct {
		name        string
		most        int
		size        func(string) int
		texts, want []string
	}{
		{"all fit", 6, nil, []string{"abcdef", "abcdeX"}, []string{"abcdef", "abcdeX"}},
		{"no texts", 6, nil, nil, nil},
		{"one text is cut at its end", 6, nil, []string{"abcdefgh"}, []string{"abcde…"}},
		{"no difference", 6, nil, []string{"abcdefgh", "abcdefgh"}, []string{"abcde…", "abcde…"}},
		{"a difference near the beginning", 6, nil, []string{"abXdefgh", "abcdefgh"}, []string{"abXde…", "abcde…"}},
		{"a difference far in", 9, nil,
			[]string{"0123456789abcdefghijX1234567", "0123456789abcdefghij01234567"},
			[]string{"…hijX123…", "…hij0123…"}},
		{"a difference near the end shows what is before it", 9, nil,
			[]string{"0123456789abcdX", "0123456789abcd0"}, []string{"…789abcdX", "…789abcd0"}},
		{"one is the beginning of the other", 9, nil,
			[]string{"0123456789abcdef", "0123456789abcdefghijklmnop"}, []string{"…def", "…defghij…"}},
		{"one has a word more in the middle", 10, nil,
			[]string{"Acme Trading Company Ltd", "Acme Trading and Company Ltd"}, []string{"…ng Compa…", "…ng and C…"}},
		{"the first difference of three", 9, nil,
			[]string{"0123456789abcdefghij", "0123456789abcdefXhij", "0123456789Xbcdefghij"}, []string{"…789abcd…", "…789abcd…", "…789Xbcd…"}},
		{"no value", 6, nil, []string{"", "abcdefgh"}, []string{"", "abcde…"}},
		{"no value among others", 9, nil,
			[]string{"", "0123456789abcdX", "0123456789abcd0"}, []string{"", "…789abcdX", "…789abcd0"}},
		{"characters, not bytes", 6, nil, []string{"äöüßäöX", "äöüßäöü"}, []string{"…üßäöX", "…üßäöü"}},
		{"a difference inside a character's bytes", 6, nil, []string{"abcdefä", "abcdefö"}, []string{"…cdefä", "…cdefö"}},
		{"cells", 9, japan, []string{"日本国東京都千代田区", "日本国東京都千代田町"}, []string{"…千代田区", "…千代田町"}},
		{"bytes", 12, func(s string) int { return len(s) }, []string{"aaaaaaaaaaaaaaaaX", "aaaaaaaaaaaaaaaaY"}, []string{"…aaaaaaaaX", "…aaaaaaaaY"}},
		{"a mark is not separated from its character", 4, nil, []string{"abcde\u0301", "abcde\u0300"}, []string{"…de\u0301", "…de\u0300"}},
		{"bytes that are not UTF-8", 4, nil, []string{"\xff\xfe\xfd\xfc\xfb", "\xff\xfe\xfd\xfc\xfa"}, []string{"…\xfd\xfc\xfb", "…\xfd\xfc\xfa"}},
		{"no room", 0, nil, []string{"a", "b"}, []string{"…", "…"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.size == nil {
				tt.size = utf8.RuneCountInString
			}
			var got []string
			for _, part := range words.Excerpts(tt.most, tt.size, tt.texts...) {
				got = append(got, part.String())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// Two texts that differ are shown as texts that differ, whatever they are.
func TestExcerptsShowTheDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`a{0,12}[bä日]{0,3}a{0,30}[xyö]{0,2}a{0,12}`), 2, 2).Draw(t, "texts")
		most := rapid.IntRange(6, 20).Draw(t, "most")
		parts := words.Excerpts(most, utf8.RuneCountInString, texts...)
		for i, part := range parts {
			if n := utf8.RuneCountInString(part.String()); n > most {
				t.Fatalf("%q has %d characters, want at most %d", part, n, most)
			}
			if !strings.Contains(texts[i], part.Text) {
				t.Fatalf("%q is not a part of %q", part.Text, texts[i])
			}
		}
		if texts[0] != texts[1] && parts[0] == parts[1] {
			t.Fatalf("%q and %q are both shown as %q", texts[0], texts[1], parts[0])
		}
	})
}
