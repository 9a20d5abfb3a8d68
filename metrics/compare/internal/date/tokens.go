package date

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// tokens in the order in which they are tried: the longer first.
var tokens = []struct {
	text    string
	element element
}{
	{"YYYY", element{kind: year, wide: true}},
	{"YY", element{kind: shortYear, wide: true}},
	{"MMMM", element{kind: monthName}},
	{"MMM", element{kind: monthAbbreviation}},
	{"MM", element{kind: month, wide: true}},
	{"M", element{kind: month}},
	{"Do", element{kind: ordinalDay}},
	{"DD", element{kind: day, wide: true}},
	{"D", element{kind: day}},
	{"dddd", element{kind: weekdayName}},
	{"ddd", element{kind: weekdayAbbreviation}},
	{"HH", element{kind: hour, wide: true}},
	{"H", element{kind: hour}},
	{"hh", element{kind: hour12, wide: true}},
	{"h", element{kind: hour12}},
	{"mm", element{kind: minute, wide: true}},
	{"m", element{kind: minute}},
	{"ss", element{kind: second, wide: true}},
	{"s", element{kind: second}},
	{"A", element{kind: halfDay}},
	{"a", element{kind: halfDay}},
	{"ZZ", element{kind: zone, zone: zoneAny}},
	{"Z", element{kind: zone, zone: zoneAny}},
}

// scanTokens reads a format made of tokens.
func scanTokens(text string) ([]element, error) {
	var elements []element
next:
	for at := 0; at < len(text); {
		rest := text[at:]
		for _, token := range tokens {
			if strings.HasPrefix(rest, token.text) {
				elements = append(elements, token.element)
				at += len(token.text)
				continue next
			}
		}
		if n := fractionToken(rest); n > 0 && len(elements) > 0 && elements[len(elements)-1].kind == second {
			at += n
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, fmt.Errorf("the bracket at position %d is not closed", at+1)
			}
			elements = addLiteral(elements, rest[1:end])
			size = end + 1
		case r == 'T':
			elements = addLiteral(elements, "T")
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			word := letters(rest)
			return nil, fmt.Errorf("%q at position %d is not a token; write words in brackets, as in [%s]", word, at+1, word)
		default:
			elements = addLiteral(elements, rest[:size])
		}
		at += size
	}
	return finish(elements), nil
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
