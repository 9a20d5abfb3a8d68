package ledger

import (
	"math"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// beside are runs that are read side by side: no run is far ahead of another. A case that all of
// them have, in all of its trials, is told and released.
type beside struct {
	sync.Mutex
	moved sync.Cond
	read  []int // records by run, the most possible of one that was read to its end
	done  func(all []*Cases, number int32)
	again bool // what was told does not hold, see Runs.Read
}

const (
	mostAhead = 1 << 12 // records that a run is read ahead of another
	wakeEvery = 1 << 8
)

func newBeside(runs int, done func(all []*Cases, number int32)) *beside {
	b := &beside{read: make([]int, runs), done: done}
	b.moved.L = b
	return b
}

// begin notes a data set of a run, while b is locked.
func (b *beside) begin(run int, c *Cases) {
	ids := c.ids
	if ids.of == nil {
		ids.of = make([]*Cases, len(b.read))
	}
	b.again = b.again || ids.of[run] != nil
	ids.of[run] = c
}

// add adds a case to those of a run, once that is not too far ahead.
func (b *beside) add(run int, to *Cases, record *report.Case, file, line int, name string) {
	b.Lock()
	defer b.Unlock()
	if b.read[run]++; b.read[run]%wakeEvery == 0 {
		b.moved.Broadcast()
	}
	for b.read[run] > slices.Min(b.read)+mostAhead { // never of the one that is behind all others
		b.moved.Wait()
	}
	n, waited := to.ids.find(record.ID)
	if waited && to.has(n, int32(record.Trial)) || !waited && to.ids.gone.Has(stats.DocumentHash(record.ID)) {
		b.again = true
	}
	if b.again {
		return // it is all for nothing
	}
	to.add(record, file, line, name)
	n = to.ids.number(record.ID)
	if !to.has(n, int32(record.Trial)) { // beyond MaxTrials: it would not be seen to come again
		b.again = true
		return
	}
	for _, c := range to.ids.of {
		// What a run has skipped may be compared without that run.
		if c == nil || !c.hasAll(n) || !c.HasAsked(n) {
			return
		}
	}
	b.done(to.ids.of, n)
	for _, c := range to.ids.of {
		c.release(n)
	}
	to.ids.release(n)
}

// end notes that a run was read.
func (b *beside) end(run int) {
	b.Lock()
	defer b.Unlock()
	b.read[run] = math.MaxInt - mostAhead
	b.moved.Broadcast()
}

// has reports whether a case is there in a trial.
func (c *Cases) has(number, trial int32) bool {
	for _, e := range c.all(number) {
		if e.Trial == trial {
			return true
		}
	}
	return false
}

// hasAll reports whether a case is there in as many trials as its data set has.
func (c *Cases) hasAll(number int32) bool {
	n := 0
	for range c.all(number) {
		n++
	}
	return n >= max(1, c.Dataset.Trials)
}
