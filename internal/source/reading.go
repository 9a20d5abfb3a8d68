package source

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
)

// reading is one value, read in every way that a rule needs.
type reading struct {
	text   string // the characters of a string, else the JSON text
	folded string // lower case, without white space and punctuation
	// The readings under every format, when both values are numbers. The rules calculate
	// with the first.
	numbers []number.Decimal
	// The date, or the zero Date. In got, it is zero unless want is a date, too.
	day date.Date
	// The day under another order, the zero Date for a text with one order.
	other date.Date
	// The first number, or the date, in canonical form; else text.
	plain string
}

// readBoth reads two values. It reads got as a number only if want is one, and likewise as a date, since these readings
// take most of the time.
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
	return reading{text: text, folded: foldText(text), plain: text}
}

// textOf returns the characters of a JSON string, and every other JSON text as it is.
func textOf(value json.RawMessage) string {
	if value[0] != '"' {
		return string(value)
	}
	return gjson.ParseBytes(value).Str
}

// readNumbers returns the readings of a value under every format.
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
	r, err := defaultDates().parser.Parse(text)
	if err != nil {
		return date.Date{}, date.Date{}
	}
	return r.Date, r.Other
}

func foldText(text string) string { return strings.Map(foldRune, text) }

// foldRune returns a character folded, -1 for one that folding drops.
func foldRune(r rune) rune {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return unicode.ToLower(r)
	case unicode.IsPunct(r), unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return unicode.ToLower(r)
}
