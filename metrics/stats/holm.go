package stats

import "sort"

// Holm adjusts the p-values of several tests that are read together, by the step-down method of Holm (1979). If every
// test whose adjusted value is at most alpha is rejected, the probability of any false rejection is at most alpha,
// whatever the dependence between the tests. Holm multiplies the smallest of n values by n, the next by n-1, and so on;
// no value becomes smaller than the one before, or greater than 1. The result is in the order of p.
//
// The result is undefined if a value is not between 0 and 1, and empty for no values.
func Holm(p []float64) (adjusted []float64, ok bool) {
	order := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return nil, false
		}
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return p[order[i]] < p[order[j]] })
	adjusted = make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = least
	}
	return adjusted, true
}
