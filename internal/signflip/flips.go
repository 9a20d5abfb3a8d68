package signflip

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Attains returns the p-values that [PValue] can have for changes of these sizes, whatever the direction of each
// change, ascending. Under the null hypothesis, the probability of a p-value of at most p is the greatest of them that
// is at most p. For seven changes of one size they are 1/64, 8/64, 29/64 and 1. Attains returns nil if nothing changed,
// if PValue is undefined, and if there may be more than 1000 p-values: one of them is then close to every p.
func Attains(changes []Changes) []float64 {
	bySize, ok := BySize(changes)
	if !ok || len(bySize) == 0 {
		return nil
	}
	ways, ok := flips(bySize, maxAttained)
	if !ok {
		return nil
	}
	return ways.enumerate()
}

// LeastP returns the least p-value that [OfDifferences] can have with a number of changed documents: the p-value if all
// changed in one direction.
func LeastP(changed int) float64 { return min(1, math.Ldexp(1, 1-changed)) }

const maxAttained = 2000 // sums, half of which are above 0

// BySize returns changes by ascending size, each size once, without sizes of 0 and sizes that no
// document has. It is undefined where PValue is.
func BySize(changes []Changes) (bySize []Changes, ok bool) {
	for _, c := range changes {
		switch {
		case !finite(c.Size) || c.Size < 0 || c.Up < 0 || c.Down < 0:
			return nil, false
		case c.Size > 0 && c.Up+c.Down > 0:
			bySize = append(bySize, c)
		}
	}
	sort.Slice(bySize, func(i, j int) bool { return bySize[i].Size < bySize[j].Size })
	merged := bySize[:0]
	for _, c := range bySize {
		if n := len(merged); n > 0 && merged[n-1].Size == c.Size {
			merged[n-1].Up += c.Up
			merged[n-1].Down += c.Down
			continue
		}
		merged = append(merged, c)
	}
	return merged, true
}

// flipSums is the distribution of a sum of changes, each up or down with probability 1/2, by ascending sums. Sums that
// only rounding tells apart are one.
type flipSums struct {
	sums, chances []float64
	rounding      float64
}

// flips returns all sums, unless they may be more than most: of n changes of one size there are n+1.
func flips(bySize []Changes, most int) (f flipSums, ok bool) {
	ways := 1.0
	for _, c := range bySize {
		if ways *= float64(c.Up) + float64(c.Down) + 1; ways > float64(most) {
			return flipSums{}, false
		}
		f.rounding += 1e-12 * c.Size * float64(c.Up+c.Down)
	}
	type sum struct{ value, chance float64 }
	all := []sum{{0, 1}}
	for _, c := range bySize {
		n := c.Up + c.Down
		next := make([]sum, 0, len(all)*(n+1))
		for k := range n + 1 {
			chance := choices(n, k)
			for _, s := range all {
				next = append(next, sum{s.value + c.Size*float64(2*k-n), s.chance * chance})
			}
		}
		all = next
	}
	slices.SortFunc(all, func(a, b sum) int { return cmp.Compare(a.value, b.value) })
	for _, s := range all {
		if n := len(f.sums); n > 0 && s.value-f.sums[n-1] <= f.rounding {
			f.chances[n-1] += s.chance
			continue
		}
		f.sums, f.chances = append(f.sums, s.value), append(f.chances, s.chance)
	}
	return f, true
}

// choices returns the probability of k successes in n trials, each with probability 1/2.
func choices(n, k int) float64 {
	return math.Exp(arithmetic.LogChoose(n, k) - float64(n)*math.Ln2)
}

// pValue returns the two-sided p-value of a sum: twice the tail at least as far from 0, since the distribution is symmetric.
func (f flipSums) pValue(sum float64) float64 {
	tail := 0.0
	for i, s := range f.sums { // the smallest terms first
		if s > -math.Abs(sum)+f.rounding {
			break
		}
		tail += f.chances[i]
	}
	return min(1, 2*tail)
}

// enumerate returns the p-values of all sums, ascending.
func (f flipSums) enumerate() (values []float64) {
	tail := 0.0
	for i := range f.sums {
		if tail += f.chances[i]; tail >= 0.5-1e-9 {
			break
		}
		values = append(values, 2*tail)
	}
	return append(values, 1)
}

// McNemar returns the p-value of the exact test of McNemar. Users call it through package stats.
func McNemar(fixed, broken int) (p float64, ok bool) {
	if fixed < 0 || broken < 0 || fixed > math.MaxInt32-broken {
		return 0, false
	}
	k, n := min(fixed, broken), fixed+broken
	tail := 0.0
	// The terms decrease from k downwards, so the sum can end when they no longer change it.
	for term := min(1, choices(n, k)); term > tail*0x1p-53; k-- {
		tail += term
		term *= float64(k) / float64(n-k+1)
	}
	return min(1, 2*tail), true
}
