package pairing

import (
	"cmp"
	"iter"

	"github.com/extracteval/extracteval/metrics/compare"
)

// AsksAhead reports whether one of the comparators of some attributes, nil for the default, gets all questions of a case
// beforehand. To collect them takes one more comparison of the case, so AsksAhead is false if another comparator is
// costly.
func AsksAhead(leaves iter.Seq2[string, compare.Comparator]) bool {
	asks, cheap := false, true
	for _, c := range leaves {
		if c = cmp.Or(c, compare.Comparator(compare.Auto{})); asksBy(c) {
			asks = true
		} else if compare.PairingOf(c) == compare.PairCostly {
			cheap = false
		}
	}
	return asks && cheap
}

// asksBy reports whether a comparator, or its inner comparator, is a [compare.Asker].
func asksBy(c compare.Comparator) bool {
	c, err := compare.Prepare(c)
	if err != nil {
		return false
	}
	if w, ok := c.(compare.Wrapper); ok && w.Unwrap() != nil {
		return asksBy(w.Unwrap())
	}
	_, ok := c.(compare.Asker)
	return ok
}
