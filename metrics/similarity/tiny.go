package similarity

// tinyBytes bounds the strings that are compared without a workspace if they fit lanes.
const tinyBytes = 24

func isTiny(a, b string) bool { return len(a) <= tinyBytes && len(b) <= tinyBytes }

// lanes are up to eight code points below 0x10000, 16 bits each, the first one lowest.
// A code point is looked for in all of them at once.
type lanes struct{ low, high uint64 }

// places is what places and placesOf are for ASCII: bit i is set where r stands at i.
// Lanes that are not filled hold 0.
func (l lanes) places(r rune) uint64 {
	const ones, sevens = 0x0001000100010001, 0x7FFF7FFF7FFF7FFF
	x, y := l.low^uint64(r)*ones, l.high^uint64(r)*ones // zero lanes where r stands
	x = ^(x&sevens + sevens | x | sevens)
	y = ^(y&sevens + sevens | y | sevens)
	return (x>>15 | y>>11) * 0x0001000200040008 >> 48 & 0xFF // bits 16i, 16i+4 to bits i, 4+i
}

// maxLanes is how many code points fit lanes.
const maxLanes = 8

// decodeTiny decodes a and b into x and y and returns the code points of both, the shorter first.
// It reports false if they do not fit lanes: not all are below 0x10000.
func decodeTiny(x, y *[tinyBytes]rune, a, b string) (s, t []rune, ok bool) {
	n, allA := decode(x[:], a)
	m, allB := decode(y[:], b)
	s, t = x[:n], y[:m]
	if n > m {
		s, t = t, s
	}
	return s, t, allA|allB < flatRunes
}

// packLanes returns lanes with the code points of s.
func packLanes(s []rune) (l lanes) {
	for i := len(s) - 1; i >= 0; i-- {
		l.high = l.high<<16 | l.low>>48
		l.low = l.low<<16 | uint64(s[i])
	}
	return l
}

// tinyRests decodes a and b into x and y and leaves out what they begin and end with in
// common. It returns the n code points of one rest in lanes, the other rest, and how many code
// points were left out of each. It reports false if they do not fit lanes.
func tinyRests(x, y *[tinyBytes]rune, a, b string) (l lanes, n int, other []rune, common int, ok bool) {
	s, t, ok := decodeTiny(x, y, a, b)
	longer := len(t)
	s, t = withoutCommon(s, t)
	if !ok || len(s) > maxLanes {
		return lanes{}, 0, nil, 0, false
	}
	return packLanes(s), len(s), t, longer - len(t), true
}
