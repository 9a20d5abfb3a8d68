package similarity

import "math/bits"

// LCS returns the longest common subsequence similarity of a and b,
// [LCSLength]/max with max the code points of the longer string.
func LCS(a, b string) float64 {
	return ratio(lcs(a, b))
}

// LCSLength returns the number of code points of a longest common subsequence
// of a and b: what is left of either when only insertions and deletions turn
// one into the other. For very long strings it is a lower bound, as the package
// comment says.
func LCSLength(a, b string) int {
	n, _ := lcs(a, b)
	return n
}

// lcs returns the length and the code points of the longer string.
func lcs(a, b string) (length, longer int) {
	w := newWorkspace(a, b)
	defer w.release()
	x, y, common := w.differing()
	return common + inPieces(x, y, exactCells, pieceCells, w.lcs), len(w.b)
}

// lcs returns the length for a, which is not longer than b, and b, by the bit
// vectors of Hyyrö 2004, "Bit-parallel LCS-length computation revisited": a bit
// is cleared where the length rises by one from the row above.
func (w *workspace) lcs(a, b []rune) int {
	w.pattern.set(w.x, w.intern(a, b))
	w.level = resize(w.level, w.pattern.words)
	for i := range w.level {
		w.level[i] = ^uint64(0)
	}
	for _, symbol := range w.y {
		var carry uint64
		equal := w.pattern.row(symbol)[:len(w.level)]
		for i, v := range w.level {
			var sum uint64
			sum, carry = bits.Add64(v, v&equal[i], carry)
			w.level[i] = sum | v&^equal[i]
		}
	}
	length := 0
	for _, v := range w.level {
		length += bits.OnesCount64(^v)
	}
	return length
}
