// Package ahead collects the questions that comparators would ask a model, so that one call can answer many questions.
// Package eval first compares a case with a context of With, in which Noted notes each question in place of a
// comparison. Then it calls Ask, which passes the questions to the comparators, and compares the case again.
// Comparators use this package, too, since they must not import package eval.
package ahead

import (
	"context"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/document"
)

// Questions collects the pairs that comparators will ask a model about. It is safe for concurrent use.
type Questions struct {
	mu     sync.Mutex
	askers []asker
}

// asker is a comparator of a model, with the pairs, got and want, that it and the others of the model will compare.
type asker struct {
	asks
	model string
	pairs [][2]string
}

type key struct{}

// With returns a context in which Noted collects questions.
func With(ctx context.Context) (context.Context, *Questions) {
	q := new(Questions)
	return context.WithValue(ctx, key{}, q), q
}

// asks has the methods of compare.Asker. Package compare imports this package, so it cannot use that type.
type asks interface {
	Question(got, want document.Value) (model string, texts [2]string, ok bool)
	AskAhead(ctx context.Context, pairs [][2]string)
}

// Noted notes the question that a comparator would ask about two values, and reports whether it did: ctx collects
// questions, and the comparator asks one.
func Noted(ctx context.Context, comparator any, got, want document.Value) bool {
	q, collects := ctx.Value(key{}).(*Questions)
	c, isAsker := comparator.(asks)
	if !collects || !isAsker {
		return false
	}
	model, pair, ok := c.Question(got, want)
	if !ok {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.askers, func(a asker) bool { return a.model == model })
	if i < 0 { // the pairs of one model go together to the comparator that was added first
		i = len(q.askers)
		q.askers = append(q.askers, asker{asks: c, model: model})
	}
	if a := &q.askers[i]; !slices.Contains(a.pairs, pair) && len(a.pairs) < maxPairs {
		a.pairs = append(a.pairs, pair)
	}
	return true
}

// maxPairs is the most pairs that Ask passes to one asker for a case. The comparator asks about the other pairs one by
// one.
const maxPairs = 1000

// Ask passes each asker its pairs, if there are two or more. If an asker panics, its comparator asks about each pair
// later.
func (q *Questions) Ask(ctx context.Context) {
	for _, a := range q.askers {
		if len(a.pairs) > 1 {
			a.askAll(ctx)
		}
	}
}

func (a asker) askAll(ctx context.Context) {
	defer func() { _ = recover() }()
	a.AskAhead(ctx, a.pairs)
}
