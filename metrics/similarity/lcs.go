package similarity

import (
	"math/bits"
	"unicode/utf8"
)

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
	if isASCII(a) && isASCII(b) {
		if x, y := differing(a, b); len(x) <= wordBits {
			longer = max(len(a), len(b))
			return longer - max(len(x), len(y)) + lcsASCII(x, y), longer
		} else if int64(len(x))*int64(len(y)) <= exactCells {
			w := workspaces.Get().(*workspace)
			defer w.release()
			w.narrow[0], w.narrow[1] = append(w.narrow[0][:0], x...), append(w.narrow[1][:0], y...)
			longer = max(len(a), len(b))
			return longer - len(y) + lcsStrips(w, w.narrow[0], w.narrow[1], utf8.RuneSelf), longer
		}
	} else if isTiny(a, b) {
		var x, y [tinyBytes]rune
		if l, n, other, common, ok := tinyRests(&x, &y, a, b); ok {
			return common + l.lcs(n, other), common + len(other)
		}
	}
	a, b, common := differingRunes(a, b)
	if pairBytes <= len(a) && len(a) <= 2*wordBits {
		if n, m, length, ok := lcsPair(a, b); ok {
			return common + length, common + max(n, m)
		}
	}
	w := workspaces.Get().(*workspace)
	n, m, length, ok := w.lcsText(a, b)
	if !ok {
		w.decode(a, b)
		x, y, more := w.differing()
		m, length = len(w.b), more+inPieces(x, y, exactCells, pieceCells, w.lcsBlocks)
	}
	w.release() // sooner than deferred
	return common + length, common + max(n, m)
}

// level is a column of the dynamic-programming matrix in the bit vectors of Hyyrö 2004,
// "Bit-parallel LCS-length computation revisited": a bit is cleared where the length
// rises by one from the row above.
type level uint64

// next returns the level after v, where equal has a bit for each row whose code point is
// that of the new column.
func (v level) next(equal uint64) level {
	match := v & level(equal)
	return (v + match) | (v ^ match)
}

// length returns the length of the common subsequence of the first n rows, at most 64.
func (v level) length(n int) int {
	return bits.OnesCount64(^uint64(v) & (1<<n - 1))
}

// lcsASCII returns the length for a, at most 64 bytes long, and b.
func lcsASCII(a, b string) int {
	v := ^level(0)
	if len(a) <= 8 {
		packed := pack(a)
		for i := 0; i < len(b); i++ {
			v = v.next(placesOf(packed, b[i]))
		}
		return v.length(len(a))
	}
	var table places
	table.set(a)
	for i := 0; i < len(b); i++ {
		v = v.next(table[b[i]&127])
	}
	return v.length(len(a))
}

// lcs returns the length for the first n code points of l and b.
func (l lanes) lcs(n int, b []rune) int {
	v := ^level(0)
	for _, r := range b {
		v = v.next(l.places(r))
	}
	return v.length(n)
}

// pairPlaces is places for a text of ASCII and the 128 code points that begin with one of two bytes, first and
// first+1, such as most of Cyrillic, Greek or Latin-1. It lies on the stack and needs no memory from a pool.
type pairPlaces [256]uint64

// set sets the places of the n code points of s. It reports false at the first that is of another kind.
func (p *pairPlaces) set(s string, first byte) (n int, ok bool) {
	bit := uint64(1)
	for i := uint(0); i < uint(len(s)); n++ {
		c := s[i]
		i++
		if c >= utf8.RuneSelf {
			if c^first > 1 || i >= uint(len(s)) || !isContinuation(s[i]) {
				return n, false
			}
			c = c&1<<6 | s[i]
			i++
		}
		p[c] |= bit
		bit <<= 1
	}
	return n, n <= wordBits
}

// lcs returns the last level for s, and its code points. It reports false where set does.
func (p *pairPlaces) lcs(s string, first byte) (v level, n int, ok bool) {
	v = ^level(0)
	for i := uint(0); i < uint(len(s)); n++ {
		c := s[i]
		i++
		if c >= utf8.RuneSelf {
			if c^first > 1 || i >= uint(len(s)) || !isContinuation(s[i]) {
				return v, n, false
			}
			c = c&1<<6 | s[i]
			i++
		}
		v = v.next(p[c])
	}
	return v, n, true
}

// pairBytes is the length from which on pairPlaces save more time than it takes to clear them.
const pairBytes = 48

// lcsPair returns the length for a, which is not empty, and b, and their code points. It reports false where
// a is too long for a word or pairPlaces are not for both.
func lcsPair(a, b string) (n, m, length int, ok bool) {
	i := 0
	for i < len(a)-1 && a[i] < utf8.RuneSelf {
		i++
	}
	first := a[i] &^ 1
	if first < 0xC2 || first >= 0xE0 {
		return 0, 0, 0, false
	}
	var p pairPlaces
	if n, ok = p.set(a, first); !ok {
		return 0, 0, 0, false
	}
	v, m, ok := p.lcs(b, first)
	return n, m, v.length(n), ok
}

// lcsText returns the length for a and b, and their code points. It reports false where setPlaces does.
// Like table.edits, it decodes b beside the columns. To look up some code points first, then to compute
// their columns, takes 15 % more.
func (w *workspace) lcsText(a, b string) (n, m, length int, ok bool) {
	x, ok := w.setPlaces(a)
	if !ok {
		return 0, 0, 0, false
	}
	v, m, i := w.table.lcs(b)
	for _, r := range b[i:] {
		v = v.next(w.table.number(r))
		m++
	}
	w.table.clear(x)
	return len(x), m, v.length(len(x)), true
}

// lcs returns the last level for the n code points in the first i bytes of s. The rest begins with what is
// not well-formed or takes four bytes.
func (t *table) lcs(s string) (v level, n, i int) {
	v = ^level(0)
	at := uint(0)
	for at < uint(len(s)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			at++
		} else {
			if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
				break
			}
			if c = twoBytes(c, s[at+1]); isTwoBytes(c) {
				at += 2
			} else {
				if at+2 >= uint(len(s)) || !isContinuation(s[at+2]) {
					break
				}
				if c = threeBytes(c, s[at+2]); !isThreeBytes(c) {
					break
				}
				at += 3
			}
		}
		v = v.next(t.numbers[uint16(c)])
		n++
	}
	return v, n, int(at)
}

// lcsBlocks returns the length for a and b of any length.
func (w *workspace) lcsBlocks(a, b []rune) int {
	x, y, symbols := w.intern(a, b)
	if symbols <= len(w.lcsStrip) {
		return lcsStrips(w, x, y, symbols)
	}
	w.pattern.set(x, symbols)
	w.level = resize(w.level, w.pattern.words)
	for i := range w.level {
		w.level[i] = ^uint64(0)
	}
	for _, symbol := range y {
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
