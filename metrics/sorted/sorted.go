// Package sorted returns keys of maps in order.
package sorted

import "sort"

// Keys returns the keys of a map, sorted. slices.Sorted(maps.Keys(m)) does the same, but
// is compiled with the whole of its sort anew in each package that calls it, with 10 KB of
// code for three lines.
//
//go:noinline as inlined it would be compiled anew at each call.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
