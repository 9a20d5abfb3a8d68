// Package keep has the bounded list with which the worst cases are kept. It is a package of its own since
// diffs, breakdowns, summaries, trials and pages keep such lists, and none of them imports another for it.
package keep

import "slices"

// First keeps the first few of all values that are offered, in the order of a comparison that tells all of them
// apart: the kept values do not depend on the order of the offers. It holds up to twice as many values.
type First[T any] struct {
	limit   int
	compare func(a, b T) int
	values  []T
	full    bool // limit values come before all that are refused
	last    T    // of these
}

// NewFirst returns a First of up to limit values.
func NewFirst[T any](limit int, compare func(a, b T) int) First[T] {
	return First[T]{limit: limit, compare: compare}
}

// Takes reports whether v may be among the first: it is false for most others.
func (f *First[T]) Takes(v T) bool {
	return f.limit > 0 && (!f.full || f.compare(v, f.last) < 0)
}

// Add offers v.
func (f *First[T]) Add(v T) {
	if !f.Takes(v) {
		return
	}
	if f.values = append(f.values, v); len(f.values) == 2*f.limit {
		f.values = f.Sorted()
		f.full, f.last = true, f.values[f.limit-1]
	}
}

// Replace puts v in the place of the value that is found, if v comes before that value, and reports whether one was
// found.
func (f *First[T]) Replace(v T, find func(T) bool) bool {
	at := slices.IndexFunc(f.values, find)
	if at >= 0 && f.compare(v, f.values[at]) < 0 {
		f.values[at] = v
	}
	return at >= 0
}

// Sorted returns the first values, in order.
func (f *First[T]) Sorted() []T {
	all := slices.SortedFunc(slices.Values(f.values), f.compare)
	return all[:min(len(all), max(f.limit, 0))]
}
