package similarity

import "math/bits"

// levenshteinBlocks returns the distance of a, which is not longer than b, and b
// if it is at most limit, else some number above limit.
//
// It looks for the distance in bands around the diagonal (Ukkonen 1985). How soon a narrow band
// fails tells how wide the next one must be, so that similar strings take time in proportion to
// their differences, and others little more than the whole matrix.
func levenshteinBlocks[S symbol](w *workspace, a, b []S, limit int) int {
	limit = min(limit, len(b)) // no distance is greater
	if len(b)-len(a) > limit {
		return limit + 1
	}
	x, y, symbols := intern(w, a, b)
	w.pattern.build(x, symbols)
	width := len(b) - len(a) + max(wordBits, len(b)/8)
	if w.pattern.words < 8 {
		width = limit // not worth a second attempt
	}
	for width < limit/2 {
		d, columns := w.levenshteinBand(x, y, width)
		if d <= width {
			return d
		}
		// At this rate the whole of b makes a distance of width·len(b)/columns.
		width = max(2*width, width*len(b)/columns*5/4)
	}
	d, _ := w.levenshteinBand(x, y, limit)
	return d
}

// levenshteinBand returns the distance of x and y if it is at most limit,
// else some number above limit, and how many columns it took to see that. The
// limit is at least the difference in length.
//
// A column is Myers' bit vector of as many words as x needs: one long number,
// added and shifted with carries from word to word. Only the words that a path
// of at most limit edits can reach are computed. The rest is taken for a path
// straight down or straight across, which is never too small; and no path of at
// most limit edits comes from there.
func (w *workspace) levenshteinBand(x, y []int32, limit int) (d, columns int) {
	surplus := len(y) - len(x)
	// A path with i insertions and d deletions has i-d = surplus, i+d ≤ limit.
	upper, lower := (limit+surplus)/2, (limit-surplus)/2

	w.columns = resize(w.columns, w.pattern.words)
	for i := range w.columns {
		w.columns[i] = column{plus: ^uint64(0)}
	}
	first, top := 0, 0 // the first word in the band and the value above it
	lastRow := len(x) - 1
	for j, symbol := range y {
		if block := max(0, j-upper) / wordBits; block > first {
			top = w.columns[first].bottom(top, wordBits)
			first = block
		}
		band := w.columns[first : min(lastRow, j+lower)/wordBits+1]
		top++
		advance(band, w.pattern.rowOf(symbol)[first:])
		if j%wordBits == wordBits-1 && least(band, top) > limit {
			return limit + 1, j + 1
		}
	}
	d = top
	last := w.pattern.words - 1
	for _, c := range w.columns[first:last] {
		d = c.bottom(d, wordBits)
	}
	return w.columns[last].bottom(d, lastRow%wordBits+1), len(y)
}

// advance is column.advance for a column of many words.
func advance(band []column, equal []uint64) {
	equal = equal[:len(band)]
	var carry, left uint64
	right := uint64(1)
	for i, c := range band {
		e := equal[i]
		var sum uint64
		sum, carry = bits.Add64(e&c.plus, c.plus, carry)
		diagonal := (sum ^ c.plus) | e | c.minus
		r := c.minus | ^(diagonal | c.plus)
		l := diagonal & c.plus
		rs := r<<1 | right
		ls := l<<1 | left
		right, left = r>>63, l>>63
		band[i] = column{plus: ls | ^(diagonal | rs), minus: rs & diagonal}
	}
}

// least returns a lower bound of the values in a column: between two values 64
// rows apart, t and b, none is below (t+b-64)/2.
func least(band []column, top int) int {
	least := top
	for _, c := range band {
		bottom := c.bottom(top, wordBits)
		least = min(least, (top+bottom-wordBits)/2)
		top = bottom
	}
	return least
}
