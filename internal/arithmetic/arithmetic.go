// Package arithmetic has what rooms on every floor calculate alike: the mean of numbers, and a hash whose bits are mixed.
package arithmetic

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
