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
	all       rune   // all of their bits
	short     [wordBits]rune
	table     table
	equal     []uint64 // where each code point of one stands in the other
	interner  interner
	x, y      []int32 // the symbols of the two pieces in hand
	pattern   pattern
	columns   []column   // of Levenshtein
	narrow    [2][]uint8 // of levenshteinStrips and lcsStrips: ASCII
	steps     []uint8
	strip     strip
	osaColumn []osaBlock
	rows      [3][]int32 // of Damerau
	lastRow   []int32
	level     []uint64 // of LCS
	lcsStrip  lcsStrip
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
	w.a, w.b = resize(w.a, len(a)), resize(w.b, len(b)) // a code point has at least one byte
	n, allA := decode(w.a, a)
	m, allB := decode(w.b, b)
	w.a, w.b, w.all = w.a[:n], w.b[:m], allA|allB
	if n > m {
		w.a, w.b = w.b, w.a
	}
	if w.all >= flatRunes {
		w.flatten()
	}
}

// flatten puts surrogates in the place of the code points that borrow their numbers. Where two would borrow
// the same, one stays.
func (w *workspace) flatten() {
	w.all = 0
	for _, s := range [][]rune{w.a, w.b} {
		for i, r := range s {
			if c, ok := w.table.borrow(r); ok && r >= flatRunes {
				w.table.numbers[c] = 1
				s[i] = rune(c)
			}
			w.all |= s[i]
		}
	}
	w.table.clear(w.a)
	w.table.clear(w.b)
}

func (w *workspace) release() { workspaces.Put(w) }

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

// intern returns the symbols of a and b, small numbers that stand for their code
// points, and how many there are. The code points that only b has are all the same symbol.
func (w *workspace) intern(a, b []rune) (x, y []int32, symbols int) {
	if w.all < utf8.RuneSelf {
		return a, b, utf8.RuneSelf
	}
	w.x, w.y = resize(w.x, len(a)), resize(w.y, len(b))
	if w.all >= flatRunes {
		w.interner.reset(256)
		for i, r := range a {
			w.x[i] = w.interner.number(uint64(r))
		}
		n := w.interner.n
		for i, r := range b {
			w.y[i] = min(w.interner.number(uint64(r)), int32(n))
		}
		return w.x, w.y, n + 1
	}
	n := uint64(0)
	for i, r := range a {
		number := &w.table.numbers[uint16(r)]
		if *number == 0 {
			n++
			*number = n
		}
		w.x[i] = int32(*number)
	}
	for i, r := range b {
		w.y[i] = int32(w.table.numbers[uint16(r)])
	}
	w.table.clear(a)
	return w.x, w.y, int(n) + 1
}

// textPlaces returns the number of code points of a, and for each code point of b the bits that say
// where it stands in a. It reports false where setPlaces does.
func (w *workspace) textPlaces(a, b string) (n int, equal []uint64, ok bool) {
	x, ok := w.setPlaces(a)
	if !ok {
		return 0, nil, false
	}
	w.equal = resize(w.equal, len(b))
	m := w.table.lookUp(w.equal, b)
	w.table.clear(x)
	return len(x), w.equal[:m], true
}

// setPlaces sets the number of each code point of a to the places where it stands, bit i where it stands at
// i, and returns them. It reports false where they are more than 64, or the table has not a number for each.
func (w *workspace) setPlaces(a string) (x []rune, ok bool) {
	if len(a) > 3*wordBits {
		return nil, false
	}
	n, ok := w.table.decodePlaces(&w.short, a)
	x = w.short[:n]
	if !ok {
		w.table.clear(x)
	}
	return x, ok
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
