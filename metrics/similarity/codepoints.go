package similarity

import (
	"math/bits"
	"unicode/utf8"
)

// wordBits is the number of code points that one machine word covers.
const wordBits = 64

// load64 returns the eight bytes of s from i on, the first one lowest.
func load64(s string, i int) uint64 {
	s = s[i : i+8] // one check of bounds for all
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func isASCII(s string) bool {
	const high = 0x8080808080808080
	if len(s) < 8 {
		all := byte(0)
		for i := 0; i < len(s); i++ {
			all |= s[i]
		}
		return all < utf8.RuneSelf
	}
	for i := 0; i+8 <= len(s); i += 8 {
		if load64(s, i)&high != 0 {
			return false
		}
	}
	return load64(s, len(s)-8)&high == 0
}

// decode writes the code points of s to dst, which is at least as long as s, and
// returns how many there are. It does what ranging over s does; well-formed
// sequences of two and three bytes, which is nearly all text that is not ASCII,
// stay inside the loop.
func decode(dst []rune, s string) (n int) {
	for i := 0; i < len(s); n++ {
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
	return n
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

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

// differing returns two ASCII strings without their common beginning and
// ending, which change no edit distance; x is not the longer one.
func differing(a, b string) (x, y string) {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := commonPrefix(a, b)
	a, b = a[i:], b[i:]
	i = commonSuffix(a, b)
	return a[:len(a)-i], b[:len(b)-i]
}
