package similarity

import (
	"slices"

	edlib "github.com/hbollon/go-edlib"
)

// Hamming returns 1-d/n for strings of n code points each, with d the positions at
// which they differ (Hamming 1950), and 0 for strings of different lengths: what
// fixed-length codes are compared by.
//
// It takes time and memory n. The distance is go-edlib's.
func Hamming(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	d, err := edlib.HammingDistance(a, b)
	if err != nil { // their lengths differ
		return 0
	}
	n := len([]rune(a))
	return ratio(n-d, n)
}

// gramLength is the q of [QGram].
const gramLength = 3

// QGram returns 1-d/(n+m) over the grams of a and b, their runs of 3 neighbouring
// code points: n and m are the numbers of grams, d is the q-gram distance (Ukkonen
// 1992), the sum over all grams of how often one string has it more than the other.
// Where a string has fewer than 3 code points, and so no gram, the similarity is 1
// for equal strings, else 0. Strings that have the same grams in another order,
// such as "abXabYab" and "abYabXab", have similarity 1 without being equal.
//
// Strings beyond the bound of the package comment are cut into pieces as for
// [Levenshtein], here so that each gram is in one piece; the similarity is never
// overstated. The distance is go-edlib's.
func QGram(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	return qgram([]rune(a), []rune(b), pieceCells)
}

func qgram(x, y []rune, cells int64) float64 {
	if slices.Equal(x, y) {
		return 1 // different bytes, both invalid
	}
	n, m := len(x)-gramLength+1, len(y)-gramLength+1
	if n <= 0 || m <= 0 {
		return 0
	}
	pieces := 1
	for int64(ceil(n, pieces))*int64(ceil(m, pieces)) > cells {
		pieces++
	}
	d := 0
	for i := range pieces {
		d += edlib.QgramDistance(gramsOf(x, n, i, pieces), gramsOf(y, m, i, pieces), gramLength)
	}
	return ratio(n+m-d, n+m)
}

// gramsOf returns the text of the i-th of some pieces of the n grams of s.
func gramsOf(s []rune, n, i, pieces int) string {
	from, to := int64(n)*int64(i)/int64(pieces), int64(n)*int64(i+1)/int64(pieces)
	if from == to {
		return ""
	}
	return string(s[from : to+gramLength-1])
}
