package strictness

// This file asks the comparators of a spec on behalf of a check, which must neither cost money nor fail.

import (
	"context"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Cheap returns c, or Exact in place of a comparator that may be costly.
func Cheap(c compare.Comparator) compare.Comparator {
	if w, ok := c.(compare.Wrapper); ok {
		c = w.Wrap(Cheap(w.Unwrap()))
	}
	if compare.PairingOf(c) == compare.PairCostly {
		return compare.Exact{}
	}
	return c
}

// Alike reports whether a comparator finds two values equal. It is false if the comparator returns an error or panics.
func Alike(m compare.Comparator, got, want document.Value) (alike bool) {
	defer func() { alike = recover() == nil && alike }()
	judged, err := m.Compare(context.Background(), got, want)
	return err == nil && judged.Match
}

// Accepted returns the first accepted value of a truth that is not empty, or the truth itself.
func Accepted(match compare.Comparator, v document.Value) document.Value {
	alternatives, ok := match.(compare.Alternatives)
	if !ok || v.Kind() != document.Array {
		return v
	}
	for _, value := range alternatives.Accepted(v) {
		if !value.Empty() {
			return value
		}
	}
	return v
}
