package pairing

import "context"

// patience ends long work with its context.
type patience struct {
	ctx   context.Context
	spent int // steps since the last check of the context
	ended bool
}

// stepsBetween is the number of steps between two checks of the context: some microseconds.
const stepsBetween = 256

// cellsOfStep is the number of pairs of characters whose comparison takes as long as a step.
const cellsOfStep = 1 << 12

// exhausted spends a step, and reports whether the context has ended.
func (p *patience) exhausted() bool { return p.spend(1) }

// overTexts spends the steps of a comparison of two texts of these lengths, and reports whether the context has ended.
func (p *patience) overTexts(got, want int) bool {
	return p.spend(1 + int(min(int64(got)*int64(want)/cellsOfStep, stepsBetween)))
}

func (p *patience) spend(steps int) bool {
	if p.spent += steps; p.spent >= stepsBetween {
		return p.expired()
	}
	return p.ended
}

// expired checks the context, and reports whether it has ended.
func (p *patience) expired() bool {
	p.spent = 0
	p.ended = p.ended || p.ctx.Err() != nil
	return p.ended
}

// warnOver warns if the context ended before all pairs were compared.
func (w *Warnings) warnOver(p *patience, name string) {
	if p.ended {
		w.warnf("field %q: the context ended while items were paired: %v; what was not compared is taken as unlike", name, p.ctx.Err())
	}
}
