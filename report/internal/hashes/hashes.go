// Package hashes keeps hashes of 64 bits, and knows which were there before.
package hashes

import (
	"hash/maphash"
	"iter"
)

// Set is a set of hashes of 64 bits, by open addressing: 8 bytes a slot, of which at most three
// quarters are taken. A map[uint64]struct{} has 17 bytes a slot. The zero value is empty.
type Set struct {
	slots []uint64 // 0: free; their number is a power of 2
	n     int      // taken
	zero  bool     // 0 is in the set
}

// Has reports whether a hash is there.
func (h *Set) Has(hash uint64) bool {
	if hash == 0 || h.n == 0 {
		return hash == 0 && h.zero
	}
	return h.slots[h.slot(hash)] == hash
}

// All returns the hashes, in no order.
func (h *Set) All() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if h.zero && !yield(0) {
			return
		}
		for _, hash := range h.slots {
			if hash != 0 && !yield(hash) {
				return
			}
		}
	}
}

// Add reports whether a hash was not there before.
func (h *Set) Add(hash uint64) bool {
	if hash == 0 {
		again := h.zero
		h.zero = true
		return !again
	}
	if 4*(h.n+1) > 3*len(h.slots) {
		h.grow(2 * len(h.slots))
	}
	at := h.slot(hash)
	if h.slots[at] == hash {
		return false
	}
	h.slots[at] = hash
	h.n++
	return true
}

// AddAll adds all of o. It makes room for them first: one by one, in the order of the slots
// of o, they would fill the slots of a smaller set from one end.
func (h *Set) AddAll(o *Set) {
	if len(h.slots) < len(o.slots) {
		h.grow(len(o.slots))
	}
	for hash := range o.All() {
		h.Add(hash)
	}
}

func (h *Set) grow(slots int) {
	old := h.slots
	h.slots = make([]uint64, max(16, slots))
	for _, hash := range old {
		if hash != 0 {
			h.slots[h.slot(hash)] = hash
		}
	}
}

// seed makes it impossible to choose ids of cases that collide.
var seed = maphash.MakeSeed()

// slot is where a hash is, or would be.
func (h *Set) slot(hash uint64) int {
	last := uint64(len(h.slots) - 1)
	at := maphash.Comparable(seed, hash) & last
	for h.slots[at] != 0 && h.slots[at] != hash {
		at = (at + 1) & last
	}
	return int(at)
}
