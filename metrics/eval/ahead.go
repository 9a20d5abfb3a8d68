package eval

import (
	"context"
	"maps"

	"github.com/extracteval/extracteval/internal/ahead"
	"github.com/extracteval/extracteval/metrics/document"
)

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
