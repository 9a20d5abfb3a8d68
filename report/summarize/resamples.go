package summarize

import (
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// resamples is the bootstrap over the units of evidence of all trials. Each attribute of
// each trial has a slot, three columns with its TP, FP and FN. In one resample a
// unit weighs the same in every trial.
//
// Only when all cases are added is it known whether equal truths are one document. So cases that only their truths
// distinguish are added up both ways.
type resamples struct {
	wanted    bool // intervals are wanted
	bootstrap stats.Bootstrap
	sums      [ways]*stats.Accumulator // nil until a case is added to one
	slots     int
	counts    []int // of the document being added, by column
	// tooMany says that there are so many such cases that equal truths are no copies; see traits.MostOpen.
	tooMany bool
}

// The sums that a case is added to.
const (
	asKnown = iota // its unit does not depend on other cases
	byTruth        // equal truths are one document
	byCase         // they are not
	ways
)

const slotColumns = 3

// MaxRows bounds the slots: at 1000 resamples the sums of MaxRows slots take up to 400 MB. With more slots there are no
// intervals.
const MaxRows = 1 << 14

// newResamples returns resamples without slots. An impossible number of
// resamples gives none.
func newResamples(o Options) resamples {
	r := resamples{bootstrap: stats.Bootstrap{Resamples: o.Resamples, Level: o.Level}}
	if o.Resamples >= 0 {
		_, err := r.bootstrap.Accumulator(1)
		r.wanted = err == nil
	}
	if r.wanted {
		r.counts = make([]int, 8*slotColumns)
	}
	return r
}

// sumsBy returns one of the sums.
func (r *resamples) sumsBy(way int) *stats.Accumulator {
	if r.sums[way] == nil {
		r.sums[way], _ = r.bootstrap.Accumulator(len(r.counts)) // the settings are those that newResamples tried
	}
	return r.sums[way]
}

// newSlot returns a new slot. If there are too few columns, their number is doubled, since this copies them all.
func (r *resamples) newSlot() int {
	if r.slots++; r.slots > MaxRows {
		r.wanted, r.sums, r.counts = false, [ways]*stats.Accumulator{}, nil
	}
	if n := len(r.counts); r.wanted && r.slots*slotColumns > n {
		for way, sums := range r.sums {
			if sums != nil {
				r.sums[way] = sums.Select(columnsOf(arithmetic.Indices(2 * n / slotColumns)))
			}
		}
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
	if !r.wanted {
		return
	}
	if u.Open() { // as many counts as columns: no error
		if !r.tooMany {
			_ = r.sumsBy(byTruth).Add(u.Key, r.counts)
		}
		_ = r.sumsBy(byCase).Add(u.Alone, r.counts)
	} else {
		_ = r.sumsBy(asKnown).Add(u.Key, r.counts)
	}
	clear(r.counts)
}

// decided notes that equal truths are no copies, whatever else is added, if chance is set.
func (r *resamples) decided(chance bool) {
	r.tooMany = chance
	if chance {
		r.sums[byTruth] = nil
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
	for way, sums := range o.sums {
		if sums != nil && !(r.tooMany && way == byTruth) {
			_ = r.sumsBy(way).Merge(sums.Select(columnsOf(sources))) // the same settings: no error
		}
	}
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
	identified, open := r.sums[asKnown], r.sums[byCase]
	if truthsTell && r.sums[byTruth] != nil {
		open = r.sums[byTruth]
	}
	switch {
	case open == nil:
		return r.sumsBy(asKnown)
	case identified == nil:
		return open
	}
	all := identified.Select(columnsOf(arithmetic.Indices(len(r.counts) / slotColumns)))
	_ = all.Merge(open) // the same settings and columns: no error
	return all
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
	_ = r.joined(false) // has sums where there is no case, either
	for way, sums := range f.sumTexts() {
		if r.sums[way] != nil && err == nil {
			*sums, err = r.sums[way].Select(columnsOf(slots)).MarshalBinary()
		}
	}
	return err
}

// sumTexts returns where facts have the sums.
func (f *summaryFacts) sumTexts() [ways]*[]byte {
	return [ways]*[]byte{asKnown: &f.Sums, byTruth: &f.TruthSums, byCase: &f.CaseSums}
}

// decode reads the sums of the slots that r has, in their order.
func (r *resamples) decode(f *summaryFacts) error {
	if r.slots > MaxRows {
		return nil
	}
	if len(f.TruthSums) > 0 && len(f.CaseSums) == 0 || r.wanted != (len(f.Sums)+len(f.CaseSums) > 0) {
		return errors.New("sums and number of resamples do not agree")
	}
	for way, data := range f.sumTexts() {
		if len(*data) == 0 {
			continue
		}
		read := new(stats.Accumulator)
		if err := read.UnmarshalBinary(*data); err != nil {
			return err
		}
		if n := len(read.Sums()); n != max(r.slots, 1)*slotColumns {
			return fmt.Errorf("%d columns of sums, want %d", n, max(r.slots, 1)*slotColumns)
		}
		read = read.Select(columnsOf(arithmetic.Indices(len(r.counts) / slotColumns)))
		if err := r.sumsBy(way).Merge(read); err != nil { // which checks the settings
			return err
		}
	}
	return nil
}
