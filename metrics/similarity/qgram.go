package similarity

// gramLength is the q of qgram. Three code points, of 21 bits each, fit into 64 bits.
const gramLength = 3

// qgram returns 1-d/(n+m) over the grams of a and b, their runs of 3 neighboring code points: n and m are the numbers
// of grams, d is the q-gram distance (Ukkonen 1992), the sum over all grams of the difference of their counts in a and
// b. If a string has fewer than 3 code points, and so no gram, the similarity is 1 for equal strings, else 0. Strings
// that have the same grams in another order, such as "abXabYab" and "abYabXab", have similarity 1 without being equal.
func qgram(a, b string) float64 {
	return ofCodePoints(a, b, func(w *workspace, x, y []rune) float64 {
		n, m := len(x)-gramLength+1, len(y)-gramLength+1
		if n <= 0 {
			return 0
		}
		return ratio(2*w.commonGrams(x, y), n+m) // d is n+m less the grams in common
	})
}

// commonGrams counts the grams that the strings have in common, each as often as it
// occurs in both.
func (w *workspace) commonGrams(x, y []rune) int {
	w.clearGrams()
	left := w.counts[0][:0] // of each gram of x, how often y has yet to have it
	numberAt := func(s []rune, i int) int32 {
		n := w.gramNumber(uint64(s[i])<<42 | uint64(s[i+1])<<21 | uint64(s[i+2]))
		if int(n) == len(left) {
			left = append(left, 0)
		}
		return n
	}
	for i := range len(x) - gramLength + 1 {
		left[numberAt(x, i)]++
	}
	common := 0
	for i := range len(y) - gramLength + 1 {
		if n := numberAt(y, i); left[n] > 0 {
			left[n]--
			common++
		}
	}
	w.counts[0] = left
	return common
}
