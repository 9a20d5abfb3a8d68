package similarity

import (
	"encoding/binary"
	"unicode/utf8"
)

func isASCII(s string) bool {
	const tops = 0x8080808080808080
	for ; len(s) >= 8; s = s[8:] {
		if binary.LittleEndian.Uint64([]byte(s[:8]))&tops != 0 {
			return false
		}
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decode returns the code points of s in dst, whose contents it replaces. It reads code points of two and three bytes
// itself. Most of a text that is not ASCII has these lengths, and a call for each takes longer than the rest.
func decode(dst []rune, s string) []rune {
	dst = resize(dst, len(s))
	n := 0
	for i := 0; i < len(s) && n < len(dst); n++ {
		r, size := rune(s[i]), 1
		switch {
		case r < utf8.RuneSelf:
		case i+1 < len(s) && r >= 0xC2 && r < 0xE0 && isContinuation(s[i+1]):
			r, size = r&0x1F<<6|rune(s[i+1]&0x3F), 2
		case i+2 < len(s) && r > 0xE0 && r < 0xED && isContinuation(s[i+1]) && isContinuation(s[i+2]):
			r, size = r&0xF<<12|rune(s[i+1]&0x3F)<<6|rune(s[i+2]&0x3F), 3
		default:
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		dst[n] = r
		i += size
	}
	return dst[:n]
}

func isContinuation(c byte) bool { return int8(c) < -0x40 } // 0x80 to 0xBF

// commonPrefix returns the number of bytes that a and b begin with in common.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// commonSuffix returns the number of bytes that a and b end with in common.
func commonSuffix(a, b string) int {
	n := min(len(a), len(b))
	i := 0
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
