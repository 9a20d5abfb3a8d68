package similarity

import "math/bits"

// osaSimilarity returns the normalised optimal string alignment similarity of a and b,
// (max-d)/max with d = [OSADistance] and max the code points of the longer
// string.
func osaSimilarity(a, b string) float64 {
	d, _, longer := ofRests(a, b, osaOf[uint8], osaOf[rune])
	return ratio(longer-d, longer)
}

// OSADistance returns the optimal string alignment distance of a and b, also called restricted Damerau-Levenshtein
// distance: the least number of insertions, deletions, substitutions and swaps of two neighbouring code points that
// turn a into b, where no swapped code point is edited again. So it is 3 for "ca" and "abc", where the distance of [Damerau]
// is 2, and it does not obey the triangle inequality. For very long strings it is an upper bound, as the package comment
// says.
func OSADistance(a, b string) int {
	d, _, _ := ofRests(a, b, osaOf[uint8], osaOf[rune])
	return d
}

func osaOf[S symbol](w *workspace, x, y []S) int {
	switch {
	case len(x) == 0:
		return len(y)
	case len(x) <= wordBits:
		return editsInWord(w, x, y, withSwaps)
	}
	return inPieces(x, y, exactCells, pieceCells, func(x, y []S) int { return osaBlocks(w, x, y) })
}

// osaBlock is one word of a long column, and of its diagonal.
type osaBlock struct {
	column
	diagonal uint64
}

// osaBlocks returns the distance of a, which is not longer than b, and b.
func osaBlocks[S symbol](w *workspace, a, b []S) int {
	x, y, symbols := intern(w, a, b)
	w.pattern.build(x, symbols)
	w.osaColumn = resize(w.osaColumn, w.pattern.words)
	for i := range w.osaColumn {
		w.osaColumn[i] = osaBlock{column: column{plus: ^uint64(0)}}
	}
	previous := w.pattern.rowOf(y[0]) // diagonal is 0 now, so that any row will do
	for _, symbol := range y {
		equal := w.pattern.rowOf(symbol)
		osaAdvance(w.osaColumn, equal, previous)
		previous = equal
	}
	d := len(b)
	last := w.pattern.words - 1
	for _, c := range w.osaColumn[:last] {
		d = c.bottom(d, wordBits)
	}
	return w.osaColumn[last].bottom(d, (len(a)-1)%wordBits+1)
}

// osaAdvance is column.advance, with the ends of swaps, for a column of many words;
// previous is equal of the column before.
func osaAdvance(col []osaBlock, equal, previous []uint64) {
	equal, previous = equal[:len(col)], previous[:len(col)]
	var carry, left, swap uint64
	right := uint64(1)
	for i := range col {
		c := &col[i]
		e := equal[i]
		var sum uint64
		sum, carry = bits.Add64(e&c.plus, c.plus, carry)
		s := ^c.diagonal & e
		diagonal := (sum ^ c.plus) | e | c.minus | (s<<1|swap)&previous[i]
		r := c.minus | ^(diagonal | c.plus)
		l := diagonal & c.plus
		rs := r<<1 | right
		ls := l<<1 | left
		right, left, swap = r>>63, l>>63, s>>63
		c.plus, c.minus, c.diagonal = ls|^(diagonal|rs), rs&diagonal, diagonal
	}
}
