package similarity

import (
	"math/bits"
	"unicode/utf8"
)

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
	if isASCII(a) && isASCII(b) {
		if x, y := differing(a, b); len(x) <= wordBits {
			longer := max(len(a), len(b))
			return reached(ratio(longer-levenshteinASCII(x, y), longer), threshold)
		}
	}
	a, b, common := differingRunes(a, b)
	w := workspaces.Get().(*workspace)
	defer w.release()
	if n, equal, ok := w.textPlaces(a, b); ok {
		longer := common + max(n, len(equal))
		return reached(ratio(longer-levenshteinWord(n, equal), longer), threshold)
	}
	w.decode(a, b)
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
	if isASCII(a) && isASCII(b) {
		longer = max(len(a), len(b))
		if x, y := differing(a, b); len(x) <= wordBits {
			return levenshteinASCII(x, y), longer
		} else if len(x) <= stripsBest && int64(len(x))*int64(len(y)) <= exactCells {
			w := workspaces.Get().(*workspace)
			defer w.release()
			w.narrow[0], w.narrow[1] = append(w.narrow[0][:0], x...), append(w.narrow[1][:0], y...)
			return levenshteinStrips(w, w.narrow[0], w.narrow[1], utf8.RuneSelf), longer
		}
	}
	if isTiny(a, b) {
		var places [tinyBytes]uint64
		if n, equal, common, ok := tinyPlaces(&places, a, b); ok {
			return levenshteinWord(n, equal), common + len(equal)
		}
	}
	a, b, common := differingRunes(a, b)
	w := workspaces.Get().(*workspace)
	defer w.release()
	if n, equal, ok := w.textPlaces(a, b); ok {
		return levenshteinWord(n, equal), common + max(n, len(equal))
	}
	w.decode(a, b)
	return w.levenshtein(len(w.b)), common + len(w.b)
}

// levenshtein returns the distance of w.a and w.b if it is at most limit, else
// some number above limit.
func (w *workspace) levenshtein(limit int) int {
	a, b, _ := w.differing()
	return inPieces(a, b, exactCells, pieceCells, func(a, b []rune) int {
		if len(a) <= wordBits {
			return levenshteinWord(len(a), w.places(a, b))
		}
		return w.levenshteinBlocks(a, b, limit)
	})
}

// column is one column of the dynamic-programming matrix in Myers' encoding:
// the bits say where the value rises (up) or falls (down) by one from the row
// above (Myers 1999; in the form of Hyyrö 2003, "A bit-vector algorithm for
// computing Levenshtein and Damerau edit distances").
type column struct{ up, down uint64 }

// next returns the column after c, where equal has a bit for each row whose code
// point is that of the new column, and swap one for each row where a swap of
// neighbours ends. diagonal says where the value is that of the row above in c.
// The top row counts the columns.
func (c column) next(equal, swap uint64) (next column, diagonal uint64) {
	// Written so that what is known early waits for what is known late: a short
	// string takes as long as the chain of operations from up to up.
	flat := c.down<<1 | 1
	diagonal = (((equal & c.up) + c.up) ^ c.up) | (equal | c.down | swap)
	notRight := (diagonal<<1 | c.up<<1) &^ flat // right is ^(diagonal|c.up)<<1 | flat
	left := (diagonal & c.up) << 1
	return column{up: ^diagonal&notRight | left, down: diagonal &^ notRight}, diagonal
}

// bottom returns the value in the given row, at most 64, of a column whose top
// row has the value top.
func (c column) bottom(top, row int) int {
	mask := ^uint64(0) >> (wordBits - uint(row))
	return top + bits.OnesCount64(c.up&mask) - bits.OnesCount64(c.down&mask)
}

// levenshteinASCII returns the distance of a, at most 64 bytes long, and b.
func levenshteinASCII(a, b string) int {
	c := column{up: ^uint64(0)}
	if len(a) <= 8 {
		packed := pack(a)
		for i := 0; i < len(b); i++ {
			c, _ = c.next(placesOf(packed, b[i]), 0)
		}
		return c.bottom(len(b), len(a))
	}
	var table places
	table.set(a)
	for i := 0; i < len(b); i++ {
		c, _ = c.next(table[b[i]&127], 0)
	}
	return c.bottom(len(b), len(a))
}

// levenshteinWord returns the distance of n code points, at most 64, and those that stand among
// them where equal says.
func levenshteinWord(n int, equal []uint64) int {
	c := column{up: ^uint64(0)}
	for _, e := range equal {
		c, _ = c.next(e, 0)
	}
	return c.bottom(len(equal), n)
}
