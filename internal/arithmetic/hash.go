package arithmetic

import "hash/fnv"

// Hash returns the FNV-1a hash of texts, one after another. A sample by the lowest hashes does not depend on the order in
// which its values come.
func Hash(texts ...[]byte) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		_, _ = h.Write(text) // which never fails
	}
	return h.Sum64()
}
