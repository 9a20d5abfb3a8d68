// Package arithmetic has calculations that many packages share: the mean of numbers, binomial coefficients, indices, a
// function that mixes bits, and the first of many values, such as the worst cases, in bounded memory ([First]).
package arithmetic

import (
	"math"
	"slices"
)

// Golden is the step of the generator SplitMix64 (Steele, Lea and Flood 2014). Its n-th number is Mix(seed + n·Golden),
// so a program can compute each number without the others.
const Golden = 0x9e3779b97f4a7c15

// Mix is the output function of SplitMix64. It maps different numbers to different numbers, and neighbours to numbers
// far apart.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Mean returns the sum of the values, added in their order, divided by their number, and 0 without values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// Indices returns the numbers from 0 to n-1, nil for n = 0.
func Indices(n int) []int {
	all := slices.Grow([]int(nil), n)
	for i := range n {
		all = append(all, i)
	}
	return all
}

// LogChoose returns the logarithm of the number of ways to choose k of n, for 0 <= k <= n.
func LogChoose(n, k int) float64 {
	log := func(n int) float64 {
		v, _ := math.Lgamma(float64(n) + 1)
		return v
	}
	return log(n) - log(k) - log(n-k)
}

// Hypergeometric returns the chance of exactly hits marked things in a sample of size drawn, without replacement, from
// all things, if the number of marked things is marked. It is 0 for a number of hits that is impossible.
func Hypergeometric(hits, drawn, marked, all int) float64 {
	if hits < 0 || hits > min(drawn, marked) || drawn-hits > all-marked {
		return 0
	}
	return math.Exp(LogChoose(marked, hits) + LogChoose(all-marked, drawn-hits) - LogChoose(all, drawn))
}
