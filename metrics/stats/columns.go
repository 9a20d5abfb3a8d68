package stats

// Select returns an accumulator of the same documents with the columns that from names, in that order: its column i is
// column from[i] of a, or a count that was 0 in every document where from[i] is not a column, such as -1. It shares
// nothing with a. So columns can be added when a count turns up that was not known of before, and accumulators whose
// columns are in another order can be merged.
func (a *Accumulator) Select(from []int) *Accumulator {
	selected := &Accumulator{
		bootstrap: a.bootstrap,
		documents: a.documents,
		weights:   a.weights.clone(),
		columns:   make([]column, len(from)),
		drawn:     make([]uint64, len(a.drawn)),
	}
	for i, j := range from {
		if j < 0 || j >= len(a.columns) {
			continue
		}
		selected.columns[i] = a.columns[j]
		selected.columns[i].excess = a.columns[j].excess.clone()
	}
	return selected
}
