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

// tinyRests decodes two strings into x and y and leaves out what they begin and end with in
// common. It returns one of the rests as p, of n code points, the
// other one as q, how many were left out of each, and the code points of the longer string. It reports false where p would
// not fit.
func tinyRests(x, y *[tinyBytes]rune, a, b string) (p lanes, n int, q []rune, common, longer int, ok bool) {
	s, t := x[:decode(x[:], a)], y[:decode(y[:], b)]
	if len(s) > len(t) {
		s, t = t, s
	}
	longer = len(t)
	s, t = withoutCommon(s, t)
	if len(s) > 8 {
		return p, 0, nil, 0, 0, false
	}
	all := rune(0)
	for i := len(s) - 1; i >= 0; i-- {
		p.high = p.high<<16 | p.low>>48
		p.low = p.low<<16 | uint64(s[i])
		all |= s[i]
	}
	for _, r := range t {
		all |= r
	}
	return p, len(s), t, longer - len(t), longer, all < 1<<16
}
