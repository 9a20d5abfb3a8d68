package pairing

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/assign"
)

// inTwo pairs items in two steps. The first step forms the pairs that reach StatedThreshold or, with descriptions, the
// named pairs and those that exchange finds. The second step pairs the items that are left, with the threshold of p.
// Greedy without descriptions would find the same pairs in one step, since it takes the most similar ones first. Two steps
// save nearly all comparisons of unlike items, and under Optimal no good pair is broken up for two poor ones.
func (m *matcher) inTwo(p assign.Problem) (assign.Result, error) {
	least := p.Threshold
	if m.step == alike {
		p.Threshold, m.threshold = spectext.StatedThreshold, spectext.StatedThreshold
	}
	r, err := solve(m.list.Assign, p, nil, nil)
	if err == nil && m.step == named {
		err = m.exchange(&r)
	}
	if err != nil || len(r.UnmatchedGot) == 0 || len(r.UnmatchedWant) == 0 {
		return r, err
	}
	gots, wants := r.UnmatchedGot, r.UnmatchedWant
	p.Threshold, m.threshold = least, least
	p.Got, p.Want = len(gots), len(wants)
	p.Similarity = func(i, j int) float64 { return m.likeness(gots[i], wants[j]) }
	p.Prefer = func(i, j int) int { return m.prefer(gots[i], wants[j]) }
	p.Bound = func(i, j int) float64 { return m.likenessBound(gots[i], wants[j]) }
	p.GotContent, p.WantContent = pickItems(m.gotContent, gots), pickItems(m.wantContent, wants)
	rest, err := m.solveLeft(p)
	if err != nil {
		return assign.Result{}, err
	}
	for _, pair := range rest.Pairs {
		r.Pairs = append(r.Pairs, assign.Pair{Got: gots[pair.Got], Want: wants[pair.Want], Similarity: pair.Similarity})
	}
	sortPairs(r.Pairs)
	r.UnmatchedGot, r.UnmatchedWant = pickItems(gots, rest.UnmatchedGot), pickItems(wants, rest.UnmatchedWant)
	r.Ambiguous, r.Incomplete = r.Ambiguous || rest.Ambiguous, r.Incomplete || rest.Incomplete
	r.Stopped = r.Stopped || rest.Stopped
	return r, nil
}

// sortPairs puts pairs in the order of their items of the truth.
func sortPairs(pairs []assign.Pair) {
	slices.SortFunc(pairs, func(a, b assign.Pair) int { return cmp.Compare(a.Want, b.Want) })
}

// pickItems returns some elements of a list.
func pickItems[T any](all []T, indices []int) []T {
	picked := make([]T, len(indices))
	for k, i := range indices {
		picked[k] = all[i]
	}
	return picked
}

// solve chooses pairs. The keys are for ByKey and InOrder.
func solve(mode Assign, p assign.Problem, gotKeys, wantKeys []string) (assign.Result, error) {
	switch mode {
	case Optimal:
		return assign.Optimal(p)
	case ByKey, InOrder:
		return assign.ByKey(p, gotKeys, wantKeys)
	}
	return assign.Greedy(p)
}

// assigned checks an assignment: a problem that could not be solved gives no pairs, and pairs that
// were left out give a warning.
func (w *Warnings) assigned(name string, r assign.Result, err error, got, want *Sheet) assign.Result {
	if err != nil {
		w.warnf("field %q: items could not be paired: %v", name, err)
		return assign.Result{UnmatchedGot: arithmetic.Indices(got.Len()), UnmatchedWant: arithmetic.Indices(want.Len())}
	}
	if r.Incomplete {
		w.warnf("field %q: %s of got and %d of the truth are too many pairs; each item was compared with the nearest ones only",
			name, words.Plural(got.Len(), "item"), want.Len())
	}
	if r.Stopped {
		w.warnf("field %q: the search for the best pairs of %d items of got and %d of the truth was ended; better pairs may exist",
			name, got.Len(), want.Len())
	}
	return r
}
