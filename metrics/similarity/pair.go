package similarity

import "unicode/utf8"

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

// lcs returns the last level for the n code points of s. It reports false at the first that is of
// another kind.
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

// pairBytes is the length from which on less time is saved without a pool than is lost to clear so much.
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
