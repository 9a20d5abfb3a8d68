package similarity

import "sync"

// exactCells bounds the product of the lengths up to which a quadratic function
// is computed exactly; see the package comment.
const exactCells = 1 << 30

// workspace is the memory for a pair of strings that is too long for the stack.
type workspace struct {
	a, b     []rune // the code points of the pair
	ascii    bool   // none of them is above 127
	symbols  interner
	x, y     []int32 // the symbols of the two pieces in hand
	pattern  pattern
	columns  []column // of Levenshtein
	osaWords []osaWord
	rows     [3][]int32 // of Damerau
	lastRow  []int32
	level    []uint64 // of LCS
	jaro     positions
	counts   [2][]int32 // of bigrams, by number
}

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// newWorkspace takes a workspace and decodes the pair into it.
func newWorkspace(p pair) *workspace {
	w := workspaces.Get().(*workspace)
	w.a = decodeAll(w.a, p.a, p.ascii)
	w.b = decodeAll(w.b, p.b, p.ascii)
	w.ascii = p.ascii
	return w
}

func (w *workspace) release() { workspaces.Put(w) }

func decodeAll(dst []rune, s string, ascii bool) []rune {
	dst = resize(dst, len(s)) // never too short: a code point has at least one byte
	if ascii {
		for i := range dst {
			dst[i] = rune(s[i])
		}
		return dst
	}
	n, _ := decode(dst, s)
	return dst[:n]
}

// inPieces cuts both strings into pieces whose product of lengths is at most
// cells and returns the sum of f over the pairs of pieces. The shorter piece
// comes first.
func (w *workspace) inPieces(cells int64, f func(a, b []rune) int) int {
	a, b := w.a, w.b
	if len(a) > len(b) {
		a, b = b, a
	}
	pieces := 1
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
// for their code points, and returns how many there are.
func (w *workspace) intern(a, b []rune) int {
	w.x, w.y = resize(w.x, len(a)), resize(w.y, len(b))
	if w.ascii {
		copy(w.x, a)
		copy(w.y, b)
		return 128
	}
	w.symbols.reset()
	for i, r := range a {
		w.x[i] = w.symbols.number(uint64(r))
	}
	for i, r := range b {
		w.y[i] = w.symbols.number(uint64(r))
	}
	return w.symbols.n
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
