package date

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/number"
)

// accentless holds, for the characters from U+00C0 to U+017F, the letter without accents in lower case, or a space if
// there is no such letter.
const accentless = "aaaaaa ceeeeiiiidnooooo ouuuuy  aaaaaa ceeeeiiiidnooooo ouuuuy y" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghh  iiiiiiiiii  jjkk llllll  llnnnnnn   oooooo  rrrrrrssssssss" +
	"tttt  uuuuuuuuuuuuwwyyyzzzzzz "

// Fold returns a text as the grammar of printed dates reads it: in lower case, without accents (composed or not), vowel points
// and invisible characters, full-width forms as ASCII, the digits of every script as 0 to 9, one kind each of dash, slash,
// apostrophe, comma, full stop and white space. Signs of vowels remain where they are not optional, as in Thai.
func Fold(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r >= 0xC0+rune(len(accentless)) }) {
		s = norm.NFD.String(s)
	}
	return strings.Map(foldRune, s)
}

// foldRune folds a character. It returns -1 for an accent or an invisible character, which is dropped.
func foldRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf && !isSpace(r):
		return lowerASCII(r)
	case 0xC0 <= r && r < 0xC0+rune(len(accentless)):
		if letter := accentless[r-0xC0]; letter != ' ' {
			return rune(letter)
		}
		return unicode.ToLower(r)
	case 0xFF01 <= r && r <= 0xFF5E: // full width
		return lowerASCII(r - 0xFF01 + '!')
	case isSpace(r), r == '«', r == '»': // «15» марта
		return ' '
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r) && (r < 0x0700 || r >= 0x1AB0):
		return -1
	}
	if digit, ok := number.DigitValue(r); ok {
		return '0' + rune(digit)
	}
	if i := strings.IndexRune(variants, r); i >= 0 {
		mark, _ := utf8.DecodeRuneInString(variants[strings.LastIndexAny(variants[:i+utf8.RuneLen(r)], readAs):])
		return mark
	}
	switch r = unicode.ToLower(r); r {
	case 'ς':
		return 'σ'
	case '׳', 0x093C, 0x09BC: // geresh, nukta
		return -1
	}
	return r
}

// variants are marks, and after each the characters that are read as it. The degree sign is often printed for the ordinal
// indicator.
const (
	readAs   = "-/',.~º"
	variants = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63־/\u2044\u2215'’‘´,،、.。॰~〜∼º°"
)
