package similarity

import "math"

// Dice returns the Sørensen-Dice coefficient of the bigrams of a and b,
// 2·c/(n+m): n and m are the numbers of bigrams (pairs of neighbouring code
// points), c the number they have in common, each counted as often as it occurs
// in both (multisets). A string of one code point has no bigram and similarity
// 0 to every other string. Anagrams of bigrams such as "abcab" and "cabca" may
// have similarity 1 without being equal.
func Dice(a, b string) float64 {
	return fromBigrams(a, b, func(o overlap) float64 { return ratio(2*o.common, o.a+o.b) })
}

// jaccard returns the Jaccard index of the bigrams of a and b as multisets,
// c/(n+m-c) with the letters as in [Dice].
func jaccard(a, b string) float64 {
	return fromBigrams(a, b, func(o overlap) float64 { return ratio(o.common, o.a+o.b-o.common) })
}

// cosine returns the cosine of the angle between the vectors of bigram counts
// of a and b. Strings of one code point as in [Dice].
func cosine(a, b string) float64 {
	return fromBigrams(a, b, func(o overlap) float64 {
		// The square root of a rounded product may be too small by a hair.
		return min(1, float64(o.dot)/math.Sqrt(float64(o.squaresA)*float64(o.squaresB)))
	})
}

// fromBigrams applies the measure to strings that both have bigrams.
func fromBigrams(a, b string, measure func(overlap) float64) float64 {
	return ofCodePoints(a, b, func(w *workspace, x, y []rune) float64 {
		if len(x) == 1 {
			return 0
		}
		return measure(w.bigrams(x, y))
	})
}

// overlap counts the bigrams of two strings, and the bigrams that they share.
type overlap struct {
	a, b, common       int   // how many
	squaresA, squaresB int64 // sums of squared counts
	dot                int64 // sum of products of counts
}

func (w *workspace) bigrams(x, y []rune) overlap {
	o := overlap{a: len(x) - 1, b: len(y) - 1}
	w.clearGrams()
	inX, inY := w.counts[0][:0], w.counts[1][:0]
	numberAt := func(s []rune, i int) int32 {
		n := w.gramNumber(uint64(s[i])<<32 | uint64(s[i+1]))
		if int(n) == len(inX) {
			inX, inY = append(inX, 0), append(inY, 0)
		}
		return n
	}
	// A count that grows from c to c+1 adds 2c+1 to its square.
	for i := range o.a {
		n := numberAt(x, i)
		o.squaresA += int64(2*inX[n] + 1)
		inX[n]++
	}
	for i := range o.b {
		n := numberAt(y, i)
		o.squaresB += int64(2*inY[n] + 1)
		o.dot += int64(inX[n])
		if inY[n] < inX[n] {
			o.common++
		}
		inY[n]++
	}
	w.counts = [2][]int32{inX, inY}
	return o
}

// clearGrams removes all grams. It replaces a large map, since the time to clear a map grows with the greatest size
// that it has had.
func (w *workspace) clearGrams() {
	const large = 1 << 12
	if w.grams == nil || len(w.grams) > large {
		w.grams = map[uint64]int32{}
	}
	clear(w.grams)
}

// gramNumber returns the number of a gram: 0, 1, 2, … in the order in which grams first occur.
func (w *workspace) gramNumber(key uint64) int32 {
	n, ok := w.grams[key]
	if !ok {
		n = int32(len(w.grams))
		w.grams[key] = n
	}
	return n
}
