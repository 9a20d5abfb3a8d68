package similarity

import "unicode/utf8"

// wordBits is the number of code points that one machine word covers.
const wordBits = 64

// load64 returns the eight bytes of s from i on, the first one lowest.
func load64(s string, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

func isASCII(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if load64(s, 0)&0x8080808080808080 != 0 {
			return false
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// count returns the number of code points of s.
func count(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// decode writes the code points of s to dst. It reports false if they do not
// fit. It does what ranging over s does; well-formed sequences of two and three
// bytes, which is nearly all text that is not ASCII, stay inside the loop.
func decode(dst []rune, s string) (n int, ok bool) {
	for i := 0; i < len(s); n++ {
		if n == len(dst) {
			return n, false
		}
		c := s[i]
		switch {
		case c < utf8.RuneSelf:
			dst[n] = rune(c)
			i++
		case 0xC2 <= c && c < 0xE0 && i+1 < len(s) && isContinuation(s[i+1]):
			dst[n] = rune(c&0x1F)<<6 | rune(s[i+1]&0x3F)
			i += 2
		case 0xE0 < c && c < 0xF0 && c != 0xED && i+2 < len(s) && isContinuation(s[i+1]) && isContinuation(s[i+2]):
			dst[n] = rune(c&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F)
			i += 3
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			dst[n] = r
			i += size
		}
	}
	return n, true
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// trimPrefix removes the longest common beginning of a and b that ends between
// code points of both, and returns it too.
//
// A cut before a byte that is no continuation byte is such a place, whatever
// stands on either side of it: no sequence reaches over it, and a broken one
// before it is broken by it with or without what follows.
func trimPrefix(a, b string) (prefix, restA, restB string) {
	limit := min(len(a), len(b))
	i := 0
	for i+8 <= limit && load64(a, i) == load64(b, i) {
		i += 8
	}
	for i < limit && a[i] == b[i] {
		i++
	}
	for i > 0 && (i < len(a) && isContinuation(a[i]) || i < len(b) && isContinuation(b[i])) {
		i--
	}
	return a[:i], a[i:], b[i:]
}

// trimSuffix is trimPrefix at the other end.
func trimSuffix(a, b string) (suffix, restA, restB string) {
	limit := min(len(a), len(b))
	i := 0
	for i+8 <= limit && load64(a, len(a)-i-8) == load64(b, len(b)-i-8) {
		i += 8
	}
	for i < limit && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	for i > 0 && isContinuation(a[len(a)-i]) {
		i--
	}
	return a[len(a)-i:], a[:len(a)-i], b[:len(b)-i]
}

// pair is two strings without their common beginning and ending, which change
// no edit distance and no common subsequence.
type pair struct {
	a, b   string // what differs; a has no more bytes than b
	common int    // code points removed from each
	ascii  bool   // a and b are ASCII, so that bytes are code points
}

func newPair(a, b string) pair {
	prefix, a, b := trimPrefix(a, b)
	suffix, a, b := trimSuffix(a, b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return pair{a: a, b: b, common: count(prefix) + count(suffix), ascii: isASCII(a) && isASCII(b)}
}
