package summarize

import (
	"errors"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// resamples is the bootstrap over the units of evidence of all trials. Each attribute of
// each trial has a slot, three columns with its TP, FP and FN. In one resample a
// unit weighs the same in every trial.
type resamples struct {
	wanted    bool // intervals are wanted
	bootstrap stats.Bootstrap
	sums      *traits.Sums // nil if none are wanted
	slots     int
	counts    []int // of the document being added, by column
}

const slotColumns = 3

// MaxRows bounds the slots: at 1000 resamples the sums of MaxRows slots take up to 400 MB. With more slots there are no
// intervals.
const MaxRows = 1 << 14

// newResamples returns resamples without slots. An impossible number of
// resamples gives none.
func newResamples(o Options) resamples {
	r := resamples{bootstrap: stats.Bootstrap{Resamples: o.Resamples, Level: o.Level}}
	if o.Resamples >= 0 {
		var err error
		r.sums, err = traits.NewSums(r.bootstrap, 8*slotColumns)
		r.wanted = err == nil
	}
	if r.wanted {
		r.counts = make([]int, 8*slotColumns)
	}
	return r
}

// newSlot returns a new slot. If there are too few columns, their number is doubled, since this copies them all.
func (r *resamples) newSlot() int {
	if r.slots++; r.slots > MaxRows {
		r.wanted, r.sums, r.counts = false, nil, nil
	}
	if n := len(r.counts); r.wanted && r.slots*slotColumns > n {
		r.sums.Select(columnsOf(arithmetic.Indices(2 * n / slotColumns)))
		r.counts = append(r.counts, make([]int, n)...)
	}
	return r.slots - 1
}

// count adds c to the counts of a slot for the document being added.
func (r *resamples) count(slot int, c metrics.Confusion) {
	if !r.wanted {
		return
	}
	columns := r.counts[slot*slotColumns:][:slotColumns]
	columns[0] += c.TP
	columns[1] += c.FP
	columns[2] += c.FN
}

// addUnit adds the document that was counted.
func (r *resamples) addUnit(u traits.Unit) {
	if r.wanted {
		r.sums.Add(u, r.counts)
		clear(r.counts)
	}
}

// decided notes that equal truths are no copies, whatever else is added, if chance is set.
func (r *resamples) decided(chance bool) {
	if r.wanted && chance {
		r.sums.Apart()
	}
}

// merge adds the documents of o; slots has the slots of r by the slots of o.
func (r *resamples) merge(o *resamples, slots map[int]int) {
	if !r.wanted || !o.wanted {
		return
	}
	sources := make([]int, len(r.counts)/slotColumns)
	for i := range sources {
		sources[i] = -1
	}
	for theirs, ours := range slots {
		sources[ours] = theirs
	}
	_ = r.sums.Merge(o.sums.Copy(columnsOf(sources))) // the same settings: no error
}

// sample has the resamples of the whole data set, and how much evidence they are.
type sample struct {
	sums  *stats.Accumulator // nil if no intervals are wanted
	units estimate.Units
	share float64 // the share of the cases that is evidence if the cases of a unit are all alike
}

// joined returns the sums of all cases, nil if no intervals are wanted.
func (r *resamples) joined(truthsTell bool) *stats.Accumulator {
	if !r.wanted {
		return nil
	}
	return r.sums.Joined(truthsTell)
}

// sumsOf returns the sums of some slots in order; slot -1 has none.
func (e *sample) sumsOf(slots []int) *stats.Accumulator {
	if e.sums == nil {
		return nil
	}
	return e.sums.Select(columnsOf(slots))
}

// confusion returns the counts in slot i of the selected sums.
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

// encode puts the sums of some slots into facts.
func (r *resamples) encode(f *summaryFacts, slots []int) (err error) {
	if !r.wanted {
		return nil
	}
	if len(slots) == 0 {
		slots = []int{-1} // an accumulator has columns
	}
	f.Sums, f.Held, err = r.sums.Copy(columnsOf(slots)).Encode()
	return err
}

// decode reads the sums of the slots that r has, in their order.
func (r *resamples) decode(f *summaryFacts) error {
	if r.slots > MaxRows {
		return nil
	}
	if r.wanted != (len(f.Sums) > 0) {
		return errors.New("sums and number of resamples do not agree")
	}
	if !r.wanted {
		return nil
	}
	read, err := traits.NewSums(r.bootstrap, max(r.slots, 1)*slotColumns)
	if err == nil {
		err = read.Decode(f.Sums, f.Held)
	}
	if err != nil {
		return err
	}
	return r.sums.Merge(read.Copy(columnsOf(arithmetic.Indices(len(r.counts) / slotColumns))))
}
