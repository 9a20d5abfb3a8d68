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

// Jaccard returns the Jaccard index of the bigrams of a and b as multisets,
// c/(n+m-c) with the letters as in [Dice].
func Jaccard(a, b string) float64 {
	return fromBigrams(a, b, func(o overlap) float64 { return ratio(o.common, o.a+o.b-o.common) })
}

// Cosine returns the cosine of the angle between the vectors of bigram counts
// of a and b. Strings of one code point as in [Dice].
func Cosine(a, b string) float64 {
	return fromBigrams(a, b, func(o overlap) float64 {
		// The square root of a rounded product may be too small by a hair.
		return min(1, float64(o.dot)/math.Sqrt(float64(o.squaresA)*float64(o.squaresB)))
	})
}

// fromBigrams applies the measure to strings that both have bigrams.
func fromBigrams(a, b string, measure func(overlap) float64) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	w := newWorkspace(a, b)
	defer w.release()
	if len(w.a) == 1 || len(w.b) == 1 {
		if len(w.a) == len(w.b) && w.a[0] == w.b[0] {
			return 1 // different bytes, both invalid
		}
		return 0
	}
	return measure(w.bigrams())
}

// overlap says what the bigrams of two strings have in common.
type overlap struct {
	a, b, common       int   // how many
	squaresA, squaresB int64 // sums of squared counts
	dot                int64 // sum of products of counts
}

func (w *workspace) bigrams() overlap {
	o := overlap{a: len(w.a) - 1, b: len(w.b) - 1}
	w.interner.reset(256)
	inA, inB := w.counts[0][:0], w.counts[1][:0]
	number := func(s []rune, i int) int32 {
		n := w.interner.number(uint64(s[i])<<32 | uint64(s[i+1]))
		if int(n) == len(inA) {
			inA, inB = append(inA, 0), append(inB, 0)
		}
		return n
	}
	// A count that grows from c to c+1 adds 2c+1 to its square.
	for i := range o.a {
		n := number(w.a, i)
		o.squaresA += int64(2*inA[n] + 1)
		inA[n]++
	}
	for i := range o.b {
		n := number(w.b, i)
		o.squaresB += int64(2*inB[n] + 1)
		o.dot += int64(inA[n])
		if inB[n] < inA[n] {
			o.common++
		}
		inB[n]++
	}
	w.counts = [2][]int32{inA, inB}
	return o
}
