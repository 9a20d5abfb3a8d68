package pairing

import "context"

// patience ends long work with its context.
type patience struct {
	ctx   context.Context
	spent int // since the context was looked at, in steps
	ended bool
}

// stepsBetween is how much is spent before the context is looked at again: some microseconds.
const stepsBetween = 256

// cellsOfStep is the number of pairs of characters whose comparison takes as long as a step.
const cellsOfStep = 1 << 12

// over spends a step, and reports whether the context has ended.
func (p *patience) over() bool { return p.spend(1) }

// overTexts is over for comparing two texts of these lengths.
func (p *patience) overTexts(got, want int) bool {
	return p.spend(1 + int(min(int64(got)*int64(want)/cellsOfStep, stepsBetween)))
}

func (p *patience) spend(steps int) bool {
	if p.spent += steps; p.spent >= stepsBetween {
		return p.expired()
	}
	return p.ended
}

// expired looks at the context.
func (p *patience) expired() bool {
	p.spent = 0
	p.ended = p.ended || p.ctx.Err() != nil
	return p.ended
}

// warnOver says that not all was compared.
func (w *Warnings) warnOver(p *patience, name string) {
	if p.ended {
		w.warn("field %q: the context ended while items were paired: %v; what was not compared is taken as unlike", name, p.ctx.Err())
	}
}
