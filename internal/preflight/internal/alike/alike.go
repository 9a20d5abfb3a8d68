// Package alike counts the pairs of different values that a comparator takes as equal.
package alike

import (
	"cmp"
	"context"
	"hash/fnv"

	"github.com/extracteval/extracteval/internal/keep"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// most is how many different values are compared with each other.
const most = 32

// Values holds different values, each once, chosen by their hashes. The zero value holds none.
type Values struct {
	hashes map[uint64]bool
	values keep.First[hashed]
}

type hashed struct {
	hash  uint64
	value document.Value
}

// Add adds a value, unless it is empty.
func (d *Values) Add(v document.Value) {
	if v.Empty() {
		return
	}
	if d.hashes == nil {
		d.hashes = map[uint64]bool{}
		d.values = keep.NewFirst(most, func(a, b hashed) int { return cmp.Compare(a.hash, b.hash) })
	}
	hash := fnv.New64a()
	_, _ = hash.Write(v.AppendCanonical(nil)) // which never fails
	one := hashed{hash.Sum64(), v}
	if len(d.hashes) < 1<<16 && !d.hashes[one.hash] && d.values.Takes(one) {
		d.hashes[one.hash] = true
		d.values.Add(one)
	}
}

// Pairs returns the number of pairs of the values, and of those that a comparator takes as equal.
func (d *Values) Pairs(c compare.Comparator) (pairs, equal int) {
	if d.hashes == nil {
		return 0, 0
	}
	all := d.values.Sorted()
	for i, a := range all {
		for _, b := range all[:i] {
			pairs++
			if judged, err := c.Compare(context.Background(), b.value, a.value); err == nil && judged.Match {
				equal++
			}
		}
	}
	return pairs, equal
}
