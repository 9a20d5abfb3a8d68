package kind

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

var (
	latinWord = regexp.MustCompile(`\p{Latin}+`)
	numeral   = regexp.MustCompile(`^((?i)x{0,3}(?:ix|iv|v?i{0,3}))(\p{Ll}{0,3})$`)
)

// SameNumerals reports whether two texts have the same Roman numerals, from II to XXXIX, in the same order. A numeral has two
// letters or more. In small letters ii, iv, ix, vi and xi can also be words: they count as numerals only if this makes the numerals
// of both texts the same. An ending in small letters is left out (XVIIIe, IIIrd), except a to d (IIa). [SameLetters] compares I, V
// and X. Texts whose letters are all the same have the same numerals: VI Petrov and V.I. Petrov. got and want are the numerals, with
// those that can be words.
func SameNumerals(a, b string) (same bool, got, want []string) {
	got, sureA := numeralsOf(a)
	want, sureB := numeralsOf(b)
	if slices.Equal(got, want) || slices.Equal(sureA, sureB) {
		return true, got, want
	}
	a, b = pairBy(letters, a, b)
	return a == b, got, want
}

// numeralsOf returns the Roman numerals of a text in capitals, and those that cannot be words.
func numeralsOf(text string) (all, sure []string) {
	for _, word := range latinWord.FindAllString(norm.NFKC.String(text), -1) {
		parts := numeral.FindStringSubmatch(word)
		if parts == nil || len(parts[1]) < 2 {
			continue
		}
		value, ending := strings.ToUpper(parts[1]), parts[2]
		capitals := parts[1] == value
		if ending != "" && !capitals {
			continue
		}
		if len(ending) == 1 && strings.Contains("abcd", ending) {
			value += ending
		}
		all = append(all, value)
		if capitals || len(parts[1]) > 2 {
			sure = append(sure, value)
		}
	}
	return all, sure
}

// quoteAll returns words as a message names them.
func quoteAll(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strconv.Quote(strings.Join(words, " "))
}
