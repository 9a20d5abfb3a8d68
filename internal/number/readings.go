package number

import (
	"slices"
	"strings"
)

// Readings returns the numbers that [Parse] reads in a text under each of the [Formats], in
// their order and each once. It returns nil for a text that no format reads.
func Readings(text string) []Decimal {
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
	for _, f := range Formats() {
		d, reason := separate(digits, f)
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
