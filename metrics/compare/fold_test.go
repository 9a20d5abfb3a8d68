package compare_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ name, text, folded string }{
		{"empty", "", ""},
		{"blank", " \t\n\u00a0\u3000", ""},
		{"folded already", "acme corp 12", "acme corp 12"},
		{"upper case", "ACME Corp", "acme corp"},
		{"white space", "\n acme \t  corp ", "acme corp"},
		{"white space beyond ASCII", "acme\u00a0\u2003corp", "acme corp"},
		{"umlaut", "MÜLLER", "müller"},
		{"umlaut, decomposed", "MU\u0308LLER", "müller"},
		{"sharp s", "Straße", "strasse"},
		{"capital sharp s", "STRAẞE", "strasse"},
		{"sharp s after a space", "a  ß", "a ss"},
		{"Greek, with final sigma", "ΟΔΟΣ ὀδός", "οδοσ ὀδόσ"},
		{"Cyrillic", "ООО «ЁЖ»", "ооо «ёж»"},
		{"the Turkish dotted I is an i with a dot", "İ", "i\u0307"},
		{"ligatures fold", "oﬃce", "office"},
		{"full-width letters stay full-width", "ＡＢ", "ａｂ"},
		{"Kelvin sign", "\u212a", "k"},
		{"Cherokee folds to capitals", "\uab70Ꭰ\u13f8\u13f0", "ᎠᎠ\u13f0\u13f0"},
		{"CJK stays", "株式会社 日本", "株式会社 日本"},
		{"Hangul, decomposed", "\u1112\u1161\u11ab", "한"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.folded, compare.Fold(tt.text))
			assert.Equal(t, tt.folded, compare.Fold(tt.folded), "folded again")
		})
	}
}

// standard is the definition of the Unicode standard (D145, with the result
// composed) by the tables of x/text, but for Cherokee, for which x/text has
// capitals and small letters the wrong way round.
func standard(s string) string {
	s = cases.Fold().String(norm.NFD.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cherokee, r) {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
	return strings.Join(strings.FieldsFunc(norm.NFC.String(s), unicode.IsSpace), " ")
}

func TestFoldIsTheStandards(t *testing.T) {
	for r := rune(0); r <= 0x1FFFF; r++ { // beyond lie ideographs, tags and private use
		if 0xD800 <= r && r < 0xF900 {
			continue // surrogates and private use
		}
		s := "A " + string(r) + " b"
		once := compare.Fold(s)
		if want := standard(s); once != want {
			t.Errorf("Fold(%+q) = %+q, want %+q", s, once, want)
		}
		if twice := compare.Fold(once); twice != once {
			t.Errorf("Fold(Fold(%+q)) = %+q, want %+q", s, twice, once)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("aA \t\u00a0ßÉé\u0301İŉžſΣς\u0345ᾼ한\U0001D15E"), unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Mn)).Draw(t, "s")
		if got, want := compare.Fold(s), standard(s); got != want {
			t.Fatalf("Fold(%+q) = %+q, want %+q", s, got, want)
		}
		if once := compare.Fold(s); compare.Fold(once) != once {
			t.Fatalf("Fold(Fold(%+q)) = %+q, want %+q", s, compare.Fold(once), once)
		}
	})
}
