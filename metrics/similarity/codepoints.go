package similarity

import (
	"math/bits"
	"unicode/utf8"
)

// load64 returns the eight bytes of s from i on, the first one lowest.
func load64(s string, i int) uint64 {
	s = s[i : i+8] // one check of bounds for all
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func isASCII(s string) bool {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if load64(s, i)&high != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decode returns the code points of s, as ranging over it has them, in dst, which has room for as many as s has bytes.
func decode(dst []rune, s string) []rune {
	dst = dst[:len(s)]
	// Unsigned places, and steps of their own for one byte and two, halve the time.
	to, at := uint(0), uint(0)
	for at < uint(len(s)) && to < uint(len(dst)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			dst[to] = rune(c)
			to++
			at++
			continue
		}
		if at+1 < uint(len(s)) && isContinuation(s[at+1]) {
			// Below 0x80 or from 0x800 on for a first byte of another kind.
			if two := c<<6 + uint(s[at+1]) - 0xC2<<6; two-0x80 < 0x800-0x80 {
				dst[to] = rune(two)
				to++
				at += 2
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		dst[to] = r
		to++
		at += uint(size)
	}
	return dst[:to]
}

func isContinuation(c byte) bool { return int8(c) < -0x40 } // 0x80 to 0xBF

// commonPrefix returns the number of bytes that a and b begin with in common.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if differ := load64(a, i) ^ load64(b, i); differ != 0 {
			return i + bits.TrailingZeros64(differ)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// commonSuffix returns the number of bytes that a and b end with in common.
func commonSuffix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if differ := load64(a, len(a)-i-8) ^ load64(b, len(b)-i-8); differ != 0 {
			return i + bits.LeadingZeros64(differ)/8
		}
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	return i
}

// differing returns a and b without their common beginning and ending, and how many code points it left out of
// each. The edit distance of x and y is the same, and their longest common subsequence is shorter by that number.
// It leaves out whole code points.
func differing(a, b string) (x, y string, common int) {
	i := commonPrefix(a, b)
	for i > 0 && (i < len(a) && isContinuation(a[i]) || i < len(b) && isContinuation(b[i])) {
		i-- // the byte before may belong to a code point that differs
	}
	common = utf8.RuneCountInString(a[:i])
	a, b = a[i:], b[i:]
	i = commonSuffix(a, b)
	for i > 0 && isContinuation(a[len(a)-i]) {
		i--
	}
	return a[:len(a)-i], b[:len(b)-i], common + utf8.RuneCountInString(a[len(a)-i:])
}
