package similarity

import "math/bits"

// lcsSimilarity returns the longest common subsequence similarity of a and b,
// [LCSLength]/max with max the code points of the longer string.
func lcsSimilarity(a, b string) float64 {
	return ratio(lcsLength(a, b))
}

// LCSLength returns the number of code points of a longest common subsequence of a and b: the code
// points that stay when the fewest insertions and deletions turn a into b. For very long strings it
// is a lower bound, as the package comment says.
func LCSLength(a, b string) int {
	n, _ := lcsLength(a, b)
	return n
}

// lcsLength returns the length and the code points of the longer string.
func lcsLength(a, b string) (length, longer int) {
	length, rest, longer := ofRests(a, b, lcsOf[uint8], lcsOf[rune])
	return longer - rest + length, longer
}

func lcsOf[S symbol](w *workspace, x, y []S) int {
	if len(x) > wordBits {
		return inPieces(x, y, exactCells, pieceCells, func(x, y []S) int { return lcsBlocks(w, x, y) })
	}
	places := setPlaces(&w.table, x)
	v := ^level(0)
	for _, s := range y {
		v = v.advance(number(places, s))
	}
	forget(&w.table, x)
	return v.length(len(x))
}

// level is a column of the dynamic-programming matrix in the bit vectors of Hyyrö 2004,
// "Bit-parallel LCS-length computation revisited": a bit is cleared where the length
// rises by one from the row above.
type level uint64

// advance returns the level after v, where equal has a bit for each row whose code point is the new
// column's.
func (v level) advance(equal uint64) level {
	match := v & level(equal)
	return (v + match) | (v ^ match)
}

// length returns the length of the common subsequence of the first n rows, at most 64.
func (v level) length(n int) int {
	return bits.OnesCount64(^uint64(v) & (1<<n - 1))
}

// lcsBlocks returns the length for x and y of any length.
func lcsBlocks[S symbol](w *workspace, x, y []S) int {
	rows, columns, symbols := intern(w, x, y)
	w.pattern.build(rows, symbols)
	w.levels = resize(w.levels, w.pattern.words)
	levels := w.levels
	for i := range levels {
		levels[i] = ^level(0)
	}
	for _, symbol := range columns {
		var carry uint64
		equal := w.pattern.rowOf(symbol)[:len(levels)]
		for i, v := range levels {
			match := v & level(equal[i])
			var sum uint64
			sum, carry = bits.Add64(uint64(v), uint64(match), carry)
			levels[i] = level(sum) | (v ^ match)
		}
	}
	length := 0
	for _, v := range levels {
		length += bits.OnesCount64(^uint64(v))
	}
	return length
}
