package date

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// layoutParts are the elements of Go's time layouts, the longer before their own
// beginnings.
var layoutParts = []struct {
	text    string
	element element
}{
	{"2006", element{kind: year, wide: true}},
	{"06", element{kind: shortYear, wide: true}},
	{"January", element{kind: monthName}},
	{"Jan", element{kind: monthAbbreviation}},
	{"Monday", element{kind: weekdayName}},
	{"Mon", element{kind: weekdayAbbreviation}},
	{"MST", element{kind: zone, zone: zoneName}},
	{"01", element{kind: month, wide: true}},
	{"02", element{kind: day, wide: true}},
	{"03", element{kind: hour12, wide: true}},
	{"04", element{kind: minute, wide: true}},
	{"05", element{kind: second, wide: true}},
	{"15", element{kind: hour, wide: true}},
	{"_2", element{kind: day, pad: true}},
	{"1", element{kind: month}},
	{"2", element{kind: day}},
	{"3", element{kind: hour12}},
	{"4", element{kind: minute}},
	{"5", element{kind: second}},
	{"PM", element{kind: halfDay}},
	{"pm", element{kind: halfDay}},
	{"Z07:00", element{kind: zone, zone: zoneLetter | zoneColon}},
	{"Z0700", element{kind: zone, zone: zoneLetter | zoneCompact}},
	{"Z07", element{kind: zone, zone: zoneLetter | zoneHours}},
	{"-07:00", element{kind: zone, zone: zoneColon}},
	{"-0700", element{kind: zone, zone: zoneCompact}},
	{"-07", element{kind: zone, zone: zoneHours}},
}

// layoutRefused are elements of Go's layouts that are not read here.
var layoutRefused = []struct{ text, why string }{
	{"002", "the day of the year"},
	{"__2", "the day of the year"},
	{"Z07:00:00", "an offset with seconds"},
	{"Z070000", "an offset with seconds"},
	{"-07:00:00", "an offset with seconds"},
	{"-070000", "an offset with seconds"},
}

// scanLayout reads a Go layout, by the rules of package time.
func scanLayout(text string) ([]element, error) {
	var elements []element
next:
	for at := 0; at < len(text); {
		rest := text[at:]
		for _, refused := range layoutRefused {
			if strings.HasPrefix(rest, refused.text) {
				return nil, fmt.Errorf("%q at position %d, %s, is not supported", refused.text, at+1, refused.why)
			}
		}
		if strings.HasPrefix(rest, "_2006") { // a literal underscore
			elements = addLiteral(elements, "_")
			at++
			continue
		}
		for _, part := range layoutParts {
			if strings.HasPrefix(rest, part.text) && !isWord(part.text, rest) {
				elements = append(elements, part.element)
				at += len(part.text)
				continue next
			}
		}
		if n := fractionPart(rest); n > 0 {
			if len(elements) == 0 || elements[len(elements)-1].kind != second {
				return nil, fmt.Errorf("the fraction at position %d does not follow the seconds", at+1)
			}
			at += n // seconds are read with a fraction in any case
			continue
		}
		_, size := utf8.DecodeRuneInString(rest)
		elements = addLiteral(elements, rest[:size])
		at += size
	}
	return finish(elements), nil
}

// isWord reports whether Jan or Mon only begins a word, such as Month.
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
