package similarity

import "unicode/utf8"

// flatRunes is above all code points that a table holds: those that UTF-8 writes in up to three bytes.
const flatRunes = 1 << 16

// table holds a number for each code point, or symbol, below flatRunes. It is looked up without
// hashing. Between uses all are 0.
type table [flatRunes]uint64

// setPlaces sets the number of each code point of s, at most 64, to the places
// where it stands: bit i is set where it stands at i.
func (t *table) setPlaces(s []rune) {
	bit := uint64(1)
	for _, r := range s {
		t[uint16(r)] |= bit
		bit <<= 1
	}
}

// decodePlaces is decode and setPlaces in one loop, which takes two thirds of the time. It reports
// false for the n code points before what is not well-formed or takes four bytes.
func (t *table) decodePlaces(dst []rune, s string) (n int, ok bool) {
	to, at := uint(0), uint(0)
	bit := uint64(1)
	for at < uint(len(s)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			at++
		} else {
			if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
				return int(to), false
			}
			if c = twoBytes(c, s[at+1]); isTwoBytes(c) {
				at += 2
			} else {
				if at+2 >= uint(len(s)) || !isContinuation(s[at+2]) {
					return int(to), false
				}
				if c = threeBytes(c, s[at+2]); !isThreeBytes(c) {
					return int(to), false
				}
				at += 3
			}
		}
		dst[to] = rune(c)
		to++
		t[uint16(c)] |= bit
		bit <<= 1
	}
	return int(to), true
}

// lookUp sets dst, which is at least as long as s, to the numbers of the n code points of s. It
// reports false where not all are well-formed and in the table.
func (t *table) lookUp(dst []uint64, s string) (n int, ok bool) {
	to, at := uint(0), uint(0)
	for at < uint(len(s)) {
		c := uint(s[at])
		if c < utf8.RuneSelf {
			dst[to] = t[c]
			to++
			at++
			continue
		}
		if at+1 >= uint(len(s)) || !isContinuation(s[at+1]) {
			return 0, false
		}
		if c = twoBytes(c, s[at+1]); isTwoBytes(c) {
			dst[to] = t[uint16(c)]
			to++
			at += 2
			continue
		}
		if at+2 >= uint(len(s)) || !isContinuation(s[at+2]) {
			return 0, false
		}
		if c = threeBytes(c, s[at+2]); !isThreeBytes(c) {
			return 0, false
		}
		dst[to] = t[uint16(c)]
		to++
		at += 3
	}
	return int(to), true
}

// clear makes the numbers of the code points of s 0.
func (t *table) clear(s []rune) {
	for _, r := range s {
		t[uint16(r)] = 0
	}
}
