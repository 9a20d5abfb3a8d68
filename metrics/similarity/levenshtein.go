package similarity

import "unicode/utf8"

// slack is what comparisons of a similarity with a threshold allow for
// rounding, here as everywhere in this module.
const slack = 1e-9

// Levenshtein returns the normalised Levenshtein similarity of a and b,
// (max-d)/max with d = [LevenshteinDistance] and max the code points of the
// longer string.
func Levenshtein(a, b string) float64 {
	d, longer := levenshtein(a, b)
	return ratio(longer-d, longer)
}

// LevenshteinDistance returns the least number of insertions, deletions and
// substitutions of one code point that turn a into b (Levenshtein 1966). For
// very long strings it is an upper bound, as the package comment says.
func LevenshteinDistance(a, b string) int {
	d, _ := levenshtein(a, b)
	return d
}

// LevenshteinAtLeast reports whether Levenshtein(a, b) ≥ threshold - 1e-9, and
// returns that similarity if so, else 0. The threshold bounds the distance that
// needs to be looked for, which makes it much faster than [Levenshtein] on long
// strings that differ. A threshold that is NaN is never reached.
func LevenshteinAtLeast(a, b string, threshold float64) (similarity float64, ok bool) {
	if d, longer, ok := edits(a, b, noSwaps); ok {
		return reached(ratio(longer-d, longer), threshold)
	}
	a, b, common := differingRunes(a, b)
	w := newWorkspace(a, b)
	defer w.release()
	longer := common + len(w.b)
	limit := farthest(longer, threshold)
	if limit < 0 {
		return 0, false
	}
	return reached(ratio(longer-w.levenshtein(limit), longer), threshold)
}

func reached(similarity, threshold float64) (float64, bool) {
	if similarity >= threshold-slack {
		return similarity, true
	}
	return 0, false
}

// farthest returns the greatest distance of strings of the given length whose
// similarity reaches the threshold, or -1 if not even equal strings do. It asks
// the very comparison that decides in the end, so that both agree in every bit.
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

// levenshtein returns the distance and the code points of the longer string.
func levenshtein(a, b string) (d, longer int) {
	if d, longer, ok := edits(a, b, noSwaps); ok {
		return d, longer
	}
	if isASCII(a) && isASCII(b) {
		x, y := differing(a, b)
		if len(x) <= stripsBest && int64(len(x))*int64(len(y)) <= exactCells {
			w := workspaces.Get().(*workspace)
			defer w.release()
			w.narrow[0], w.narrow[1] = append(w.narrow[0][:0], x...), append(w.narrow[1][:0], y...)
			return levenshteinStrips(w, w.narrow[0], w.narrow[1], utf8.RuneSelf), max(len(a), len(b))
		}
	}
	a, b, common := differingRunes(a, b)
	w := newWorkspace(a, b)
	defer w.release()
	return w.levenshtein(len(w.b)), common + len(w.b)
}

// levenshtein returns the distance of w.a and w.b if it is at most limit, else
// some number above limit.
func (w *workspace) levenshtein(limit int) int {
	a, b, _ := w.differing()
	return inPieces(a, b, exactCells, pieceCells, func(a, b []rune) int {
		if len(a) == 0 {
			return len(b)
		}
		return w.levenshteinBlocks(a, b, limit)
	})
}
