package similarity

import (
	"slices"
	"sync"
	"unicode/utf8"
)

// wordBits is the number of symbols that one machine word covers.
const wordBits = 64

// exactCells bounds the product of the lengths up to which a quadratic function
// is computed exactly, and pieceCells the product of the pieces beyond; see the package
// comment.
const (
	exactCells = 1 << 32
	pieceCells = 1 << 28
)

// workspace is the memory for a pair of strings.
type workspace struct {
	bytes     [2][]uint8 // the symbols of a pair of ASCII texts
	runes     [2][]rune  // the code points of any other pair
	table     table
	equal     [wordBits]uint64 // of Jaro: where each symbol of one string stands in the other
	x, y      []int32          // the results of intern
	pattern   pattern
	columns   []column // of Levenshtein
	osaColumn []osaBlock
	rows      [3][]int32 // of Damerau
	lastRow   []int32
	levels    []level // of LCS
	jaro      positions
	counts    [2][]int32 // of bigrams, by number
	grams     map[uint64]int32
}

var workspaces = sync.Pool{New: func() any { return &workspace{table: newTable()} }}

func newWorkspace() *workspace { return workspaces.Get().(*workspace) }

func (w *workspace) release() { workspaces.Put(w) }

// ofRests returns f, the result of ofBytes if a and b are ASCII, else of ofRunes. It passes the rests of a and b: the
// strings without their common beginning and ending, the shorter one first. rest is the length of the longer rest, and
// longer the length of the longer string, in code points.
func ofRests(a, b string, ofBytes func(w *workspace, x, y []uint8) int, ofRunes func(w *workspace, x, y []rune) int) (f, rest, longer int) {
	a, b, common := differing(a, b)
	w := newWorkspace()
	if x, y, ok := w.ascii(a, b); ok {
		f, rest, longer = ofBytes(w, x, y), len(y), common+len(y)
	} else {
		x, y := w.decode(a, b)
		longer = common + len(y)
		x, y = withoutCommon(x, y) // bytes that are not valid UTF-8 are all the same code point
		f, rest = ofRunes(w, x, y), len(y)
	}
	w.release()
	return f, rest, longer
}

// ascii returns the symbols of a and b, the shorter text first, if both are ASCII.
func (w *workspace) ascii(a, b string) (x, y []uint8, ok bool) {
	if !isASCII(a) || !isASCII(b) {
		return nil, nil, false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	w.bytes[0], w.bytes[1] = append(w.bytes[0][:0], a...), append(w.bytes[1][:0], b...)
	return w.bytes[0], w.bytes[1], true
}

// decode returns the code points of a and b, the shorter text first.
func (w *workspace) decode(a, b string) (x, y []rune) {
	w.runes[0], w.runes[1] = decode(w.runes[0], a), decode(w.runes[1], b)
	x, y = w.runes[0], w.runes[1]
	if len(x) > len(y) {
		return y, x
	}
	return x, y
}

// ofCodePoints returns f of the code points of a and b, the shorter text first, unless the texts are the same
// or one is empty.
func ofCodePoints(a, b string, f func(w *workspace, x, y []rune) float64) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	w := newWorkspace()
	defer w.release()
	x, y := w.decode(a, b)
	if slices.Equal(x, y) {
		return 1 // different bytes, both invalid
	}
	return f(w, x, y)
}

// withoutCommon returns a, which is not longer than b, and b without their common beginning and
// end.
func withoutCommon(a, b []rune) (x, y []rune) {
	for len(a) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// inPieces returns f(x, y) where the product of the lengths is at most exact. Else it cuts both
// strings (x must not be the longer one) into pieces whose product of lengths is at most cells, and
// returns the sum of f over the pairs of pieces.
func inPieces[S symbol](x, y []S, exact, cells int64, f func(x, y []S) int) int {
	if int64(len(x))*int64(len(y)) <= exact {
		return f(x, y)
	}
	pieces := 2
	for int64(divideUp(len(x), pieces))*int64(divideUp(len(y), pieces)) > cells {
		pieces++
	}
	sum := 0
	for i := range pieces {
		sum += f(piece(x, i, pieces), piece(y, i, pieces))
	}
	return sum
}

// piece returns the i-th of n pieces of s.
func piece[S symbol](s []S, i, n int) []S {
	start := int64(len(s)) * int64(i) / int64(n)
	end := int64(len(s)) * int64(i+1) / int64(n)
	return s[start:end]
}

// intern numbers the symbols of a and b and returns the numbers, and how many there are. The symbols that only b
// has share a number.
func intern[S symbol](w *workspace, a, b []S) (x, y []int32, symbols int) {
	w.x, w.y = resize(w.x, len(a)), resize(w.y, len(b))
	if _, ascii := any(a).([]uint8); ascii {
		widen(w.x, a)
		widen(w.y, b)
		return w.x, w.y, utf8.RuneSelf
	}
	n := uint64(0)
	for i, s := range a {
		number := numberOf(&w.table, s)
		if *number == 0 {
			n++
			*number = n
		}
		w.x[i] = int32(*number)
	}
	for i, s := range b {
		w.y[i] = int32(number(w.table, s))
	}
	forget(&w.table, a)
	return w.x, w.y, int(n) + 1
}

func widen[S symbol](dst []int32, src []S) {
	for i, s := range src {
		dst[i] = int32(s)
	}
}

// resize returns a slice of length n, in the memory of s if it has the room,
// with arbitrary contents.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// zeroed returns a slice of n zeros, in the memory of s if it has the room.
func zeroed[T any](s []T, n int) []T {
	s = resize(s, n)
	clear(s)
	return s
}

func divideUp(n, d int) int { return (n + d - 1) / d }
