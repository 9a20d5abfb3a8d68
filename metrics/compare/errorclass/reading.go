package errorclass

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
	"github.com/extracteval/extracteval/metrics/compare/internal/number"
)

// reading is one value, read in every way that a rule needs.
type reading struct {
	text   string // of a string its characters, else the JSON text
	folded string // lower case, without white space and punctuation
	// Only when both values are numbers: under every format; the first is the one to
	// calculate with.
	numbers []number.Decimal
	// Only when both values are dates, else the zero Date.
	day date.Date
	// The day under another order, the zero Date when the text leaves none open.
	other date.Date
	// The first number, or the date, written out in one way; else text.
	plain string
}

// readBoth reads two values. What one of them is not, the other need not be read as:
// that is what takes time.
func readBoth(gotJSON, wantJSON json.RawMessage) (got, want reading) {
	got, want = newReading(gotJSON), newReading(wantJSON)
	if want.numbers = readNumbers(wantJSON, want.text); len(want.numbers) > 0 {
		got.numbers = readNumbers(gotJSON, got.text)
	}
	if len(got.numbers) > 0 {
		got.plain, want.plain = got.numbers[0].String(), want.numbers[0].String()
	} else {
		want.numbers = nil
	}
	if want.day, want.other = readDate(wantJSON, want.text); want.day != (date.Date{}) {
		got.day, got.other = readDate(gotJSON, got.text)
	}
	if got.day != (date.Date{}) && len(got.numbers) == 0 {
		got.plain, want.plain = got.day.String(), want.day.String()
	}
	return got, want
}

func newReading(value json.RawMessage) reading {
	text := textOf(value)
	return reading{text: text, folded: fold(text), plain: text}
}

// textOf returns the characters of a JSON string, and every other JSON text as it is.
func textOf(value json.RawMessage) string {
	if value[0] != '"' {
		return string(value)
	}
	if inner, ok := bytes.CutSuffix(value[1:], []byte{'"'}); ok && bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return string(value)
	}
	return s
}

// readNumbers returns what the value is under any format.
func readNumbers(value json.RawMessage, text string) []number.Decimal {
	if value[0] == '"' {
		return number.Readings(text)
	}
	n, err := number.ParseJSON(text)
	if err != nil {
		return nil
	}
	return []number.Decimal{n.Decimal}
}

func readDate(value json.RawMessage, text string) (day, other date.Date) {
	if value[0] != '"' || !strings.ContainsFunc(text, unicode.IsDigit) {
		return date.Date{}, date.Date{}
	}
	r, err := dates().Parse(text)
	if err != nil {
		return date.Date{}, date.Date{}
	}
	return r.Date, r.Other
}

// dates reads what is printed in any known language. Without formats of one's own
// there is no error.
var dates = sync.OnceValue(func() *date.Parser {
	parser, _ := date.Compile(date.Options{})
	return parser
})

func fold(text string) string { return strings.Map(foldRune, text) }

// foldRune returns what a character is folded to, -1 for nothing.
func foldRune(r rune) rune {
	if unicode.IsPunct(r) || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return unicode.ToLower(r)
}

// mayFoldTo reports whether the characters of a JSON text may be folded to a text. It is for
// leaving out what is not: where a character is escaped or beyond ASCII the answer is yes.
func mayFoldTo(value json.RawMessage, folded string) bool {
	n := 0
	for _, c := range value {
		if c == '\\' || c >= utf8.RuneSelf {
			return true
		}
		r := foldRune(rune(c)) // quotes go, too
		if r < 0 {
			continue
		}
		if n == len(folded) || rune(folded[n]) != r {
			return false
		}
		n++
	}
	return n == len(folded)
}
