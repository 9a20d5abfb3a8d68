package similarity

import "slices"

// gramLength is the q of [QGram]. So many code points have room in 64 bits.
const gramLength = 3

// QGram returns 1-d/(n+m) over the grams of a and b, their runs of 3 neighbouring
// code points: n and m are the numbers of grams, d is the q-gram distance (Ukkonen
// 1992), the sum over all grams of how often one string has it more than the other.
// Where a string has fewer than 3 code points, and so no gram, the similarity is 1
// for equal strings, else 0. Strings that have the same grams in another order,
// such as "abXabYab" and "abYabXab", have similarity 1 without being equal.
func QGram(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	w := newWorkspace(a, b)
	defer w.release()
	if slices.Equal(w.a, w.b) {
		return 1 // different bytes, both invalid
	}
	n, m := len(w.a)-gramLength+1, len(w.b)-gramLength+1
	if n <= 0 || m <= 0 {
		return 0
	}
	return ratio(2*w.commonGrams(), n+m) // d is n+m less those
}

// commonGrams counts the grams that the strings have in common, each as often as it
// occurs in both.
func (w *workspace) commonGrams() int {
	w.interner.reset(256)
	left := w.counts[0][:0] // of each gram of a, how often b has yet to have it
	number := func(s []rune, i int) int32 {
		n := w.interner.number(uint64(s[i])<<42 | uint64(s[i+1])<<21 | uint64(s[i+2]))
		if int(n) == len(left) {
			left = append(left, 0)
		}
		return n
	}
	for i := range len(w.a) - gramLength + 1 {
		left[number(w.a, i)]++
	}
	common := 0
	for i := range len(w.b) - gramLength + 1 {
		if n := number(w.b, i); left[n] > 0 {
			left[n]--
			common++
		}
	}
	w.counts[0] = left
	return common
}
