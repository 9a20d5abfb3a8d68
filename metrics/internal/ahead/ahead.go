// Package ahead collects what comparators would ask a model about, so that one question can
// be made of many: package eval compares a case once with a context of With, in which
// nothing is asked, then lets Ask tell what was collected, and compares again.
package ahead

import (
	"context"
	"slices"
	"sync"
)

// Asker is told of pairs, got and want, that will be asked about.
type Asker func(ctx context.Context, pairs [][2]string)

// Questions are what comparators would ask. It is safe for concurrent use.
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

// With returns a context in which questions are collected.
func With(ctx context.Context) (context.Context, *Questions) {
	q := new(Questions)
	return context.WithValue(ctx, key{}, q), q
}

// From returns what collects, nil where nothing does.
func From(ctx context.Context) *Questions {
	q, _ := ctx.Value(key{}).(*Questions)
	return q
}

// Add notes a pair, once. Those of one name are told together, to the first who asks.
func (q *Questions) Add(name string, ask Asker, got, want string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.askers, func(a asker) bool { return a.name == name })
	if i < 0 {
		i = len(q.askers)
		q.askers = append(q.askers, asker{name: name, ask: ask})
	}
	if pair := [2]string{got, want}; !slices.Contains(q.askers[i].pairs, pair) && len(q.askers[i].pairs) < maxPairs {
		q.askers[i].pairs = append(q.askers[i].pairs, pair)
	}
}

// maxPairs bounds what is told of one case. The rest is asked one by one.
const maxPairs = 1000

// Ask tells what was collected, where there are two pairs or more. An asker that panics is
// one that was told nothing.
func (q *Questions) Ask(ctx context.Context) {
	for _, a := range q.askers {
		if len(a.pairs) > 1 {
			a.tell(ctx)
		}
	}
}

func (a *asker) tell(ctx context.Context) {
	defer func() { _ = recover() }()
	a.ask(ctx, a.pairs)
}
