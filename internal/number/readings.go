package number

import (
	"slices"
	"strings"
)

// Readings returns the numbers that [Parse] reads in a text under each of the [Formats], in
// their order and each once. It returns nil for a text that no format reads.
func Readings(text string) []Decimal {
	if !strings.ContainsFunc(text, isDigit) {
		return nil // most texts: no reason is needed
	}
	var all []Decimal
	for _, f := range Formats() {
		n, err := Parse(text, f)
		if err == nil && !slices.ContainsFunc(all, func(other Decimal) bool { return other.Cmp(n.Decimal) == 0 }) {
			all = append(all, n.Decimal)
		}
	}
	return all
}
