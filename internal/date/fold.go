package date

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// accentless holds, for the characters from U+00C0 to U+017F, the letter without accents in lower case, or a space if
// there is no such letter.
const accentless = "aaaaaa ceeeeiiiidnooooo ouuuuy  aaaaaa ceeeeiiiidnooooo ouuuuy y" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghh  iiiiiiiiii  jjkk llllll  llnnnnnn   oooooo  rrrrrrssssssss" +
	"tttt  uuuuuuuuuuuuwwyyyzzzzzz "

// folded returns a text as the grammar of printed dates reads it: in lower case, without accents
// (composed or not) and invisible characters, full-width forms as ASCII, one kind each of dash, slash,
// apostrophe and white space.
func folded(s string) string { return strings.Map(foldRune, s) }

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
	case 0x2010 <= r && r <= 0x2015, r == 0x2212, r == 0xFE63: // hyphens, dashes, minus
		return '-'
	case r == 0x2044, r == 0x2215: // fraction and division slash
		return '/'
	case r == '’', r == '‘', r == '´':
		return '\''
	case r == '°': // often printed for the ordinal indicator
		return 'º'
	case isSpace(r):
		return ' '
	case unicode.In(r, unicode.Mn, unicode.Cf):
		return -1
	}
	return unicode.ToLower(r)
}
