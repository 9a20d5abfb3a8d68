// Package arithmetic has calculations that rooms on every floor share: the mean of numbers, binomial coefficients, and a hash that mixes
// bits.
package arithmetic

import "math"

// Golden is the step of the generator SplitMix64 (Steele, Lea and Flood 2014): its n-th number is Mix(seed + n·Golden), so that
// each can be computed without the others.
const Golden = 0x9e3779b97f4a7c15

// Mix is the output function of SplitMix64. It maps different numbers to different ones, and neighbours far apart.
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

// LogChoose returns the logarithm of the number of ways to choose k of n, for 0 <= k <= n.
func LogChoose(n, k int) float64 {
	log := func(n int) float64 {
		v, _ := math.Lgamma(float64(n) + 1)
		return v
	}
	return log(n) - log(k) - log(n-k)
}

// Hypergeometric returns the chance that hits of the drawn things are among the marked ones, if so many of all are drawn at random without
// replacement. It is 0 for hits that no draw has.
func Hypergeometric(hits, drawn, marked, all int) float64 {
	if hits < 0 || hits > min(drawn, marked) || drawn-hits > all-marked {
		return 0
	}
	return math.Exp(LogChoose(marked, hits) + LogChoose(all-marked, drawn-hits) - LogChoose(all, drawn))
}
