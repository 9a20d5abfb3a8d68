package similarity

import "unicode/utf8"

// flatRunes is above all code points that a table holds: those that UTF-8 writes in up to three bytes.
const flatRunes = 1 << 16

// table holds a number for each code point, or symbol, below flatRunes. It is looked up without
// hashing. Between uses all are 0.
//
// Code points of a text from flatRunes on borrow the numbers of surrogates, which no text has.
type table struct {
	numbers   [flatRunes]uint64
	borrowers [surrogates]rune // who borrows the number of each surrogate or, where that is 0, did
}

const surrogates, firstSurrogate = 0x800, 0xD800

// borrow returns the code point whose number stands for r. It reports false if another has it.
func (t *table) borrow(r rune) (c uint16, ok bool) {
	if r < flatRunes {
		return uint16(r), true
	}
	i := r % surrogates
	if t.numbers[firstSurrogate+i] == 0 {
		t.borrowers[i] = r
	}
	return uint16(firstSurrogate + i), t.borrowers[i] == r
}

// number returns the number that stands for r, 0 if it has none.
func (t *table) number(r rune) uint64 {
	if c, ok := t.borrow(r); ok {
		return t.numbers[c]
	}
	return 0
}

// decodePlaces sets the number of each code point of s, at most 64, to the places where it stands, and writes it to
// dst. It reports false, and the n code points whose numbers it has set, where they are more, or two would borrow the
// same number. To decode first, then to set the places, takes half as much again.
func (t *table) decodePlaces(dst *[wordBits]rune, s string) (n int, ok bool) {
	to, at := uint(0), uint(0)
	bit := uint64(1)
	for at < uint(len(s)) && to < wordBits {
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
		dst[to] = rune(c)
		to++
		t.numbers[uint16(c)] |= bit
		bit <<= 1
	}
	if at < uint(len(s)) {
		return t.borrowPlaces(dst, int(to), s[at:])
	}
	return int(to), true
}

// borrowPlaces is decodePlaces for what follows n code points: that is not well-formed or takes four bytes.
func (t *table) borrowPlaces(dst *[wordBits]rune, n int, s string) (m int, ok bool) {
	for _, r := range s {
		c, ok := t.borrow(r)
		if !ok || n == wordBits {
			return n, false
		}
		dst[n] = rune(c)
		t.numbers[c] |= 1 << n
		n++
	}
	return n, true
}

// lookUp sets dst, which is at least as long as s, to the numbers of the n code points of s.
func (t *table) lookUp(dst []uint64, s string) (n int) {
	to, at := uint(0), uint(0)
	for at < uint(len(s)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			dst[to] = t.numbers[c]
			to++
			at++
			continue
		}
		if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
			break
		}
		if c = twoBytes(c, s[at+1]); isTwoBytes(c) {
			dst[to] = t.numbers[uint16(c)]
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
		dst[to] = t.numbers[uint16(c)]
		to++
		at += 3
	}
	for _, r := range s[at:] { // not well-formed or of four bytes
		dst[to] = t.number(r)
		to++
	}
	return int(to)
}

// clear makes the numbers of the code points of s 0.
func (t *table) clear(s []rune) {
	for _, r := range s {
		t.numbers[uint16(r)] = 0
	}
}
