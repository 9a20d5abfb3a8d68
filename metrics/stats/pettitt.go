package stats

import (
	"math"
	"slices"
)

// Pettitt is the test of Pettitt (1979) for one change in the level of a series: at is the number of values before the change that fits
// best, that for which Σ sign(before - after) over all pairs is farthest from 0, the first of equal ones, and p is the probability of one
// so far from 0 if the values stood in any order. It looks at ranks alone, so that one outlier does not matter and the
// size of the change does not either. Up to 16 values p is exact, ties included; beyond it is Pettitt's approximation
// 2·exp(-6K²/(n³+n²)), at most 1. Fewer than 8 values cannot have p <= 0.05.
//
// Where all values are equal, at is 0 and p is 1. It is undefined for fewer than two values, and if one is not finite.
func Pettitt(values []float64) (at int, p float64, ok bool) {
	n := len(values)
	if n < 2 || slices.ContainsFunc(values, func(v float64) bool { return !finite(v) }) {
		return 0, 0, false
	}
	ranks := make([]int, n) // how many values are below less how many are above
	for i, v := range values {
		for _, other := range values {
			switch {
			case other < v:
				ranks[i]++
			case other > v:
				ranks[i]--
			}
		}
	}
	sum, most := 0, 0
	for i, r := range ranks {
		if sum += r; max(sum, -sum) > most {
			at, most = i+1, max(sum, -sum)
		}
	}
	switch {
	case most == 0:
		return 0, 1, true
	case n <= 16:
		return at, reaching(ranks, most), true
	}
	size := float64(n)
	return at, min(1, 2*math.Exp(-6*float64(most)*float64(most)/(size*size*size+size*size))), true
}

// reaching is the share of all orders of steps whose sums from the start come to most or -most somewhere. What a
// sum is depends on which steps are in it and not on their order, so it looks at sets of steps.
func reaching(steps []int, most int) float64 {
	sums := make([]int, 1<<len(steps))
	within := make([]float64, len(sums)) // share of the orders of a set that stay within
	within[0] = 1
	for set := 1; set < len(sums); set++ {
		size, share := 0, 0.0
		for i, step := range steps {
			if set&(1<<i) != 0 {
				size++
				share += within[set&^(1<<i)]
				sums[set] = sums[set&^(1<<i)] + step
			}
		}
		if max(sums[set], -sums[set]) < most {
			within[set] = share / float64(size)
		}
	}
	return max(0, 1-within[len(within)-1])
}
