package estimate

import (
	"runtime"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Drawing adds units of resampling to an accumulator, several at a time: each worker has an accumulator of its own, and
// End merges them into the first. All sums are sums of integers, so the number of workers does not change the result.
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

const drawnBytes = 256 << 20 // the most bytes of the sums of all workers, if there are several

// Draw starts the workers of a Drawing that adds to an accumulator of b with the given number of columns. If the
// accumulator is nil, the Drawing does nothing.
func Draw(b stats.Bootstrap, sums *stats.Accumulator, columns int) *Drawing {
	d := &Drawing{work: make(chan drawn)}
	if sums == nil {
		return d
	}
	d.parts = []*stats.Accumulator{sums}
	for len(d.parts) < min(runtime.GOMAXPROCS(0), drawnBytes/(8*columns*max(b.Resamples, 1))) {
		part, _ := b.Accumulator(columns) // as the first
		d.parts = append(d.parts, part)
	}
	for _, part := range d.parts {
		d.done.Go(func() {
			for job := range d.work {
				_ = part.Add(job.unit, job.counts) // as many counts as columns: no error
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

// End waits until the workers have added all units, and merges their accumulators.
func (d *Drawing) End() {
	close(d.work)
	d.done.Wait()
	for i, part := range d.parts {
		if i > 0 {
			_ = d.parts[0].Merge(part) // the same bootstrap: no error
		}
	}
}
