package pairing

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
)

// exchange replaces pairs of the step named by pairs of the same items that agree in more telling values. A value, also
// a description, counts as the share of the other items of the truth that have a different value. With the descriptions
// of two rows swapped in got:
//
//	truth                       got                         pairs
//	1, 4, MS20500, "NUT"        1, 4, MS20500, "SCREW"      1 and 1: three values agree, not one
//	2, 2, MS35308, "SCREW"      2, 2, MS35308, "NUT"        2 and 2
//	1, 4, MS20500, "NUT"        7, 9, GC14166, "NUT"        1 and 7: no other item has the values of 7
//
// Both items of a new pair agree in more than they did in their former pairs. Items that lose their partner are left to the
// next step.
func (m *matcher) exchange(r *assign.Result) error {
	gots, wants := slices.Clone(r.UnmatchedGot), slices.Clone(r.UnmatchedWant)
	ofGot, ofWant := make([]float64, m.got.Len()), make([]float64, m.want.Len()) // how much the items of a pair agree, if they differ in two or more match fields
	for _, p := range r.Pairs {
		if m.gotContent[p.Got] == m.wantContent[p.Want] {
			continue
		}
		if agreeing, differing := m.told(p.Got, p.Want); differing > 1 { // fewer leave no room for a better pair
			gots, wants = append(gots, p.Got), append(wants, p.Want)
			ofGot[p.Got], ofWant[p.Want] = agreeing, agreeing
		}
	}
	if len(gots) == len(r.UnmatchedGot) || len(gots) < 2 || len(wants) < 2 {
		return nil
	}
	better, err := assign.Greedy(assign.Problem{
		Got: len(gots), Want: len(wants),
		Similarity: func(i, j int) float64 {
			before := max(ofGot[gots[i]], ofWant[wants[j]])
			if agreeing, _ := m.told(gots[i], wants[j]); before > 0 && agreeing > before+compare.Slack {
				return agreeing / float64(len(m.keys))
			}
			return 0
		},
		Prefer:      func(i, j int) int { return m.prefer(gots[i], wants[j]) },
		GotContent:  pickItems(m.gotContent, gots),
		WantContent: pickItems(m.wantContent, wants),
		Candidates: sharing(len(m.keys), gots, wants, func(i, k int) string { return m.gotOps[i*len(m.keys)+k].identity() },
			func(j, k int) string { return m.wantOps[j*len(m.keys)+k].identity() }),
		MaxPairs: maxLeft,
		Stop:     m.expired,
	})
	if err != nil || len(better.Pairs) == 0 {
		return err
	}
	least := m.threshold
	m.threshold = 0 // all similarities exactly
	for k, p := range better.Pairs {
		i, j := gots[p.Got], wants[p.Want]
		better.Pairs[k] = assign.Pair{Got: i, Want: j, Similarity: m.similarity(i, j)}
	}
	m.threshold = least
	partner, paired := Partners(better.Pairs, m.got, m.want)
	r.Pairs = append(slices.DeleteFunc(r.Pairs, func(p assign.Pair) bool { return paired[p.Got] || partner[p.Want] >= 0 }), better.Pairs...)
	m.complete(r, better.Ambiguous)
	return nil
}

// told compares two items by the match fields that both have. agreeing is the sum of the weights of the fields in which
// they agree, without textWeight. differing is the number of the other fields.
func (m *matcher) told(i, j int) (agreeing float64, differing int) {
	if m.exhausted() {
		return 0, 0
	}
	got, want := m.operandsOf(i, j)
	weights := m.weightsOf(j)
	for k := range got {
		g, w := &got[k], &want[k]
		switch {
		case g.empty || w.empty:
		case m.keysAgree(k, i, j):
			agreeing += weights[k] / m.heavy[k]
		default:
			differing++
		}
	}
	return agreeing, differing
}

// keysAgree reports whether two items have the same text, set or value in match field k.
func (m *matcher) keysAgree(k, i, j int) bool {
	got, want := m.operandsOf(i, j)
	g, w := &got[k], &want[k]
	switch {
	case m.keys[k].Set:
		return slices.Equal(g.set, w.set)
	case g.text && w.text:
		return g.folded() == w.folded()
	}
	return m.keyAgrees(k, i, j)
}
