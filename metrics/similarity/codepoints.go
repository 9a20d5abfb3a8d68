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

// decode writes the code points of s to dst, which is at least as long as s, and returns how many there
// are, and all of their bits, but those of ASCII. It does what ranging over s does.
func decode(dst []rune, s string) (n int, all rune) {
	// uint and a step for each kind of its own: half of the time goes into what surrounds these few operations.
	to, at := uint(0), uint(0)
	for at < uint(len(s)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			dst[to] = rune(c)
			to++
			at++
			continue
		}
		if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
			break
		}
		if c = twoBytes(c, s[at+1]); isTwoBytes(c) {
			dst[to] = rune(c)
			all |= rune(c)
			to++
			at += 2
			continue
		}
		if at+2 >= uint(len(s)) || !isContinuation(s[at+2]) {
			break
		}
		if c = threeBytes(c, s[at+2]); !isThreeBytes(c) {
			break
		}
		dst[to] = rune(c)
		all |= rune(c)
		to++
		at += 3
	}
	if at < uint(len(s)) {
		return decodeRest(dst, int(to), s[at:], all)
	}
	return int(to), all
}

// decodeRest is decode for what follows n code points: that is not well-formed or takes four bytes.
func decodeRest(dst []rune, n int, s string, bits rune) (m int, all rune) {
	for _, r := range s {
		dst[n] = r
		bits |= r
		n++
	}
	return n, bits
}

func isContinuation(c byte) bool { return int8(c) < -0x40 } // 0x80 to 0xBF

// twoBytes returns the code point of a first byte that is not ASCII and a continuation,
// if isTwoBytes then holds; if not, a number for threeBytes.
func twoBytes(first uint, second byte) uint { return first<<6 + uint(second) - 0xC2<<6 }

// isTwoBytes is false for first bytes that begin no sequence, or another.
func isTwoBytes(c uint) bool { return c-0x80 < 0x800-0x80 }

// threeBytes returns the code point of what twoBytes returned and one more continuation,
// if isThreeBytes then holds.
func threeBytes(c uint, third byte) uint { return c<<6 + uint(third) - 0x20080 }

func isThreeBytes(c uint) bool { return c-0x800 < flatRunes-0x800 && c>>11 != 0xD800>>11 }

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

// differingRunes is differing for all strings: what is left out are whole code
// points, of each string as many as it returns; x has not more bytes than y.
func differingRunes(a, b string) (x, y string, common int) {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := commonPrefix(a, b)
	for i > 0 && (i < len(a) && isContinuation(a[i]) || i < len(b) && isContinuation(b[i])) {
		i-- // what it continues is not common
	}
	common = count(a[:i])
	a, b = a[i:], b[i:]
	i = commonSuffix(a, b)
	for i > 0 && isContinuation(a[len(a)-i]) {
		i-- // what it continues is not common
	}
	return a[:len(a)-i], b[:len(b)-i], common + count(a[len(a)-i:])
}

// count returns the number of code points of s.
func count(s string) int {
	if n, ok := countTwoByte(s); ok {
		return n
	}
	return utf8.RuneCountInString(s)
}

// countTwoByte returns the number of code points of s. It reports false if s is not well-formed or
// has others than those of one or two bytes.
func countTwoByte(s string) (n int, ok bool) {
	n = len(s)
	bad, first := uint64(0), uint64(0) // first: 0x80 if the last byte so far was the first of two
	add := func(w uint64) {
		const high, payload = 0x8080808080808080, 0x1E1E1E1E1E1E1E1E
		continuations := w & high &^ (w << 1)
		firsts := w & high & (w << 1)
		bad |= continuations ^ (firsts<<8 | first) // each belongs to a first
		bad |= firsts & (w << 2)                   // the first of three or four
		bad |= firsts &^ (w&payload + ^uint64(high))
		first = firsts >> 56
		n -= bits.OnesCount64(continuations)
	}
	i := 0
	for ; i+8 <= len(s); i += 8 {
		add(load64(s, i))
	}
	if i > 0 {
		add(load64(s, len(s)-8) >> (64 - 8*(len(s)-i)))
	} else {
		add(pack(s))
	}
	return n, bad == 0
}
