package date

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// spellings are the elements of formats, as tokens and as Go's layouts write them; "" for an element that cannot be
// written so. If a text begins with several spellings, the longest counts.
var spellings = []struct {
	token, layout string
	element       element
}{
	{"YYYY", "2006", element{kind: year, wide: true}},
	{"YY", "06", element{kind: shortYear, wide: true}},
	{"MMMM", "January", element{kind: monthName}},
	{"MMM", "Jan", element{kind: monthAbbreviation}},
	{"MM", "01", element{kind: month, wide: true}},
	{"M", "1", element{kind: month}},
	{"Do", "", element{kind: ordinalDay}},
	{"DD", "02", element{kind: day, wide: true}},
	{"D", "2", element{kind: day}},
	{"", "_2", element{kind: day, pad: true}},
	{"dddd", "Monday", element{kind: weekdayName}},
	{"ddd", "Mon", element{kind: weekdayAbbreviation}},
	{"HH", "15", element{kind: hour, wide: true}},
	{"H", "", element{kind: hour}},
	{"hh", "03", element{kind: hour12, wide: true}},
	{"h", "3", element{kind: hour12}},
	{"mm", "04", element{kind: minute, wide: true}},
	{"m", "4", element{kind: minute}},
	{"ss", "05", element{kind: second, wide: true}},
	{"s", "5", element{kind: second}},
	{"A", "PM", element{kind: halfDay}},
	{"a", "pm", element{kind: halfDay}},
	{"ZZ", "", element{kind: zone, zone: zoneAny}},
	{"Z", "", element{kind: zone, zone: zoneAny}},
	{"", "MST", element{kind: zone, zone: zoneName}},
	{"", "Z07:00", element{kind: zone, zone: zoneLetter | zoneColon}},
	{"", "Z0700", element{kind: zone, zone: zoneLetter | zoneCompact}},
	{"", "Z07", element{kind: zone, zone: zoneLetter | zoneHours}},
	{"", "-07:00", element{kind: zone, zone: zoneColon}},
	{"", "-0700", element{kind: zone, zone: zoneCompact}},
	{"", "-07", element{kind: zone, zone: zoneHours}},

	// Elements of Go's layouts that are not supported, with their names.
	{"", "002", element{kind: refused, literal: "the day of the year"}},
	{"", "__2", element{kind: refused, literal: "the day of the year"}},
	{"", "Z07:00:00", element{kind: refused, literal: "an offset with seconds"}},
	{"", "Z070000", element{kind: refused, literal: "an offset with seconds"}},
	{"", "-07:00:00", element{kind: refused, literal: "an offset with seconds"}},
	{"", "-070000", element{kind: refused, literal: "an offset with seconds"}},
}

// scanFormat reads a format that is a Go layout, by the rules of package time, or made of
// tokens.
func scanFormat(text string, layout bool) ([]element, error) {
	var elements []element
	for offset := 0; offset < len(text); {
		rest := text[offset:]
		e, size := spelled(rest, layout)
		fraction := fractionToken(rest)
		if layout {
			fraction = fractionPart(rest)
		}
		seconds := len(elements) > 0 && elements[len(elements)-1].kind == second
		switch c := rest[0]; {
		case size > 0 && e.kind == refused:
			return nil, fmt.Errorf("%q at position %d, %s, is not supported", rest[:size], offset+1, e.literal)
		case size > 0:
			elements = append(elements, e)
		case fraction > 0 && seconds:
			size = fraction // seconds are read with a fraction in any case
		case fraction > 0 && layout:
			return nil, fmt.Errorf("the fraction at position %d does not follow the seconds", offset+1)
		case c == '[' && !layout:
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, fmt.Errorf("the bracket at position %d is not closed", offset+1)
			}
			elements = addLiteral(elements, rest[1:end])
			size = end + 1
		case letters(rest) != "" && c != 'T' && !layout:
			word := letters(rest)
			return nil, fmt.Errorf("%q at position %d is not a token; write words in brackets, as in [%s]", word, offset+1, word)
		default:
			_, size = utf8.DecodeRuneInString(rest)
			elements = addLiteral(elements, rest[:size])
		}
		offset += size
	}
	return finish(elements), nil
}

// spelled gives the element that a format begins with, and its length, 0 for none.
func spelled(format string, layout bool) (e element, size int) {
	if layout && strings.HasPrefix(format, "_2006") { // a literal underscore
		return e, 0
	}
	for _, spelling := range spellings {
		text := spelling.token
		if layout {
			text = spelling.layout
		}
		if len(text) > size && strings.HasPrefix(format, text) && !(layout && isWord(text, format)) {
			e, size = spelling.element, len(text)
		}
	}
	return e, size
}

// isWord reports whether part, Jan or Mon, is only the beginning of a word such as Month.
func isWord(part, rest string) bool {
	if part != "Jan" && part != "Mon" || len(rest) == len(part) {
		return false
	}
	c := rest[len(part)]
	return 'a' <= c && c <= 'z'
}

// fractionPart gives the length of .000, ,000, .999 or ,999.
func fractionPart(s string) int {
	if s[0] != '.' && s[0] != ',' || len(s) < 2 || s[1] != '0' && s[1] != '9' {
		return 0
	}
	n := 1
	for n < len(s) && s[n] == s[1] {
		n++
	}
	if n < len(s) && '0' <= s[n] && s[n] <= '9' {
		return 0
	}
	return n
}

// fractionToken gives the length of .SSS, which ss covers already.
func fractionToken(s string) int {
	if s[0] != '.' && s[0] != ',' {
		return 0
	}
	if n := len(s) - len(strings.TrimLeft(s[1:], "S")); n > 1 {
		return n
	}
	return 0
}

// letters gives the ASCII letters that s begins with.
func letters(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return s[:i]
		}
	}
	return s
}
