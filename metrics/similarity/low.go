package similarity

import (
	"math/bits"
	"unicode/utf8"
)

// lowRunes is above all low code points: those that UTF-8 writes in one or two bytes, which are
// the Latin, Greek, Cyrillic, Hebrew and Arabic alphabets, and those from U+1000 on, among them
// punctuation and signs of currencies.
const lowRunes = 0x4000

// lowBytes bounds the strings that are compared as low ones: well-formed, with low code points only.
const lowBytes = 2 * wordBits

// low is the memory for two low strings, the first one of at most 64 code points.
type low struct {
	x      [lowBytes]uint16 // the code points of the first
	places [lowRunes]uint64 // by code point: where it stands in the first; between uses all are 0
	equal  [lowBytes]uint64 // for each of the second where it stands in the first
}

// places returns the number of code points of a and, for each of b, the bits that say where it stands
// in a, which is the one with fewer bytes. It reports false if a and b are not low or a has more than 64 code points.
func (w *workspace) places(a, b string) (n int, equal []uint64, ok bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b) > lowBytes {
		return 0, nil, false
	}
	p := &w.low
	n, ok = p.set(a)
	m := 0
	if ok {
		m, ok = p.get(b)
	}
	for _, r := range p.x[:n] {
		p.places[r%lowRunes] = 0
	}
	return n, p.equal[:m], ok && n <= wordBits
}

// set sets the places of s, whose code points it counts and writes to p.x. It reports false if s
// is not low.
func (p *low) set(s string) (n int, ok bool) {
	bit := uint64(1)
	for i := 0; i < len(s); n++ {
		r, c := uint16(0), s[i]
		switch {
		case c < utf8.RuneSelf:
			r = uint16(c)
			i++
		case 0xC2 <= c && c < 0xE0 && i+1 < len(s) && isContinuation(s[i+1]):
			r = uint16(c&0x1F)<<6 | uint16(s[i+1]&0x3F)
			i += 2
		case 0xE1 <= c && c <= 0xE3 && i+2 < len(s) && isContinuation(s[i+1]) && isContinuation(s[i+2]):
			r = uint16(c&0x0F)<<12 | uint16(s[i+1]&0x3F)<<6 | uint16(s[i+2]&0x3F)
			i += 3
		default:
			return n, false
		}
		p.places[r%lowRunes] |= bit
		bit <<= 1
		p.x[uint(n)%lowBytes] = r
	}
	return n, true
}

// get sets p.equal to the places of the code points of s, and counts these. It reports false if
// s is not low.
func (p *low) get(s string) (n int, ok bool) {
	for i := 0; i < len(s); n++ {
		c := s[i]
		switch {
		case c < utf8.RuneSelf:
			p.equal[uint(n)%lowBytes] = p.places[c]
			i++
		case 0xC2 <= c && c < 0xE0 && i+1 < len(s) && isContinuation(s[i+1]):
			p.equal[uint(n)%lowBytes] = p.places[uint(c&0x1F)<<6|uint(s[i+1]&0x3F)]
			i += 2
		case 0xE1 <= c && c <= 0xE3 && i+2 < len(s) && isContinuation(s[i+1]) && isContinuation(s[i+2]):
			p.equal[uint(n)%lowBytes] = p.places[uint(c&0x03)<<12|uint(s[i+1]&0x3F)<<6|uint(s[i+2]&0x3F)]
			i += 3
		default:
			return 0, false
		}
	}
	return n, true
}

// restPlaces is places for a and b without what they begin and end with in common. It returns
// also how many code points are left out of each.
func (w *workspace) restPlaces(a, b string) (n int, equal []uint64, common int, ok bool) {
	if len(a) > lowBytes || len(b) > lowBytes {
		return 0, nil, 0, false
	}
	i := commonRunes(a, b)
	before := count(a[:i])
	a, b = a[i:], b[i:]
	i = commonSuffix(a, b)
	for i > 0 && isContinuation(a[len(a)-i]) {
		i-- // what it continues is not common
	}
	after := count(a[len(a)-i:])
	n, equal, ok = w.places(a[:len(a)-i], b[:len(b)-i])
	return n, equal, before + after, ok
}

// commonRunes returns the number of bytes of the code points that a and b begin with in common.
func commonRunes(a, b string) int {
	i := commonPrefix(a, b)
	for i > 0 && (i < len(a) && isContinuation(a[i]) || i < len(b) && isContinuation(b[i])) {
		i-- // what it continues is not common
	}
	return i
}

// lowBeginning is commonBeginning for low strings.
func lowBeginning(a, b string) int {
	n, i := 0, commonRunes(a, b)
	for k := 0; k < i && n < 4; k++ {
		if !isContinuation(a[k]) {
			n++
		}
	}
	return n
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
	last := uint64(0)
	for k := len(s) - 1; k >= i; k-- {
		last = last<<8 | uint64(s[k])
	}
	add(last)
	return n, bad == 0
}
