package similarity

import "unicode/utf8"

// slack is the tolerance for rounding when a similarity is compared with a threshold, the same in
// the whole module.
const slack = 1e-9

// Levenshtein returns the normalised Levenshtein similarity of a and b,
// (max-d)/max with d = [LevenshteinDistance] and max the code points of the
// longer string.
func Levenshtein(a, b string) float64 {
	d, _, longer := ofRests(a, b, levenshteinOf[uint8], levenshteinOf[rune])
	return ratio(longer-d, longer)
}

// LevenshteinDistance returns the least number of insertions, deletions and
// substitutions of one code point that turn a into b (Levenshtein 1966). For
// very long strings it is an upper bound, as the package comment says.
func LevenshteinDistance(a, b string) int {
	d, _, _ := ofRests(a, b, levenshteinOf[uint8], levenshteinOf[rune])
	return d
}

// LevenshteinAtLeast reports whether Levenshtein(a, b) ≥ threshold - 1e-9, and
// returns that similarity if so, else 0. The threshold bounds the distance that
// needs to be looked for, which makes it much faster than [Levenshtein] on long
// strings that differ. A threshold that is NaN is never reached.
func LevenshteinAtLeast(a, b string, threshold float64) (similarity float64, ok bool) {
	limit := func() int {
		return farthest(max(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), threshold)
	}
	d, _, longer := ofRests(a, b,
		func(w *workspace, x, y []uint8) int { return levenshteinUpTo(w, x, y, limit) },
		func(w *workspace, x, y []rune) int { return levenshteinUpTo(w, x, y, limit) })
	return reached(ratio(longer-d, longer), threshold)
}

func reached(similarity, threshold float64) (float64, bool) {
	if similarity >= threshold-slack {
		return similarity, true
	}
	return 0, false
}

// farthest returns the greatest distance of strings of the given length whose
// similarity reaches the threshold, or -1 if not even equal strings do. It uses the same comparison as the final
// decision, so that both agree in every bit.
func farthest(longer int, threshold float64) int {
	low, high := -1, longer
	for low < high {
		d := (low + high + 1) / 2
		if _, ok := reached(ratio(longer-d, longer), threshold); ok {
			low = d
		} else {
			high = d - 1
		}
	}
	return low
}

func levenshteinOf[S symbol](w *workspace, x, y []S) int {
	return levenshteinUpTo(w, x, y, func() int { return len(y) })
}

// levenshteinUpTo returns the distance of x and y if it is at most limit(), else some number above limit(). x must not
// be longer than y.
func levenshteinUpTo[S symbol](w *workspace, x, y []S, limit func() int) int {
	switch {
	case len(x) == 0:
		return len(y)
	case len(x) <= wordBits:
		return editsInWord(w, x, y, noSwaps)
	}
	most := limit()
	return inPieces(x, y, exactCells, pieceCells, func(x, y []S) int { return levenshteinBlocks(w, x, y, most) })
}
