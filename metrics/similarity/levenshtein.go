package similarity

import "math/bits"

// slack is what comparisons of a similarity with a threshold allow for
// rounding, here as everywhere in this module.
const slack = 1e-9

// Levenshtein returns the normalised Levenshtein similarity of a and b,
// (max-d)/max with d = [LevenshteinDistance] and max the code points of the
// longer string.
func Levenshtein(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
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
	if s, ok := trivial(a, b); ok {
		return reached(s, threshold)
	}
	p := newPair(a, b)
	if d, longer, ok := p.levenshteinWord(); ok {
		return reached(ratio(longer-d, longer), threshold)
	}
	w := newWorkspace(p)
	defer w.release()
	longer := p.common + max(len(w.a), len(w.b))
	limit := farthest(longer, threshold)
	if limit < 0 {
		return 0, false
	}
	d := w.inPieces(exactCells, func(a, b []rune) int { return w.levenshtein(a, b, limit) })
	return reached(ratio(longer-d, longer), threshold)
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
	p := newPair(a, b)
	if d, longer, ok := p.levenshteinWord(); ok {
		return d, longer
	}
	w := newWorkspace(p)
	defer w.release()
	longer = p.common + max(len(w.a), len(w.b))
	d = w.inPieces(exactCells, func(a, b []rune) int { return w.levenshtein(a, b, longer) })
	return d, longer
}

// levenshteinWord does it for short strings, in one machine word and without
// allocation. It reports false for those that are too long.
func (p pair) levenshteinWord() (d, longer int, ok bool) {
	switch {
	case p.a == "":
		n := count(p.b)
		return n, p.common + n, true
	case p.ascii && len(p.a) <= wordBits:
		return levenshteinASCII(p.a, p.b), p.common + len(p.b), true
	case p.ascii:
		return 0, 0, false
	}
	var bufA, bufB [wordBits]rune
	n, okA := decode(bufA[:], p.a)
	m, okB := decode(bufB[:], p.b)
	if !okA || !okB {
		return 0, 0, false
	}
	return levenshteinRunes(bufA[:n], bufB[:m]), p.common + max(n, m), true
}

// column is one column of the dynamic-programming matrix in Myers' encoding:
// the bits say where the value rises (up) or falls (down) by one from the row
// above (Myers 1999; in the form of Hyyrö 2003, "A bit-vector algorithm for
// computing Levenshtein and Damerau edit distances").
type column struct{ up, down uint64 }

// next returns the column after c, where equal has a bit for each row whose code
// point is that of the new column. The top row counts the columns.
func (c column) next(equal uint64) column {
	diagonal := (((equal & c.up) + c.up) ^ c.up) | equal | c.down
	right := c.down | ^(diagonal | c.up)
	left := diagonal & c.up
	right = right<<1 | 1
	left <<= 1
	return column{up: left | ^(diagonal | right), down: right & diagonal}
}

// bottom returns the value in the given row, at most 64, of a column whose top
// row has the value top.
func (c column) bottom(top, row int) int {
	mask := ^uint64(0) >> (wordBits - uint(row))
	return top + bits.OnesCount64(c.up&mask) - bits.OnesCount64(c.down&mask)
}

func levenshteinASCII(a, b string) int {
	var table [128]uint64
	bit := uint64(1)
	for i := 0; i < len(a); i++ {
		table[a[i]&127] |= bit
		bit <<= 1
	}
	c := column{up: ^uint64(0)}
	for i := 0; i < len(b); i++ {
		c = c.next(table[b[i]&127])
	}
	return c.bottom(len(b), len(a))
}

func levenshteinRunes(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return max(len(a), len(b))
	}
	var table wordTable
	bit := uint64(1)
	for _, r := range a {
		table.add(r, bit)
		bit <<= 1
	}
	c := column{up: ^uint64(0)}
	for _, r := range b {
		c = c.next(table.find(r))
	}
	return c.bottom(len(b), len(a))
}
