package hashes

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Against a map, with many collisions, and 0, which is not a hash but may be one.
func TestHashes(t *testing.T) {
	for _, mask := range []uint64{0x3ff, 0x3ff << 54, ^uint64(0)} {
		r := rand.New(rand.NewPCG(1, mask))
		var h Set
		known := map[uint64]bool{}
		for range 5000 {
			hash := r.Uint64() & mask
			if r.IntN(10) == 0 {
				hash = 0
			}
			assert.Equal(t, known[hash], h.Has(hash), "%#x", hash)
			assert.Equal(t, !known[hash], h.Add(hash), "%#x", hash)
			known[hash] = true
		}
		assert.ElementsMatch(t, slices.Collect(maps.Keys(known)), slices.Collect(h.All()))
		sum := Set{slots: make([]uint64, 16)}
		sum.Add(1)
		sum.AddAll(&h)
		known[1] = true
		assert.ElementsMatch(t, slices.Collect(maps.Keys(known)), slices.Collect(sum.All()))
		for hash := range h.All() {
			assert.True(t, h.Has(hash))
			break
		}
	}
}
