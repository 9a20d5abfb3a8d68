package errorclass

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
	"github.com/extracteval/extracteval/metrics/compare/internal/number"
)

// reading is one value, read in every way that a rule needs.
type reading struct {
	text    string           // of a string its characters, else the JSON text
	folded  string           // lower case, without white space and punctuation
	plain   string           // the number written out, when it is one, else text
	numbers []number.Decimal // under every format; the first is the one to calculate with
	day     date.Date        // the zero Date when it is none
}

func newReading(value json.RawMessage) reading {
	r := reading{text: textOf(value)}
	isText := value[0] == '"'
	r.folded = fold(r.text)
	r.plain = r.text
	switch {
	case isText:
		r.numbers = readNumbers(r.text)
		if reading, err := dates().Parse(r.text); err == nil {
			r.day = reading.Date
		}
	default:
		if n, err := number.ParseJSON(r.text); err == nil {
			r.numbers = []number.Decimal{n.Decimal}
		}
	}
	if len(r.numbers) > 0 {
		r.plain = r.numbers[0].String()
	}
	return r
}

// textOf returns the characters of a JSON string, and every other JSON text as it is.
func textOf(value json.RawMessage) string {
	var s string
	if value[0] == '"' && json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// readNumbers returns what the text is under the formats, without repetition.
func readNumbers(text string) []number.Decimal {
	var all []number.Decimal
	for _, format := range number.Formats() {
		n, err := number.Parse(text, format)
		if err != nil || slices.ContainsFunc(all, func(d number.Decimal) bool { return d.Cmp(n.Decimal) == 0 }) {
			continue
		}
		all = append(all, n.Decimal)
	}
	return all
}

// dates reads what is printed in any known language. Without formats of one's own
// there is no error.
var dates = sync.OnceValue(func() *date.Parser {
	parser, err := date.Compile(nil, date.Languages())
	if err != nil {
		parser, _ = date.Compile(nil, nil)
	}
	return parser
})

func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
