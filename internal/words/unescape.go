package words

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/gojson"
)

// Unescape returns a JSON text as people read it: each escape in a string is replaced by its
// character, \u0026 as &, \u00e9 as é, \/ as /. Characters that a reader cannot see (see
// [unicode.IsPrint]), the quote and the backslash keep their escapes, so that the result is JSON of
// the same meaning. A text that is cut, or is not JSON, is read in the same way.
func Unescape(text string) string {
	offset := strings.IndexByte(text, '\\')
	if offset < 0 {
		return text
	}
	var b strings.Builder
	for ; offset >= 0 && offset+1 < len(text); offset = strings.IndexByte(text, '\\') {
		r, n := escaped(text[offset:])
		b.WriteString(text[:offset])
		if r >= 0 {
			b.WriteRune(r)
		} else {
			b.WriteString(text[offset : offset+n])
		}
		text = text[offset+n:]
	}
	b.WriteString(text)
	return b.String()
}

// escaped reads the escape at the beginning of text. It returns the character, less than 0 if the escape stays, and the
// length of the escape in bytes.
func escaped(text string) (r rune, length int) {
	if text[1] == '/' {
		return '/', 2
	}
	r, ok := gojson.CodeUnit(text)
	if !ok {
		return -1, 2
	}
	length = len(`\u0026`)
	if utf16.IsSurrogate(r) {
		low, _ := gojson.CodeUnit(text[length:])
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			return -1, length
		}
		length *= 2
	}
	if r == '"' || r == '\\' || !unicode.IsPrint(r) {
		return -1, length
	}
	return r, length
}
