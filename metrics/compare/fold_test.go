package compare_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ name, text, folded string }{
		{"empty", "", ""},
		{"a letter beyond 16 bits whose last 16 are those of Ơ", "\U000101a0\u0301", "\U000101a0\u0301"},
		{"a mark does not jump over a Korean letter", "a\u3163\u0301\u0316", "a\u3163\u0316\u0301"},
		{"letters beyond 16 bits that compose", "\U00011131\U00011127", "\U0001112e"},
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
		{"full-width letters and digits", "ＡＢ　１２（株）", "ab 12(株)"},
		{"half-width kana", "ﾔﾏﾀﾞ ﾊﾟﾝ", "ヤマダパン"},
		{"half-width marks", "｢ｱ｣､ｰ", "「ア」、ー"},
		{"full-width signs", "￥５００", "¥500"},
		{"full-width capital after a space", "a Ｂ", "a b"},
		{"full-width letters beside an accent", "Ｅ\u0301", "é"},
		{"Kelvin sign", "\u212a", "k"},
		{"Cherokee folds to capitals", "\uab70Ꭰ\u13f8\u13f0", "ᎠᎠ\u13f0\u13f0"},
		{"CJK stays", "株式会社日本", "株式会社日本"},
		{"CJK has no spaces", "株式会社 日本", "株式会社日本"},
		{"nor line breaks", "東京都\n千代田区、\n丸の内", "東京都千代田区、丸の内"},
		{"beside other scripts it has", "日本 ABC 株式会社", "日本 abc 株式会社"},
		{"beside a decomposed letter, too", "日本 e\u0301 東 京", "日本 é 東京"},
		{"Korean has spaces", "주식회사 한국", "주식회사 한국"},
		{"a prolonged sound mark", "サーバ ー", "サーバー"},
		{"Hangul, decomposed", "\u1112\u1161\u11ab", "한"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.folded, compare.Fold(tt.text))
			assert.Equal(t, tt.folded, compare.Fold(tt.folded), "folded again")
		})
	}
}

// spaces of the scripts that have none
var cjkSpace = regexp.MustCompile(`([\p{Han}\p{Hiragana}\p{Katakana}\x{3000}-\x{303F}ー・゠\x{3099}-\x{309C}]) ([\p{Han}\p{Hiragana}\p{Katakana}\x{3000}-\x{3029}\x{3030}-\x{303F}ー・゠\x{309B}\x{309C}])`)

// standard is the definition of the Unicode standard (D145, with the result
// composed) with width folded and without spaces between Chinese and Japanese, by the tables of x/text, but for Cherokee, for which x/text has
// capitals and small letters the wrong way round.
func standard(s string) string {
	s = cases.Fold().String(norm.NFD.String(width.Fold.String(s)))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cherokee, r) {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
	s = strings.Join(strings.FieldsFunc(composed(s), unicode.IsSpace), " ")
	for range 2 { // a match may begin with the end of the one before
		s = cjkSpace.ReplaceAllString(s, "$1$2")
	}
	return s
}

// compositions are the primary composites of the standard, by their two parts, from
// the decompositions of x/text.
var compositions = sync.OnceValue(func() map[[2]rune]rune {
	pairs := map[[2]rune]rune{}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		whole := string(r)
		parts := []rune(norm.NFD.String(whole))
		if len(parts) < 2 || norm.NFC.String(whole) != whole {
			continue
		}
		last := len(parts) - 1
		if first := []rune(norm.NFC.String(string(parts[:last]))); len(first) == 1 {
			pairs[[2]rune{first[0], parts[last]}] = r
		}
	}
	return pairs
})

// composed is the canonical composition of a text in form D, as section 3.11 of the
// standard (D117) has it.
func composed(s string) string {
	class := func(r rune) uint8 { return norm.NFD.PropertiesString(string(r)).CCC() }
	var out []rune
	starter := -1
	for _, r := range s {
		if starter >= 0 {
			last := out[len(out)-1]
			if len(out)-1 == starter || class(last) < class(r) {
				if c, ok := compositions()[[2]rune{out[starter], r}]; ok {
					out[starter] = c
					continue
				}
			}
		}
		if class(r) == 0 {
			starter = len(out)
		}
		out = append(out, r)
	}
	return string(out)
}

// Half- and full-width forms.
var halfAndFull = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0xFF01, Hi: 0xFF9F, Stride: 1}, {Lo: 0xFFE0, Hi: 0xFFE6, Stride: 1}}}

func TestFoldIsTheStandards(t *testing.T) {
	effort.OneGoroutine(t)
	step := rune(effort.Size(64, 1))
	for r := rune(0); r <= 0x1FFFF; r++ { // beyond lie ideographs, tags and private use
		if 0xD800 <= r && r < 0xF900 {
			continue // surrogates and private use
		}
		if r >= 0x3400 && (r < 0xF900 || r > 0xFFFF) && r%step != 0 {
			continue
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
		s := rapid.StringOf(rapid.RuneFrom([]rune("aA \t\u00a0ßÉé\u0301İŉžſΣς\u0345ᾼ한\U0001D15E"), unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Mn, halfAndFull)).Draw(t, "s")
		if got, want := compare.Fold(s), standard(s); got != want {
			t.Fatalf("Fold(%+q) = %+q, want %+q", s, got, want)
		}
		if once := compare.Fold(s); compare.Fold(once) != once {
			t.Fatalf("Fold(Fold(%+q)) = %+q, want %+q", s, compare.Fold(once), once)
		}
	})
}
