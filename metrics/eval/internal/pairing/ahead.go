package pairing

// Some comparators ask a model, and one call can answer many questions. Package eval first compares a case with a context of
// AskAhead, in which Judge notes each question in place of a comparison. Then Ask passes the questions to the comparators, and
// the case is compared again.

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// AsksAhead reports whether at least one comparator of leaves is a [compare.Asker], which gets all questions of a case
// beforehand, and no other comparator is costly: collecting the questions takes one more comparison of the case. A nil
// comparator is [compare.Auto].
func AsksAhead(leaves iter.Seq2[string, compare.Comparator]) bool {
	asks, cheap := false, true
	for _, c := range leaves {
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

// Questions collects the pairs that comparators will ask a model about. It is safe for concurrent use.
type Questions struct {
	mu     sync.Mutex
	askers []asker
}

// asker is the first comparator of a model, with the pairs of got and want that all comparators of the model will compare.
type asker struct {
	compare.Asker
	model string
	pairs [][2]string
}

// AskAhead returns a context in which comparisons only note their questions.
func AskAhead(ctx context.Context) (context.Context, *Questions) {
	q := new(Questions)
	return context.WithValue(ctx, (*compare.Asker)(nil), q), q
}

// noted notes the question that a comparator asks about two values, if ctx collects questions. It reports whether it noted
// one.
func noted(ctx context.Context, c compare.Comparator, got, want document.Value) bool {
	q, collects := ctx.Value((*compare.Asker)(nil)).(*Questions)
	return collects && q.Note(c, got, want)
}

// Note notes the question that a comparator would ask about two values, and reports whether it asks one. Comparators with
// an inner comparator also call it.
func (q *Questions) Note(comparator compare.Comparator, got, want document.Value) bool {
	c, isAsker := comparator.(compare.Asker)
	if !isAsker {
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
		q.askers = append(q.askers, asker{Asker: c, model: model})
	}
	if a := &q.askers[i]; !slices.Contains(a.pairs, pair) && len(a.pairs) < maxAsked {
		a.pairs = append(a.pairs, pair)
	}
	return true
}

// maxAsked is the most pairs that Ask passes to one asker for a case. The comparator asks about the other pairs one by
// one.
const maxAsked = 1000

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
