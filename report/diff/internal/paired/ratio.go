package paired

import (
	"iter"
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Measured is what one document adds to a ratio Σ sum / Σ weight in both runs.
type Measured struct {
	Unit          uint64 // of resampling
	Sums, Weights [2]float64
}

// Ratios returns the ratio of both runs, undefined where the weights are 0, and the interval of its change by a
// bootstrap over documents, undefined with fewer than two of them, and where none changed. It goes over the documents twice.
func Ratios(b stats.Bootstrap, all iter.Seq[Measured]) (ratios [2]float64, defined [2]bool, change stats.Interval, ok bool) {
	var sums, weights [2]float64
	documents, changed := 0, false
	for d := range all {
		documents++
		changed = changed || d.Sums[0] != d.Sums[1] || d.Weights[0] != d.Weights[1]
		for side := range sums {
			sums[side] += d.Sums[side]
			weights[side] += d.Weights[side]
		}
	}
	for side, w := range weights {
		if defined[side] = w > 0; w > 0 {
			ratios[side] = sums[side] / w
		}
	}
	if !changed || documents < 2 || weights[0] <= 0 || weights[1] <= 0 {
		return ratios, defined, change, false
	}
	// The resamples add up integers: sums and weights in units of which there are 2^40 in
	// all, so that their ratio is known to nine digits.
	const units = 1 << 40
	scaled := func(v, all float64) int {
		return int(math.Round(v / math.Max(all, math.SmallestNonzeroFloat64) * units))
	}
	sum, weight := math.Max(sums[0], sums[1]), math.Max(weights[0], weights[1])
	changes, err := b.Accumulator(4)
	if err != nil { // the options were checked
		return ratios, defined, change, false
	}
	for d := range all {
		_ = changes.Add(d.Unit, []int{
			scaled(d.Sums[0], sum), scaled(d.Weights[0], weight), scaled(d.Sums[1], sum), scaled(d.Weights[1], weight),
		}) // as many counts as columns: no error
	}
	change, ok = changes.Interval(func(n []int64) (float64, bool) {
		if n[1] <= 0 || n[3] <= 0 {
			return 0, false
		}
		return (float64(n[2])/float64(n[3]) - float64(n[0])/float64(n[1])) * sum / weight, true
	})
	return ratios, defined, change, ok
}
