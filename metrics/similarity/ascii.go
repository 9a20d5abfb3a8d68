package similarity

// places says for an ASCII string of at most 64 bytes where each byte stands in
// it: bit i is set where it stands at i.
type places [128]uint64

func (p *places) set(s string) {
	bit := uint64(1)
	for i := 0; i < len(s); i++ {
		p[s[i]&127] |= bit
		bit <<= 1
	}
}

// Up to eight bytes fit one word, where a byte is looked for in all places at
// once. That is done sooner than a table of places is cleared.

// pack returns the bytes of s, at most 8, the first one lowest.
func pack(s string) uint64 {
	packed := uint64(0)
	for i := len(s) - 1; i >= 0; i-- {
		packed = packed<<8 | uint64(s[i])
	}
	return packed
}

// placesOf is places for a packed string. Places that it does not fill hold 0.
func placesOf(packed uint64, c byte) uint64 {
	const ones, sevens = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F
	differ := packed ^ uint64(c)*ones // a zero byte where c stands, others below 128
	equal := ^(differ + sevens) >> 7 & ones
	return equal * 0x0102040810204080 >> 56 // bit 8i to bit i
}
