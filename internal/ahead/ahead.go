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

// Asker receives the pairs, got and want, that will be compared.
type Asker func(ctx context.Context, pairs [][2]string)

// Questions collects the pairs that comparators will ask a model about. It is safe for concurrent use.
type Questions struct {
	mu     sync.Mutex
	askers []asker
}

type asker struct {
	name  string
	ask   Asker
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
	model, texts, ok := c.Question(got, want)
	if ok {
		q.addPair(model, c.AskAhead, texts)
	}
	return ok
}

// addPair records a pair once. The pairs of one model go together to the Asker that was added first.
func (q *Questions) addPair(name string, ask Asker, pair [2]string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.askers, func(a asker) bool { return a.name == name })
	if i < 0 {
		i = len(q.askers)
		q.askers = append(q.askers, asker{name: name, ask: ask})
	}
	if !slices.Contains(q.askers[i].pairs, pair) && len(q.askers[i].pairs) < maxPairs {
		q.askers[i].pairs = append(q.askers[i].pairs, pair)
	}
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

func (a *asker) askAll(ctx context.Context) {
	defer func() { _ = recover() }()
	a.ask(ctx, a.pairs)
}
