package eval

import (
	"cmp"
	"context"
	"maps"

	"github.com/extracteval/extracteval/internal/ahead"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// asksAhead reports whether a comparator wants to know all that it will be asked in a case.
// That takes a comparison more, in which no other comparator may cost anything.
func asksAhead(fields []Field) bool {
	asks, cheap := false, true
	for _, c := range leaves(fields) {
		if c = cmp.Or(c, compare.Comparator(compare.Auto{})); asksBy(c) {
			asks = true
		} else if compare.PairingOf(c) == compare.PairCostly {
			cheap = false
		}
	}
	return asks && cheap
}

// asksBy reports whether a comparator, or the one that it judges by, is a [compare.Asker].
func asksBy(c compare.Comparator) bool {
	c, err := compare.Prepare(c)
	if err != nil {
		return false
	}
	if w, ok := c.(compare.Wrapper); ok && w.Unwrap() != nil {
		return asksBy(w.Unwrap())
	}
	_, ok := c.(compare.Asker)
	return ok
}

// ask passes comparators the questions that they will get. It evaluates a copy of ev to collect them.
func (ev evaluation) ask(answer document.Value, found sides) {
	ctx := ev.ctx
	var questions *ahead.Questions
	ev.ctx, questions = ahead.With(context.WithoutCancel(ctx))
	ev.warned = maps.Clone(ev.warned)
	ev.run(answer, found)
	if ctx.Err() == nil {
		questions.Ask(ctx)
	}
}
