package similarity

import (
	"math/bits"
	"unicode/utf8"
)

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

// swapEnds returns the rows where a swap of neighbours ends: where the code
// point of this column stands in the row above that of the column before
// (equalBefore), and was not reached along the diagonal (Hyyrö 2003).
func swapEnds(equal, equalBefore, diagonal uint64) uint64 {
	return ^diagonal & equal << 1 & equalBefore
}

// What the functions below take for swaps: whether swaps of neighbours count as one edit, which makes
// the optimal string alignment distance of the Levenshtein distance.
const (
	noSwaps   = uint64(0)
	withSwaps = ^uint64(0)
)

// edits returns the distance of a and b and the code points of the longer string. It reports
// false where, without what they begin and end with in common, neither fits a word, or the table
// has not a number for each code point.
func edits(a, b string, swaps uint64) (d, longer int, ok bool) {
	if isASCII(a) && isASCII(b) {
		x, y := differing(a, b)
		if len(x) > wordBits {
			return 0, 0, false
		}
		return editsASCII(x, y, swaps), max(len(a), len(b)), true
	}
	if isTiny(a, b) {
		var x, y [tinyBytes]rune
		if l, n, other, common, ok := tinyRests(&x, &y, a, b); ok {
			return l.edits(n, other, swaps), common + len(other), true
		}
	}
	a, b, common := differingRunes(a, b)
	w := workspaces.Get().(*workspace)
	x, ok := w.setPlaces(a)
	if ok {
		c, n := w.table.edits(b, swaps)
		w.table.clear(x)
		d, longer = c.bottom(n, len(x)), common+max(n, len(x))
	}
	w.release() // sooner than deferred
	return d, longer, ok
}

// editsASCII returns the distance of a, at most 64 bytes long, and b.
func editsASCII(a, b string, swaps uint64) int {
	c := column{up: ^uint64(0)}
	var before, diagonal uint64
	if len(a) <= 8 {
		packed := pack(a)
		for i := 0; i < len(b); i++ {
			equal := placesOf(packed, b[i])
			c, diagonal = c.next(equal, swapEnds(equal, before, diagonal)&swaps)
			before = equal
		}
		return c.bottom(len(b), len(a))
	}
	var table places
	table.set(a)
	for i := 0; i < len(b); i++ {
		equal := table[b[i]&127]
		c, diagonal = c.next(equal, swapEnds(equal, before, diagonal)&swaps)
		before = equal
	}
	return c.bottom(len(b), len(a))
}

// edits returns the distance of the first n code points of l and b.
func (l lanes) edits(n int, b []rune, swaps uint64) int {
	c := column{up: ^uint64(0)}
	var before, diagonal uint64
	for _, r := range b {
		equal := l.places(r)
		c, diagonal = c.next(equal, swapEnds(equal, before, diagonal)&swaps)
		before = equal
	}
	return c.bottom(len(b), n)
}

// edits returns the last column for s, and its code points.
//
// It decodes s beside the columns: what a column needs waits for the column before; beside
// that, decoding takes no time.
func (t *table) edits(s string, swaps uint64) (c column, n int) {
	c = column{up: ^uint64(0)}
	var before, diagonal uint64
	at := uint(0)
	for ; at < uint(len(s)); n++ {
		r := uint(s[at])
		if r < utf8.RuneSelf {
			at++
		} else {
			if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
				break
			}
			if r = twoBytes(r, s[at+1]); isTwoBytes(r) {
				at += 2
			} else {
				if at+2 >= uint(len(s)) || !isContinuation(s[at+2]) {
					break
				}
				if r = threeBytes(r, s[at+2]); !isThreeBytes(r) {
					break
				}
				at += 3
			}
		}
		equal := t.numbers[uint16(r)]
		c, diagonal = c.next(equal, swapEnds(equal, before, diagonal)&swaps)
		before = equal
	}
	for _, r := range s[at:] { // not well-formed or of four bytes
		equal := t.number(r)
		c, diagonal = c.next(equal, swapEnds(equal, before, diagonal)&swaps)
		before = equal
		n++
	}
	return c, n
}
