package tree

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/document"
)

// scalarText returns the text that Python's json module and str make of a JSON scalar.
func scalarText(v document.Value) string {
	switch v.Kind() {
	case document.String:
		return v.Text()
	case document.Number:
		return numberText(v.RawText())
	case document.Bool:
		if b, _ := v.Bool(); b {
			return "True"
		}
		return "False"
	}
	return "None"
}

// numberText returns an integer as it is written, except -0, and any other number as Python's repr of the nearest
// float64: the fewest digits that read back, with an exponent if it is below -4 or at least 16.
func numberText(raw string) string {
	if !strings.ContainsAny(raw, ".eE") {
		if raw == "-0" {
			return "0"
		}
		return raw
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil { // out of range: f is an infinity
		if f < 0 {
			return "-inf"
		}
		return "inf"
	}
	scientific := strconv.FormatFloat(f, 'e', -1, 64)
	exponent, _ := strconv.Atoi(scientific[strings.IndexByte(scientific, 'e')+1:])
	if exponent < -4 || exponent >= 16 {
		return scientific
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// isSpace is str.isspace, which also takes the four information separators as white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

func strip(s string) string { return strings.TrimFunc(s, isSpace) }
