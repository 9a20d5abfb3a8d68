package arithmetic

import "maps"

// Count adds n to the number of a key. It keeps the numbers of the first keys, up to a limit.
func Count(counts *map[string]int, key string, n, limit int) {
	all := Map(counts)
	if _, found := all[key]; found || len(all) < limit {
		all[key] += n
	}
}

// Sum returns the numbers of two parts of a whole, added by Count, in a new map.
func Sum(a, b map[string]int, limit int) map[string]int {
	sum := maps.Clone(a)
	for key, n := range b {
		Count(&sum, key, n, limit)
	}
	return sum
}
