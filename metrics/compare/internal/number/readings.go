package number

import (
	"slices"
	"strings"
)

// Readings returns the numbers that a text is under any of the [Formats], in their
// order and each once; none when it is not a number under any. It is [Parse] under
// each of them, with what they have in common done once.
func Readings(text string) []Decimal {
	if p := scan(text); p.ok && !p.point {
		return []Decimal{p.number().Decimal}
	}
	if len(text) > MaxLength {
		return nil
	}
	if !strings.ContainsFunc(text, isDigit) {
		return nil // most texts: no reason is needed
	}
	b, digits, reason := strip(text)
	if reason != "" {
		return nil
	}
	var all []Decimal
	var buf [64]byte
	for _, f := range Formats() {
		d, reason := separate(digits, f, buf[:0])
		if reason != "" {
			continue
		}
		b.settle(&d)
		if d.trim() != "" {
			continue
		}
		n := fromDigits(b.negative(), d.digits, d.exponent-d.decimals)
		if !slices.ContainsFunc(all, func(other Decimal) bool { return other.Cmp(n) == 0 }) {
			all = append(all, n)
		}
	}
	return all
}
