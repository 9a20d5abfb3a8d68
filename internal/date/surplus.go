package date

import (
	"strings"
	"unicode"
)

// trimMarks returns a text without the marks that documents set around a date: one pair of
// brackets around the whole, and a dash after it.
func trimMarks(s string) string {
	if inner, ok := unwrap(s); ok {
		s = strings.TrimFunc(inner, isSpace)
	}
	return strings.TrimFunc(strings.TrimRight(s, "-–—"), isSpace)
}

func unwrap(s string) (inner string, ok bool) {
	for _, pair := range [...][2]string{{"(", ")"}, {"[", "]"}, {"（", "）"}} {
		inner, opened := strings.CutPrefix(s, pair[0])
		inner, closed := strings.CutSuffix(inner, pair[1])
		if opened && closed && !strings.ContainsAny(inner, "()[]（）") {
			return inner, true
		}
	}
	return s, false
}

// cutCode cuts the code off the end of a text: a last word of letters and then digits, the
// number of a till or a receipt.
func cutCode(s string) (rest, code string, ok bool) {
	i := strings.LastIndexFunc(s, isSpace)
	if i < 0 {
		return s, "", false
	}
	code = strings.TrimLeftFunc(s[i:], isSpace)
	digits := strings.TrimLeftFunc(code, unicode.IsLetter)
	letters := code[:len(code)-len(digits)]
	if letters == "" || digits == "" || strings.TrimLeft(digits, "0123456789") != "" {
		return s, "", false
	}
	return strings.TrimRightFunc(s[:i], isSpace), code, true
}

// printedAmongOthers reads a text that printed refused; reason says why. It removes the text that documents print
// around a date: the marks that bare removes, and a code after a day, a month and a year. A code must not begin as a time
// of day or a zone does (T10, UTC2).
func (p *Parser) printedAmongOthers(s string, r *Reading, reason problem) problem {
	rest := trimMarks(s)
	if rest != s {
		inside := p.printed(rest, r)
		if inside.isNone() || inside.advice != "" {
			return inside
		}
	}
	day, code, ok := cutCode(rest)
	if !ok {
		return reason
	}
	letters := strings.TrimRight(Fold(code), "0123456789")
	if w, _ := findWord(letters); w.roles&^(names|from|until) != 0 || !p.isWhole(day) {
		return reason
	}
	reason = p.printed(day, r)
	r.Code = code
	return reason
}

// isWhole reports whether a day, a month and a year are printed in a text.
func (p *Parser) isWhole(s string) bool {
	exact := Parser{convention: p.convention}
	exact.precision = Day
	return exact.printed(s, new(Reading)).isNone()
}
