package stats

// Select returns an accumulator of the same documents with the columns that from lists. Its column i is column from[i]
// of a. If a has no such column, as for -1, the count is 0 in every document. It shares no memory with a. With Select a
// program can add a column for a count that it meets late, and reorder the columns of an accumulator before it merges
// it.
func (a *Accumulator) Select(columns []int) *Accumulator {
	selected := &Accumulator{
		bootstrap: a.bootstrap,
		documents: a.documents,
		weights:   a.weights.clone(),
		columns:   make([]column, len(columns)),
		drawn:     make([]uint64, len(a.drawn)),
	}
	for i, j := range columns {
		if j < 0 || j >= len(a.columns) {
			continue
		}
		selected.columns[i] = a.columns[j]
		selected.columns[i].excess = a.columns[j].excess.clone()
	}
	return selected
}
