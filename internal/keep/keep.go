// Package keep has the bounded heap with which worst cases are kept.
package keep

import "sort"

// First keeps the first few of all values that are offered, in the order of a comparison
// that tells all of them apart: which ones does not depend on the order in which they
// come. It takes a time that is logarithmic in their number for each.
//
// It has few methods, and no generic type within it: packages compile all of them for each
// type of theirs that has a First somewhere in it, whether they call them or not.
type First[T any] struct {
	limit   int
	compare func(a, b T) int
	values  []T // a heap with the last value on top
}

// NewFirst returns a First of up to limit values.
func NewFirst[T any](limit int, compare func(a, b T) int) First[T] {
	return First[T]{limit: max(limit, 0), compare: compare}
}

// Takes reports whether v would be kept.
func (f *First[T]) Takes(v T) bool {
	return len(f.values) < f.limit || f.limit > 0 && f.compare(v, f.values[0]) < 0
}

// Add keeps v, as long as not enough others come before it.
func (f *First[T]) Add(v T) {
	switch {
	case !f.Takes(v):
	case len(f.values) < f.limit:
		f.values = append(f.values, v)
		f.put(v, len(f.values)-1)
	default:
		f.put(v, 0)
	}
}

// Replace puts v in the place of the value that is found, if it comes before that, and
// reports whether one was found.
func (f *First[T]) Replace(v T, find func(T) bool) bool {
	for at := range f.values {
		if find(f.values[at]) {
			if f.compare(v, f.values[at]) < 0 {
				f.put(v, at)
			}
			return true
		}
	}
	return false
}

// put puts v into the heap, where there is room at a place, and moves the elements in its way there.
func (f *First[T]) put(v T, at int) {
	for at > 0 && f.compare(v, f.values[(at-1)/2]) > 0 {
		f.values[at] = f.values[(at-1)/2]
		at = (at - 1) / 2
	}
	for below := 2*at + 1; below < len(f.values); below = 2*at + 1 {
		if next := below + 1; next < len(f.values) && f.compare(f.values[next], f.values[below]) > 0 {
			below = next
		}
		if f.compare(v, f.values[below]) > 0 {
			break
		}
		f.values[at] = f.values[below]
		at = below
	}
	f.values[at] = v
}

// Values returns the kept elements, in no order.
func (f *First[T]) Values() []T { return f.values }

// Sorted returns the kept elements, in order.
func (f *First[T]) Sorted() []T {
	all := append([]T(nil), f.values...)
	sort.Slice(all, func(i, j int) bool { return f.compare(all[i], all[j]) < 0 })
	return all
}
