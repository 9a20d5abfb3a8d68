package similarity

import (
	"math/bits"
	"math/rand/v2"
)

// interner numbers keys 0, 1, 2, … in the order in which they first come.
type interner struct {
	slots []slot // a power of two of them, at most half in use
	spare []slot // memory for the next table
	n     int    // keys so far
}

type slot struct {
	key    uint64
	number int32 // + 1; 0 marks a free slot
}

// multiplier spreads keys over the slots (multiplicative hashing). It differs
// from process to process, so that no document can be written whose keys all
// collide; numbers do not depend on it.
var multiplier = rand.Uint64() | 1

// reset forgets all keys. The number of slots, a power of two, is for about half as many keys;
// more find room, too.
func (t *interner) reset(slots int) {
	t.slots = zeroed(t.slots, slots)
	t.n = 0
}

// number returns the number of the key.
func (t *interner) number(key uint64) int32 {
	shift := bits.LeadingZeros64(uint64(len(t.slots)) - 1)
	h := int(key * multiplier >> shift)
	for t.slots[h].number != 0 {
		if t.slots[h].key == key {
			return t.slots[h].number - 1
		}
		h = (h + 1) & (len(t.slots) - 1)
	}
	t.n++
	t.slots[h] = slot{key, int32(t.n)}
	number := int32(t.n - 1)
	if 2*t.n > len(t.slots) {
		t.grow()
	}
	return number
}

func (t *interner) grow() {
	old := t.slots
	t.slots, t.spare = zeroed(t.spare, 4*len(old)), old
	shift := bits.LeadingZeros64(uint64(len(t.slots)) - 1)
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		h := int(s.key * multiplier >> shift)
		for t.slots[h].number != 0 {
			h = (h + 1) & (len(t.slots) - 1)
		}
		t.slots[h] = s
	}
}
