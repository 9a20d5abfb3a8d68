package similarity

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// TokenSort returns [Levenshtein] of a and b after each has been split at white
// space (unicode.IsSpace), its tokens sorted bytewise and joined by single
// blanks: word order and white space do not count. A string of white space only
// has no tokens and compares as the empty string; but the empty string itself
// has similarity 0 to it.
//
// It is token_sort_ratio of rapidfuzz and thefuzz (SeatGeek 2011) on this
// package's Levenshtein similarity, where those libraries have 2·LCS/(n+m) in
// percent.
func TokenSort(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	return Levenshtein(joinTokens(tokens(a)), joinTokens(tokens(b)))
}

func tokenSet(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	both, onlyA, onlyB := split(slices.Compact(tokens(a)), slices.Compact(tokens(b)))
	shared, restA, restB := joinTokens(both), joinTokens(onlyA), joinTokens(onlyB)
	if shared == "" {
		return Levenshtein(restA, restB)
	}
	if restA == "" || restB == "" {
		return 1
	}
	// s begins x and y, so that only the rests differ.
	n := utf8.RuneCountInString(shared)
	x, y := n+1+utf8.RuneCountInString(restA), n+1+utf8.RuneCountInString(restB)
	longer := max(x, y)
	return max(ratio(longer-LevenshteinDistance(restA, restB), longer), ratio(n, min(x, y)))
}

// tokens returns the tokens of s, sorted.
func tokens(s string) []string {
	t := strings.Fields(s)
	slices.Sort(t)
	return t
}

func joinTokens(tokens []string) string { return strings.Join(tokens, " ") }

// split divides two sorted sets into common elements, elements of a alone and elements of b alone.
func split(a, b []string) (both, onlyA, onlyB []string) {
	for len(a) > 0 && len(b) > 0 {
		switch strings.Compare(a[0], b[0]) {
		case 0:
			both, a, b = append(both, a[0]), a[1:], b[1:]
		case -1:
			onlyA, a = append(onlyA, a[0]), a[1:]
		default:
			onlyB, b = append(onlyB, b[0]), b[1:]
		}
	}
	return both, append(onlyA, a...), append(onlyB, b...)
}
