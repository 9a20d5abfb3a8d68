// Package fold brings texts into the form in which they are compared that mean the same for a
// reader.
package fold

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Text implements compare.Fold, whose comment specifies the form.
func Text(s string) string {
	if isFolded(s) {
		return s
	}
	var stack [128]byte
	return string(appendFolded(slices.Grow(stack[:0], len(s)), s))
}

// Pair folds two strings with one allocation, or without one where both are folded already.
func Pair(a, b string) (string, string) {
	if isFolded(a) && isFolded(b) {
		return a, b
	}
	var stack [256]byte
	buf := appendFolded(slices.Grow(stack[:0], len(a)+len(b)), a)
	n := len(buf)
	both := string(appendFolded(buf, b))
	return both[:n], both[n:]
}

// isFolded reports whether s is ASCII that Text does not change.
func isFolded(s string) bool {
	space := true // a space at the beginning would be the second one
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' || '\t' <= c && c <= '\r' || c == ' ' && space {
			return false
		}
		space = c == ' '
	}
	return !space || s == ""
}

// appendFolded appends the folded form of s. It takes characters one by one as long
// as they fold alone (foldsAlone), and leaves every other text to the tables of x/text.
func appendFolded(dst []byte, s string) []byte {
	start := len(dst)
	space := false // one is due before the next character
	for i := 0; i < len(s); {
		c, size := rune(s[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(s[i:])
		}
		i += size
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c < utf8.RuneSelf && c != ' ' && (c < '\t' || c > '\r'):
		case unicode.IsSpace(c):
			space = len(dst) > start
			continue
		case !foldsAlone(c):
			return appendAny(dst[:start], s)
		case c == 'ß':
			if space {
				dst, space = appendSpace(dst, c), false
			}
			dst = append(dst, 's')
			c = 's'
		case c == 'µ': // the micro sign is a compatibility character
			c = 'μ'
		case c == 'ς':
			c = 'σ'
		case c < fullWidth:
			c = unicode.ToLower(c)
		default:
			c = unicode.ToLower(c - (fullWidth - '!'))
		}
		if space {
			dst, space = appendSpace(dst, c), false
		}
		dst = utf8.AppendRune(dst, c)
	}
	return dst
}

// appendSpace appends the space between the text in dst and the character next, unless the form
// drops it. Before a mark it stays: without it the mark would join the character before it.
func appendSpace(dst []byte, next rune) []byte {
	if Spaceless(next) && !unicode.IsMark(next) {
		if last, _ := utf8.DecodeLastRune(dst); Spaceless(last) {
			return dst
		}
	}
	return append(dst, ' ')
}

// fullWidth is the first of the full-width forms of ASCII from ! to ~.
const fullWidth = '！'

// Spaceless reports whether r belongs to a script that is written without spaces
// between words: Chinese characters, kana, bopomofo, their marks and squared forms.
// Korean has spaces.
func Spaceless(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r <= 0x9FFF:
		korean := 0x3130 <= r && r <= 0x318F || 0x3200 <= r && r <= 0x321E || 0x3260 <= r && r <= 0x327F
		return !korean
	}
	return 0xF900 <= r && r <= 0xFAFF || 0x1AFF0 <= r && r <= 0x1B16F || 0x1F200 <= r && r <= 0x1F265 || 0x20000 <= r && r <= 0x3FFFF
}

// foldsAlone reports whether a character beyond ASCII is in form C, folds to its small letter in
// every context (but for ß, µ, ς and full-width forms), and combines with no other such character.
// That is so for most characters of documents: Latin, Greek, Cyrillic, Chinese, Japanese, Korean,
// and their punctuation.
func foldsAlone(r rune) bool {
	switch {
	case r <= 0x017E:
		return r != 'İ' && r != 'ŉ'
	case r < 0x0386:
		return false
	case r <= 0x03CE:
		return r != 0x0387
	case r < 0x0400:
		return false
	case r <= 0x052F:
		return r < 0x0483 || r > 0x0489
	case r < 0x2010:
		return false
	case r <= 0x205E, r == '€', r == '№':
		return true
	}
	return 0x3001 <= r && r <= 0x3029 || 0x3041 <= r && r <= 0x3096 || 0x30A1 <= r && r <= 0x30FA || r == 'ー' ||
		0x4E00 <= r && r <= 0x9FFF || 0xAC00 <= r && r <= 0xD7A3 || 0xFF01 <= r && r <= 0xFF5E
}

func appendAny(dst []byte, s string) []byte {
	folded := compose(Case(norm.NFD.String(width.Fold.String(s))))
	start := len(dst)
	for word := range strings.FieldsSeq(folded) {
		if len(dst) > start {
			first, _ := utf8.DecodeRuneInString(word)
			dst = appendSpace(dst, first)
		}
		dst = append(dst, word...)
	}
	return dst
}

// compose brings s, in form D, into form C. Where it holds a character that x/text composes wrongly
// (beyond 16 bits, of which it sees the last 16 only, and the Korean letters of KS X 1001, which it
// takes for joining ones), compose works by the rule of the standard (section 3.11, D117), pair by
// pair.
func compose(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return beyond16Bits(r) || 0x3130 <= r && r <= 0x318F }) {
		return norm.NFC.String(s)
	}
	out := make([]rune, 0, len(s))
	starter, last := -1, uint8(0) // the index of the last starter; the class of the last character
	for _, r := range s {
		class := norm.NFD.PropertiesString(string(r)).CCC()
		if starter >= 0 && (starter == len(out)-1 || last < class) {
			if c, ok := composePair(out[starter], r); ok {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		out = append(out, r)
		last = class
	}
	return string(out)
}

func composePair(a, b rune) (rune, bool) {
	pair := string([]rune{a, b})
	composed := norm.NFC.String(pair)
	c, size := utf8.DecodeRuneInString(composed)
	return c, size == len(composed) && norm.NFD.String(composed) == norm.NFD.String(pair)
}

func beyond16Bits(r rune) bool { return r > 0xFFFF }
