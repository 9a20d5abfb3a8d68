package onerun

import (
	"math"
	"slices"
)

// Cuts divides the values of an ordered trait at their quantiles into at most most bins. It returns the bin of each
// value, and the least value of each bin. Equal values are in one bin; NaN is in no bin, -1.
func Cuts(values []float64, most int) (bins []int, least []float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	for q := range most {
		rank := q * len(sorted) / most
		if rank < len(sorted) && (len(least) == 0 || sorted[rank] > least[len(least)-1]) {
			least = append(least, sorted[rank])
		}
	}
	bins = make([]int, len(values))
	for i, v := range values {
		index, found := slices.BinarySearch(least, v)
		if !found {
			index--
		}
		bins[i] = index
		if math.IsNaN(v) {
			bins[i] = -1
		}
	}
	return bins, least
}
