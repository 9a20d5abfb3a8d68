package arithmetic

import "slices"

// Map returns a map, which it makes if there is none.
func Map[K comparable, V any](m *map[K]V) map[K]V {
	if *m == nil {
		*m = map[K]V{}
	}
	return *m
}

// Entry returns what a map has for a key, a new value if it has none.
func Entry[K comparable, V any](m *map[K]*V, key K) *V {
	if (*m)[key] == nil {
		Map(m)[key] = new(V)
	}
	return (*m)[key]
}

// Numbering numbers different keys from 0, in the order in which they are added.
type Numbering[K comparable, N int | int32 | uint32] struct {
	All    []K
	Number map[K]N
}

// Add returns the number of a key.
func (n *Numbering[K, N]) Add(key K) N {
	number, found := n.Number[key]
	if !found {
		number = N(len(n.All))
		Map(&n.Number)[key], n.All = number, append(n.All, key)
	}
	return number
}

// Group returns the values by their keys, and the keys in the order in which they appear.
func Group[K comparable, V any](values []V, key func(V) K) (groups map[K][]V, order []K) {
	var n Numbering[K, int]
	for _, v := range values {
		k := key(v)
		n.Add(k)
		Map(&groups)[k] = append(groups[k], v)
	}
	return groups, n.All
}

// Each returns the result of a function for each of a list, nil for an empty list.
func Each[S ~[]T, T, U any](list S, result func(T) U) (all []U) {
	all = slices.Grow(all, len(list))
	for _, v := range list {
		all = append(all, result(v))
	}
	return all
}

// TrueFirst compares two conditions: true is before false.
func TrueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
