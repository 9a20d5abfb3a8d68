package summarize

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// resamples is the bootstrap over the documents of all trials. Each attribute of
// each trial has a slot, three columns with its TP, FP and FN. In one resample a
// document weighs the same in every trial.
type resamples struct {
	sums   *stats.Accumulator // nil: no intervals are wanted
	slots  int
	counts []int // of the document being added, by column
}

const slotColumns = 3

// MaxRows bounds the slots: at 1000 resamples the sums of as many take up to 400
// MB. With more there are no intervals.
const MaxRows = 1 << 14

// newResamples returns resamples without slots. An impossible number of
// resamples gives none.
func newResamples(o Options) resamples {
	if o.Resamples < 0 {
		return resamples{}
	}
	sums, err := stats.Bootstrap{Resamples: o.Resamples, Level: o.Level}.Accumulator(8 * slotColumns)
	if err != nil {
		return resamples{}
	}
	return resamples{sums: sums, counts: make([]int, 8*slotColumns)}
}

// slot returns a new slot. Columns are doubled, since each time they are copied.
func (r *resamples) slot() int {
	if r.slots++; r.slots > MaxRows {
		r.sums, r.counts = nil, nil
	}
	if n := len(r.counts); r.sums != nil && r.slots*slotColumns > n {
		r.sums = r.sums.Select(columnsOf(upTo(2 * n / slotColumns)))
		r.counts = append(r.counts, make([]int, n)...)
	}
	return r.slots - 1
}

// count sets counts of the document being added.
func (r *resamples) count(slot int, c metrics.Confusion) {
	if r.sums == nil {
		return
	}
	columns := r.counts[slot*slotColumns:][:slotColumns]
	columns[0] += c.TP
	columns[1] += c.FP
	columns[2] += c.FN
}

// add adds the document that was counted.
func (r *resamples) add(document uint64) {
	if r.sums == nil {
		return
	}
	_ = r.sums.Add(document, r.counts) // as many counts as columns: no error
	clear(r.counts)
}

// merge adds the documents of o, whose slots are r's slots by the map to.
func (r *resamples) merge(o *resamples, to map[int]int) {
	if r.sums == nil || o.sums == nil {
		return
	}
	from := make([]int, len(r.counts)/slotColumns)
	for i := range from {
		from[i] = -1
	}
	for theirs, ours := range to {
		from[ours] = theirs
	}
	_ = r.sums.Merge(o.sums.Select(columnsOf(from))) // the same settings: no error
}

// of returns the sums of some slots in order; slot -1 has none.
func (r *resamples) of(slots []int) *stats.Accumulator {
	if r.sums == nil {
		return nil
	}
	return r.sums.Select(columnsOf(slots))
}

// confusion returns the counts in slot i of what of has selected.
func confusion(sums []int64, i int) metrics.Confusion {
	columns := sums[i*slotColumns:][:slotColumns]
	return metrics.Confusion{TP: int(columns[0]), FP: int(columns[1]), FN: int(columns[2])}
}

func columnsOf(slots []int) []int {
	columns := make([]int, 0, len(slots)*slotColumns)
	for _, slot := range slots {
		for k := range slotColumns {
			if slot < 0 {
				columns = append(columns, -1)
			} else {
				columns = append(columns, slot*slotColumns+k)
			}
		}
	}
	return columns
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
