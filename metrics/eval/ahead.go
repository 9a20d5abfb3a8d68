package eval

import (
	"cmp"
	"context"
	"maps"

	"github.com/extracteval/extracteval/internal/ahead"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// asksAhead reports whether a comparator gets all questions of a case beforehand. To collect them takes one more
// comparison of the case, so asksAhead is false if another comparator is costly.
func asksAhead(s Spec) bool {
	asks, cheap := false, true
	for _, c := range s.Leaves() {
		if c = cmp.Or(c, compare.Comparator(compare.Auto{})); asksBy(c) {
			asks = true
		} else if compare.PairingOf(c) == compare.PairCostly {
			cheap = false
		}
	}
	return asks && cheap
}

// asksBy reports whether a comparator, or its inner comparator, is a [compare.Asker].
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

// ask collects the questions of the case, by an evaluation of a copy of ev, and passes them to the comparators.
func (ev evaluation) ask(answer document.Value, got, want content) {
	ctx := ev.ctx
	var questions *ahead.Questions
	ev.ctx, questions = ahead.With(context.WithoutCancel(ctx))
	ev.warned = maps.Clone(ev.warned)
	ev.run(answer, got, want)
	if ctx.Err() == nil {
		questions.Ask(ctx)
	}
}
