package paired

import (
	"runtime"
	"sync"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Drawing adds units of resampling to an accumulator, several at a time: each worker has
// one of its own, and they are added to the first at the end. All sums are of integers, so
// that the number of workers changes nothing.
type Drawing struct {
	parts []*stats.Accumulator // empty where nothing is to be drawn
	work  chan drawn           // nil where there is one part
	open  drawn
	done  sync.WaitGroup
}

// drawn are some units and, behind each other, the counts of each.
type drawn struct {
	units  []uint64
	counts []int
}

const (
	drawnUnits = 128       // that a worker takes at a time
	drawnBytes = 256 << 20 // that the sums of all workers have at most, if there are several
)

// Draw makes workers that draw for documents. The accumulator, made by the bootstrap, has the given number of
// columns; it may be nil.
func Draw(b stats.Bootstrap, to *stats.Accumulator, documents, columns int) *Drawing {
	d := &Drawing{}
	if to == nil {
		return d
	}
	d.parts = []*stats.Accumulator{to}
	most := min(runtime.GOMAXPROCS(0), documents/drawnUnits, drawnBytes/(8*columns*max(b.Resamples, 1)))
	for len(d.parts) < most {
		part, _ := b.Accumulator(columns) // as the first
		d.parts = append(d.parts, part)
	}
	if len(d.parts) == 1 {
		return d
	}
	d.work = make(chan drawn, len(d.parts))
	for _, part := range d.parts {
		d.done.Go(func() {
			for some := range d.work {
				for i, unit := range some.units {
					_ = part.Add(unit, some.counts[i*columns:(i+1)*columns]) // as many counts as columns: no error
				}
			}
		})
	}
	return d
}

// Add adds a unit.
func (d *Drawing) Add(unit uint64, counts []int) {
	switch len(d.parts) {
	case 0:
		return
	case 1:
		_ = d.parts[0].Add(unit, counts)
		return
	}
	d.open.units = append(d.open.units, unit)
	if d.open.counts = append(d.open.counts, counts...); len(d.open.units) == drawnUnits {
		d.work <- d.open
		d.open = drawn{}
	}
}

// End waits until all units are added.
func (d *Drawing) End() {
	if d.work == nil {
		return
	}
	d.work <- d.open
	close(d.work)
	d.done.Wait()
	for _, part := range d.parts[1:] {
		_ = d.parts[0].Merge(part) // of one bootstrap: no error
	}
}
