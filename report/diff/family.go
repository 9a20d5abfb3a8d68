package diff

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
)

// adjust makes one family of the tests of a comparison, sets their adjusted
// p-values, and returns the size of the family.
//
// A test of few changed cases may be without a chance: three cases that all broke
// have p = 1/4. What cannot be significant in the family, whichever way its changes
// go, need not be in it (Tarone 1990), since it cannot be a false alarm; how many
// cases changed says nothing about the direction in which they did. So a
// field that broke is found beside many that hardly changed.
func adjust(sets []Set, alpha float64) int {
	var all []*Test
	for i := range sets {
		for _, r := range sets[i].rows() {
			for k := range r.Tests {
				all = append(all, &r.Tests[k])
			}
		}
	}
	limit := alpha / float64(familySize(all, alpha))
	var family []*Test
	var p []float64
	for _, t := range all {
		if t.least > limit {
			t.Adjusted = min(1, t.P*float64(len(all))) // as Bonferroni has it: above alpha
			continue
		}
		family = append(family, t)
		p = append(p, t.P)
	}
	adjusted, _ := stats.Holm(p) // every P is between 0 and 1
	for i, t := range family {
		t.Adjusted = adjusted[i]
		t.Significant = t.Adjusted <= alpha
	}
	return len(family)
}

// familySize is the least k, from 1, for which at most k tests can have a p-value of
// alpha/k or less.
func familySize(tests []*Test, alpha float64) int {
	least := make([]float64, len(tests))
	for i, t := range tests {
		least[i] = t.least
	}
	slices.Sort(least)
	for k := 1; k < len(least); k++ {
		if least[k] > alpha/float64(k) { // at most the first k are below
			return k
		}
	}
	return max(len(least), 1)
}

// leastP is the least p-value that an exact test which gives each changed case a
// sign can have: when all changed in one direction.
func leastP(changed int) float64 { return math.Ldexp(1, 1-changed) }
