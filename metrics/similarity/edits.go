package similarity

import "math/bits"

// column is one column of the dynamic-programming matrix in Myers' encoding:
// the bits say where the value rises (up) or falls (down) by one from the row
// above (Myers 1999; in the form of Hyyrö 2003, "A bit-vector algorithm for
// computing Levenshtein and Damerau edit distances").
type column struct{ plus, minus uint64 }

// advance returns the column after c, where equal has a bit for each row whose symbol is the new
// column's, and swap one for each row where a swap of neighbours ends. diagonal has a bit for each
// row whose value equals the value of the row above in c. The top row counts the columns.
func (c column) advance(equal, swap uint64) (next column, diagonal uint64) {
	// The operations stand so that early values wait for late ones: a short
	// string takes as long as the chain of operations from up to up.
	flat := c.minus<<1 | 1
	diagonal = (((equal & c.plus) + c.plus) ^ c.plus) | (equal | c.minus | swap)
	notRight := (diagonal<<1 | c.plus<<1) &^ flat // right is ^(diagonal|c.up)<<1 | flat
	left := (diagonal & c.plus) << 1
	return column{plus: ^diagonal&notRight | left, minus: diagonal &^ notRight}, diagonal
}

// bottom returns the value in the given row, at most 64, of a column whose top
// row has the value top.
func (c column) bottom(top, row int) int {
	mask := ^uint64(0) >> (wordBits - uint(row))
	return top + bits.OnesCount64(c.plus&mask) - bits.OnesCount64(c.minus&mask)
}

// swapEnds returns the rows where a swap of neighbours ends: the row has the symbol of the column before (equalBefore),
// and the row above has the symbol of this column and was not reached along the diagonal (Hyyrö 2003).
func swapEnds(equal, equalBefore, diagonal uint64) uint64 {
	return ^diagonal & equal << 1 & equalBefore
}

// Masks that say whether a swap of neighbours is one edit: without swaps the distance is Levenshtein's, with swaps the optimal
// string alignment distance.
const (
	noSwaps   = uint64(0)
	withSwaps = ^uint64(0)
)

// editsInWord returns the distance of x, which is not empty and has at most 64 symbols, and y.
func editsInWord[S symbol](w *workspace, x, y []S, swaps uint64) int {
	places := setPlaces(&w.table, x)
	c := column{plus: ^uint64(0)}
	var previous, diagonal uint64
	for _, s := range y {
		equal := number(places, s)
		c, diagonal = c.advance(equal, swapEnds(equal, previous, diagonal)&swaps)
		previous = equal
	}
	forget(&w.table, x)
	return c.bottom(len(y), len(x))
}
