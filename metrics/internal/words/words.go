// Package words writes what messages have in common.
package words

import "strconv"

// Plural returns "1 truth", "3 truths".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
