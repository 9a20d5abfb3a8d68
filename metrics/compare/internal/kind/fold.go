package kind

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// FoldText implements compare.Fold, whose comment specifies the form.
func FoldText(s string) string {
	folded := make([]byte, 0, len(s))
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return anyText(s)
		case c == ' ', '\t' <= c && c <= '\r':
			if n := len(folded); n > 0 && folded[n-1] != ' ' {
				folded = append(folded, ' ')
			}
		default:
			folded = appendCase(folded, rune(c))
		}
	}
	return strings.TrimSuffix(string(folded), " ")
}

// FoldPair folds two strings. If they differ so, and not only in ASCII, it also makes their signs plain (see [FoldPlain]) and
// reads the letters i of Turkish: then I is also the capital of ı.
func FoldPair(a, b string) (string, string) { return pairBy(FoldText, a, b) }

// pairBy brings two strings into a form, as FoldPair does.
func pairBy(form func(string) string, a, b string) (formA, formB string) {
	if formA, formB = form(a), form(b); formA == formB || isASCII(a) && isASCII(b) {
		return formA, formB
	}
	if plainA, plainB := FoldPlain(a), FoldPlain(b); plainA != a || plainB != b {
		a, b = plainA, plainB
		formA, formB = form(a), form(b)
	}
	if formA != formB && strings.ContainsRune(a+b, 'ı') && sameTurkish(form, a, b) {
		return formA, formA
	}
	return formA, formB
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// sameTurkish reports whether two strings have the same form if a capital I of the one may be an i or an ı of the other.
func sameTurkish(form func(string) string, a, b string) bool {
	const capital = '\uFDD0' // no character
	if strings.ContainsRune(a+b, capital) {
		return false
	}
	mark := func(s string) []rune { return []rune(form(strings.ReplaceAll(s, "I", string(capital)))) }
	return slices.EqualFunc(mark(a), mark(b), func(x, y rune) bool {
		return x == y || x == capital && (y == 'i' || y == 'ı') || y == capital && (x == 'i' || x == 'ı')
	})
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

// anyText folds a text of any script.
func anyText(s string) string {
	var dst []byte
	for word := range strings.FieldsSeq(compose(FoldCase(norm.NFD.String(width.Fold.String(s))))) {
		if len(dst) > 0 {
			first, _ := utf8.DecodeRuneInString(word)
			dst = appendSpace(dst, first)
		}
		dst = append(dst, word...)
	}
	return string(dst)
}

// compose brings s from form D into form C. x/text composes two kinds of characters wrongly: characters above U+FFFF,
// of which it uses only the low 16 bits, and the Korean letters of KS X 1001, which it takes for joining letters. If s
// has such a character, compose follows the rule of the standard (section 3.11, D117), pair by pair.
func compose(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r > 0xFFFF || 0x3130 <= r && r <= 0x318F }) {
		return norm.NFC.String(s)
	}
	result := make([]rune, 0, len(s))
	starter, last := -1, uint8(0) // the index of the last starter; the class of the last character
	for _, r := range s {
		class := norm.NFD.PropertiesString(string(r)).CCC()
		if starter >= 0 && (starter == len(result)-1 || last < class) {
			if c, ok := composePair(result[starter], r); ok {
				result[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(result)
		}
		result = append(result, r)
		last = class
	}
	return string(result)
}

func composePair(a, b rune) (rune, bool) {
	pair := string([]rune{a, b})
	composed := norm.NFC.String(pair)
	c, size := utf8.DecodeRuneInString(composed)
	return c, size == len(composed) && norm.NFD.String(composed) == norm.NFD.String(pair)
}
