package checksum

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare/internal/fold"
)

// Code returns the letters and digits of a text, in capitals, ASCII where there is an ASCII form.
func Code(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		text = norm.NFC.String(fold.Case(norm.NFD.String(width.Fold.String(text))))
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
