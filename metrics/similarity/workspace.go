package similarity

import (
	"sync"
	"unicode/utf8"
)

// exactCells bounds the product of the lengths up to which a quadratic function
// is computed exactly, and pieceCells that of the pieces beyond; see the package
// comment.
const (
	exactCells = 1 << 32
	pieceCells = 1 << 28
)

// workspace is the memory for a pair of strings that are long or not ASCII.
type workspace struct {
	a, b      []rune // the code points of the pair; a is not the longer one
	ascii     bool   // none of them is above 127
	table     table
	bigram    interner
	x, y      []int32 // the symbols of the two pieces in hand
	pattern   pattern
	columns   []column   // of Levenshtein
	narrow    [2][]uint8 // of levenshteinStrips and lcsStrips: the symbols of the pair
	steps     []uint8
	strip     strip
	low       low
	osaColumn []osaBlock
	rows      [3][]int32 // of Damerau
	lastRow   []int32
	level     []uint64 // of LCS
	lcsStrip  lcsStrip
	equal     []uint64 // of Jaro
	jaro      positions
	counts    [2][]int32 // of bigrams, by number
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// newWorkspace takes a workspace and decodes a and b into it.
func newWorkspace(a, b string) *workspace {
	w := workspaces.Get().(*workspace)
	w.decode(a, b)
	return w
}

func (w *workspace) decode(a, b string) {
	w.ascii = isASCII(a) && isASCII(b)
	w.a, w.b = decodeAll(w.a, a, w.ascii), decodeAll(w.b, b, w.ascii)
	if len(w.a) > len(w.b) {
		w.a, w.b = w.b, w.a
	}
}

func (w *workspace) release() { workspaces.Put(w) }

func decodeAll(dst []rune, s string, ascii bool) []rune {
	dst = resize(dst, len(s)) // a code point has at least one byte
	if ascii {
		for i := range dst {
			dst[i] = rune(s[i])
		}
		return dst
	}
	return dst[:decode(dst, s)]
}

// differing returns w.a and w.b without their common beginning and ending, which
// change no edit distance and no common subsequence, and the code points that
// are left out of each.
func (w *workspace) differing() (a, b []rune, common int) {
	a, b = withoutCommon(w.a, w.b)
	return a, b, len(w.a) - len(a)
}

// withoutCommon returns a, which is not longer than b, and b without what they begin
// and end with in common.
func withoutCommon(a, b []rune) (x, y []rune) {
	for len(a) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// inPieces returns f(a, b) where the product of the lengths is at most exact. Else it
// cuts both strings, of which a is not the longer one, into pieces whose product of
// lengths is at most cells and returns the sum of f over the pairs of pieces.
func inPieces(a, b []rune, exact, cells int64, f func(a, b []rune) int) int {
	if int64(len(a))*int64(len(b)) <= exact {
		return f(a, b)
	}
	pieces := 2
	for int64(ceil(len(a), pieces))*int64(ceil(len(b), pieces)) > cells {
		pieces++
	}
	sum := 0
	for i := range pieces {
		sum += f(piece(a, i, pieces), piece(b, i, pieces))
	}
	return sum
}

// piece returns the i-th of n pieces of s.
func piece(s []rune, i, n int) []rune {
	from := int64(len(s)) * int64(i) / int64(n)
	to := int64(len(s)) * int64(i+1) / int64(n)
	return s[from:to]
}

// intern sets w.x and w.y to the symbols of a and b, small numbers that stand
// for their code points, and returns how many there are. The code points that
// only b has are all the same symbol.
func (w *workspace) intern(a, b []rune) int {
	w.x, w.y = resize(w.x, len(a)), resize(w.y, len(b))
	if w.ascii {
		copy(w.x, a)
		copy(w.y, b)
		return utf8.RuneSelf
	}
	w.table.reset()
	n := uint64(0)
	for i, r := range a {
		number := w.table.at(r)
		if *number == 0 {
			n++
			*number = n
		}
		w.x[i] = int32(*number)
	}
	for i, r := range b {
		w.y[i] = int32(w.table.get(r))
	}
	return int(n) + 1
}

// narrowed returns symbols below 256 as bytes, in the memory of dst if it has the room.
func narrowed(dst []uint8, symbols []int32) []uint8 {
	dst = resize(dst, len(symbols))
	for i, symbol := range symbols {
		dst[i] = uint8(symbol)
	}
	return dst
}

// resize returns a slice of length n, in the memory of s if it has the room,
// with arbitrary contents.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// zeroed is resize with contents zero.
func zeroed[T any](s []T, n int) []T {
	s = resize(s, n)
	clear(s)
	return s
}

func ceil(n, d int) int { return (n + d - 1) / d }
