package similarity

// damerauCells bounds the product of the lengths up to which the Damerau distance is computed: it takes one step for
// each pair of code points, the other distances one for 64 pairs.
const damerauCells = 1 << 24

// Damerau returns the normalised Damerau-Levenshtein similarity of a and b, (max-d)/max with d the distance and max the
// code points of the longer string. The distance is unrestricted: the least number of insertions, deletions,
// substitutions and swaps of two neighbouring code points that turn a into b (Damerau 1964; Lowrance and Wagner 1975).
// Unlike with [OSADistance], code points may be inserted or deleted between those that were swapped.
//
// It takes time n·m and memory n+m. Where the parts between the common ends have n·m > 2^24 (4,096 against 4,096 code
// points, some 50 ms), the distance is [OSADistance], which is never smaller.
func Damerau(a, b string) float64 {
	d, longer := damerau(a, b)
	return ratio(longer-d, longer)
}

// damerau returns the distance and the code points of the longer string.
func damerau(a, b string) (d, longer int) {
	d, _, longer = ofRests(a, b, damerauOf[uint8], damerauOf[rune])
	return d, longer
}

func damerauOf[S symbol](w *workspace, x, y []S) int {
	if int64(len(x))*int64(len(y)) > damerauCells {
		return osaOf(w, x, y)
	}
	return damerauRows(w, x, y)
}

// damerauRows fills the matrix row by row in linear memory (Zhao and Sahni 2019,
// "String correction using the Damerau-Levenshtein distance"). An optimal
// alignment needs swaps with a gap in one of the strings only. So the swap that
// ends at row i, column j begins at the last column before j that matched in
// this row, if that is j-1, or at the last row before i that matched in this
// column, if that is i-1; and one value per column and one per row, remembered
// at each match, are enough to cost it.
func damerauRows[S symbol](w *workspace, a, b []S) int {
	x, y, symbols := intern(w, a, b)
	w.lastRow = zeroed(w.lastRow, symbols) // the last row with the symbol, 0 for none
	unreachable := int32(len(a) + len(b) + 1)
	for k := range w.rows {
		// Column j is at index j+1. The cells before column 0 and row 0 hold a distance that no alignment
		// reaches.
		w.rows[k] = resize(w.rows[k], len(b)+2)
		for j := range w.rows[k] {
			w.rows[k][j] = unreachable
		}
	}
	row, previous, beforeSwap := w.rows[0], w.rows[1], w.rows[2]
	for j := range len(b) + 1 {
		row[j+1] = int32(j)
	}
	for i := int32(1); int(i) <= len(a); i++ {
		row, previous = previous, row // row holds row i-2 until it is overwritten
		symbol := x[i-1]
		matched := -1                // the last column that matched in this row
		beforeMatched := unreachable // the value in row i-2 and the column before that
		twoAboveLeft := row[1]       // the value in row i-2, column j-1
		row[1] = i
		for j, other := range y {
			d := min(row[j+1], previous[j+2], previous[j+1]) + 1
			switch {
			case symbol == other:
				d = previous[j+1]
				matched = j
				beforeMatched = twoAboveLeft
				beforeSwap[j] = previous[j]
			case matched == j-1 && matched >= 0:
				d = min(d, beforeSwap[j]+i-w.lastRow[other])
			case w.lastRow[other] == i-1:
				d = min(d, beforeMatched+int32(j-matched))
			}
			twoAboveLeft, row[j+2] = row[j+2], d
		}
		w.lastRow[symbol] = i
	}
	return int(row[len(b)+1])
}
