// Package keep has the bounded heap with which worst cases are kept.
package keep

import (
	"container/heap"
	"slices"
	"sort"
)

// First keeps the first few of all values that are offered, in the order of a comparison
// that tells all of them apart: which ones does not depend on the order in which they
// come. It takes a time that is logarithmic in their number for each.
type First[T any] struct {
	limit int
	ordered[T]
}

// NewFirst returns a First of up to limit values.
func NewFirst[T any](limit int, compare func(a, b T) int) First[T] {
	return First[T]{limit: max(limit, 0), ordered: ordered[T]{compare: compare}}
}

// Takes reports whether v would be kept.
func (f *First[T]) Takes(v T) bool {
	return len(f.values) < f.limit || f.limit > 0 && f.compare(v, f.values[0]) < 0
}

// Add keeps v, as long as not enough others come before it.
func (f *First[T]) Add(v T) {
	if !f.Takes(v) {
		return
	}
	heap.Push(&f.ordered, v)
	if len(f.values) > f.limit {
		heap.Pop(&f.ordered)
	}
}

// Replace puts v in the place of the value that is found, if it comes before that, and
// reports whether one was found.
func (f *First[T]) Replace(v T, find func(T) bool) bool {
	at := slices.IndexFunc(f.values, find)
	if at >= 0 && f.compare(v, f.values[at]) < 0 {
		f.values[at] = v
		heap.Fix(&f.ordered, at)
	}
	return at >= 0
}

// Values returns what is kept, in no order.
func (f *First[T]) Values() []T { return f.values }

// Sorted returns what is kept, in order.
func (f *First[T]) Sorted() []T {
	all := append([]T(nil), f.values...)
	sort.Slice(all, func(i, j int) bool { return f.compare(all[i], all[j]) < 0 })
	return all
}

// ordered is a heap with the last value on top.
type ordered[T any] struct {
	compare func(a, b T) int
	values  []T
}

func (o *ordered[T]) Len() int           { return len(o.values) }
func (o *ordered[T]) Less(i, j int) bool { return o.compare(o.values[i], o.values[j]) > 0 }
func (o *ordered[T]) Swap(i, j int)      { o.values[i], o.values[j] = o.values[j], o.values[i] }
func (o *ordered[T]) Push(v any)         { o.values = append(o.values, v.(T)) }
func (o *ordered[T]) Pop() any {
	last := o.values[len(o.values)-1]
	o.values = o.values[:len(o.values)-1]
	return last
}
