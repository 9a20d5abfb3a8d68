package assign

import (
	"fmt"
	"slices"
)

// ByKey pairs items with equal keys. Keys are compared byte by byte: fold case and white space first. An item with an
// empty key stays unmatched. If several items of a side have the same key, ByKey forms as many pairs as the shorter
// side allows, with the greatest sum of the similarities and then of Prefer; a low similarity never prevents a pair.
// Threshold, Bound and Candidates are not used.
//
// MaxPairs bounds the pairs with a repeated key, of all keys together. Beyond it some of their items may stay
// unmatched.
//
// The error names a pair whose similarity is not from 0 to 1 or an invalid field of the problem, or says that the
// numbers of keys and items differ.
func ByKey(p Problem, gotKeys, wantKeys []string) (Result, error) {
	var all solver
	if err := all.beginByIndex(&p); err != nil {
		return Result{}, err
	}
	if len(gotKeys) != p.Got || len(wantKeys) != p.Want {
		return Result{}, fmt.Errorf("assign: %d got keys for %d items and %d want keys for %d items: give one key per item, empty for an item without a key",
			len(gotKeys), p.Got, len(wantKeys), p.Want)
	}
	got := map[string][]int{}
	for i, key := range gotKeys {
		if key != "" {
			got[key] = append(got[key], i)
		}
	}
	want := map[string][]int{}
	var keys []string
	for j, key := range wantKeys {
		if key == "" || got[key] == nil {
			continue
		}
		if want[key] == nil {
			keys = append(keys, key)
		}
		want[key] = append(want[key], j)
	}

	slices.Sort(keys) // so that the keys that use up MaxPairs depend neither on the order of the items nor on the order of a map

	ambiguous := false
	budget := p.maxPairs()
	for _, key := range keys {
		group := sameKey{problem: &p, got: got[key], want: want[key]}
		if len(group.got) == 1 && len(group.want) == 1 {
			all.connect(group.got[0], group.want[0])
			continue
		}
		part, err := group.pairUp(max(1, budget))
		if err != nil {
			return Result{}, err
		}
		budget -= min(budget, len(group.got)*len(group.want))
		for _, pair := range part.Pairs {
			all.connect(group.got[pair.Got], group.want[pair.Want])
		}
		ambiguous = ambiguous || part.Ambiguous
		all.incomplete = all.incomplete || part.Incomplete
		all.stopped = all.stopped || part.Stopped
	}
	return all.result(&p, ambiguous)
}

// sameKey is the items that share a key, as a problem of its own.
type sameKey struct {
	problem   *Problem
	got, want []int // indices in problem
}

// pairUp forms as many pairs as possible. It maximises the sum of (1 + similarity) / 2, which is positive for every pair.
// So all optimal assignments have the same number of pairs, and the greatest sum also has the greatest sum of
// similarities.
func (g sameKey) pairUp(maxPairs int) (Result, error) {
	var failed error
	part := Problem{
		Got: len(g.got), Want: len(g.want),
		Similarity: func(i, j int) float64 {
			similarity, err := g.problem.similarity(g.got[i], g.want[j])
			if err != nil && failed == nil {
				failed = err
			}
			return (1 + similarity) / 2
		},
		EqualIsOne: g.problem.EqualIsOne,
		MaxPairs:   maxPairs,
		Stop:       g.problem.Stop,
	}
	if g.problem.Prefer != nil {
		part.Prefer = func(i, j int) int { return g.problem.Prefer(g.got[i], g.want[j]) }
	}
	part.GotContent = pickTexts(g.problem.GotContent, g.got)
	part.WantContent = pickTexts(g.problem.WantContent, g.want)
	r, err := Optimal(part)
	if failed != nil {
		err = failed
	}
	return r, err
}

// pickTexts is the texts at the indices, or nil.
func pickTexts(texts []string, indices []int) []string {
	if texts == nil {
		return nil
	}
	picked := make([]string, len(indices))
	for k, i := range indices {
		picked[k] = texts[i]
	}
	return picked
}
