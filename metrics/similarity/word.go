package similarity

// wordTable says for a string of up to 64 code points where each code point
// occurs in it: bit i is set where the code point stands at i. It is an
// open-addressed table small enough for the stack. Neighbours in an alphabet
// fall on neighbouring slots, so that one script causes no collisions.
type wordTable struct {
	keys [128]rune // code point + 1; 0 marks a free slot
	bits [128]uint64
}

func (t *wordTable) add(r rune, bit uint64) {
	h := uint32(r) % 128
	for t.keys[h] != 0 && t.keys[h] != r+1 {
		h = (h + 1) % 128
	}
	t.keys[h] = r + 1
	t.bits[h] |= bit
}

func (t *wordTable) find(r rune) uint64 {
	h := uint32(r) % 128
	for t.keys[h] != r+1 {
		if t.keys[h] == 0 {
			return 0
		}
		h = (h + 1) % 128
	}
	return t.bits[h]
}
