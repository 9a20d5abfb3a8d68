package arithmetic

import "slices"

// First keeps the first few of all values that are added, in the order of a comparison under which no two values are
// equal: so the kept values do not depend on the order of the additions. It holds up to twice as many values in memory.
type First[T any] struct {
	limit   int
	compare func(a, b T) int
	values  []T
	full    bool // limit values are known, and values after the last of them are refused
	last    T    // the last of the limit first values, if full
}

// NewFirst returns a First of up to limit values.
func NewFirst[T any](limit int, compare func(a, b T) int) First[T] {
	return First[T]{limit: limit, compare: compare}
}

// Takes reports whether v may be among the first values. It is false for most values that are not.
func (f *First[T]) Takes(v T) bool {
	return f.limit > 0 && (!f.full || f.compare(v, f.last) < 0)
}

// Add adds v, if it may be among the first values.
func (f *First[T]) Add(v T) {
	if !f.Takes(v) {
		return
	}
	if f.values = append(f.values, v); len(f.values) == 2*f.limit {
		f.values = f.Sorted()
		f.full, f.last = true, f.values[f.limit-1]
	}
}

// Replace replaces the first value for which find is true with v, if v comes before it. It reports whether there is
// such a value.
func (f *First[T]) Replace(v T, find func(T) bool) bool {
	index := slices.IndexFunc(f.values, find)
	if index >= 0 && f.compare(v, f.values[index]) < 0 {
		f.values[index] = v
	}
	return index >= 0
}

// Sorted returns the first values, in order.
func (f *First[T]) Sorted() []T {
	all := slices.SortedFunc(slices.Values(f.values), f.compare)
	return all[:min(len(all), max(f.limit, 0))]
}
