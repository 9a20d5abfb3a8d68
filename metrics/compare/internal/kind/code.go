package kind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/extracteval/extracteval/internal/number"
)

// ParseCode returns the letters and digits of a text, in capitals, ASCII where there is an ASCII form.
func ParseCode(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		text = norm.NFC.String(FoldCase(norm.NFD.String(width.Fold.String(text))))
	}
	return strings.Map(func(r rune) rune {
		switch digit, isDigit := number.DigitValue(r); {
		case isDigit:
			return rune('0' + digit)
		case unicode.IsLetter(r):
			return unicode.ToUpper(r)
		}
		return -1
	}, text)
}

// CodePasses reports whether a text passes the check of a name, and has from least to 50 bytes. If bare is set, the text
// must have only digits; else it must have at least one.
func CodePasses(name, text string, least int, bare bool) bool {
	const digits = "0123456789"
	text = strings.TrimSpace(text)
	if len(text) < least || len(text) > 50 || !strings.ContainsAny(text, digits) || bare && strings.Trim(text, digits) != "" {
		return false
	}
	code := ParseCode(text)
	return code != "" && CodeFault(name, code) == ""
}
