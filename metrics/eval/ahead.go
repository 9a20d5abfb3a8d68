package eval

import (
	"context"
	"maps"
	"reflect"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/internal/ahead"
)

// asksAhead reports whether a comparator wants to know all that it will be asked in a case.
// That takes a comparison more, which must call nothing of the user's.
func asksAhead(fields []Field) bool {
	asks, pure := false, true
	look := func(c compare.Comparator) {
		a, p := aheadOf(c)
		asks, pure = asks || a, pure && p
	}
	for _, f := range each(fields, "", inGot) {
		look(f.Match)
		if f.Set != nil {
			look(f.Set.Match)
		}
	}
	return asks && pure
}

// aheadOf says of a comparator whether it wants to be told, and whether it calls nothing of
// the user's when it is not asked.
func aheadOf(c compare.Comparator) (asks, pure bool) {
	if c == nil {
		return false, true
	}
	v := reflect.Indirect(reflect.ValueOf(c))
	if !v.IsValid() || v.Type().PkgPath() != reflect.TypeFor[compare.Exact]().PkgPath() {
		return false, false
	}
	switch c := v.Interface().(type) {
	case compare.Semantic:
		return c.Ahead != nil, c.Ahead != nil
	case compare.Func:
		return false, false
	case compare.OneOf:
		return aheadOf(c.Each)
	}
	return false, true
}

// ask tells comparators what they will be asked: it compares a copy of ev to find out.
func (ev evaluation) ask(answer document.Value, both sides) {
	ctx := ev.ctx
	var questions *ahead.Questions
	ev.ctx, questions = ahead.With(context.WithoutCancel(ctx))
	ev.warned = maps.Clone(ev.warned)
	ev.run(answer, both)
	if ctx.Err() == nil {
		questions.Ask(ctx)
	}
}
