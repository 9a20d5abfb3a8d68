package estimate

import (
	"runtime"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Drawing adds units of resampling to an accumulator, several at a time: each worker has
// one of its own, and they are added to the first at the end. All sums are of integers, so
// that the number of workers changes nothing.
type Drawing struct {
	parts []*stats.Accumulator // empty where nothing is to be drawn
	work  chan drawn
	done  sync.WaitGroup
}

// drawn is a unit with its counts.
type drawn struct {
	unit   uint64
	counts []int
}

const drawnBytes = 256 << 20 // that the sums of all workers have at most, if there are several

// Draw makes workers that draw. The accumulator, made by the bootstrap, has the given number of columns; it may be nil.
func Draw(b stats.Bootstrap, to *stats.Accumulator, columns int) *Drawing {
	d := &Drawing{work: make(chan drawn)}
	if to == nil {
		return d
	}
	d.parts = []*stats.Accumulator{to}
	for len(d.parts) < min(runtime.GOMAXPROCS(0), drawnBytes/(8*columns*max(b.Resamples, 1))) {
		part, _ := b.Accumulator(columns) // as the first
		d.parts = append(d.parts, part)
	}
	for _, part := range d.parts {
		d.done.Go(func() {
			for one := range d.work {
				_ = part.Add(one.unit, one.counts) // as many counts as columns: no error
			}
		})
	}
	return d
}

// Add adds a unit.
func (d *Drawing) Add(unit uint64, counts []int) {
	if len(d.parts) > 0 {
		d.work <- drawn{unit, slices.Clone(counts)}
	}
}

// End waits until all units are added.
func (d *Drawing) End() {
	close(d.work)
	d.done.Wait()
	for i, part := range d.parts {
		if i > 0 {
			_ = d.parts[0].Merge(part) // of one bootstrap: no error
		}
	}
}
