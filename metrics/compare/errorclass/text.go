package errorclass

import (
	"slices"
	"sort"
	"strings"
	"unicode"
)

// reordered: the texts have the same words, two or more, in another order.
func reordered(got, want string) bool {
	a, b := textWords(got), textWords(want)
	if len(a) < 2 || len(a) != len(b) {
		return false
	}
	sort.Strings(a)
	sort.Strings(b)
	return slices.Equal(a, b)
}

// textWords returns what stands between white space and punctuation.
func textWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsPunct(r) || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}

// oneCharacter: the texts are the same but for one character, in at least
// minEvidence others.
func oneCharacter(got, want string) bool {
	short, long := []rune(got), []rune(want)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(long)-len(short) > 1 || len(long)-1 < minEvidence {
		return false
	}
	head := 0
	for head < len(short) && short[head] == long[head] {
		head++
	}
	// Behind the character that differs or is too many in the longer one.
	rest := short[min(head+1-(len(long)-len(short)), len(short)):]
	return slices.Equal(rest, long[min(head+1, len(long)):])
}
