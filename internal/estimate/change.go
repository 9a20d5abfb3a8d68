package estimate

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Change is the change of a score of sums over documents, such as F1, between two runs, from -1 to 1.
type Change struct {
	// Score returns the new score less the old one, false where it is undefined.
	Score func(sums []int64) (value float64, ok bool)
	// Values returns the number of values of the documents, linear in the sums, such as TP + FP + FN of both runs.
	Values func(sums []int64) int64
	// Changed is the number of documents whose score changed, or a lower bound of it.
	Changed int
	// Units are the units of resampling, if some documents are copies of others.
	Units Units
}

// Interval returns an interval of the change that is never a point: [stats.Accumulator.Interval], with each end moved
// out to the end of [ChangeOfShare] if that is further out, as when few documents changed.
//
// V is the variance of the change over the resamples. The n of ChangeOfShare is 1/u, where u is the effect of one document
// on the score. u is the mean of √(V/Changed), the effect of the changed documents, and of 1/documents, the effect of a
// whole document, with the weight of three documents. It is at most V/(|change|·(1-|change|)), the value at which all
// changes go in one direction. The numbers of fixed and broken documents follow from the change and V: fixed - broken =
// n·change, fixed + broken = n²·V + n·change².
//
// The second result is the effective number of documents that have any value, as in [Ratio.Interval]. The interval is
// undefined where the interval of the accumulator is undefined.
func (c Change) Interval(a *stats.Accumulator) (interval stats.Interval, documents float64, ok bool) {
	sums := a.Sums()
	change, _ := c.Score(sums)
	total := float64(c.Values(sums))
	var changes, all moments
	scored := 0 // the first sums are those of the documents
	interval, ok = a.Interval(func(resampled []int64) (float64, bool) {
		v, ok := c.Score(resampled)
		if scored++; scored > 1 {
			all.addValue(float64(c.Values(resampled)) - total)
			if ok && finite(v) {
				changes.addValue(v - change)
			}
		}
		return v, ok
	})
	if !ok {
		return stats.Interval{}, 0, false
	}
	documents = min(all.effective(total), c.Units.count(a.Documents()))
	n, size := documents, min(max(change, -change), 1)
	if v, k := changes.variance(), float64(max(c.Changed, 0)); v > 0 {
		n = max(n, (k+3)/(math.Sqrt(k*v)+3/documents), size*(1-size)/v)
		n = min(n, max(c.Units.values(total), documents))
	}
	net := min(max(change, -1), 1) * n
	changed := min(max(n*n*changes.variance()+net*net/n, net, -net), n)
	if wide, ok := ChangeOfShare((changed+net)/2, (changed-net)/2, n, a.Settings().Level); ok {
		interval = Hull(interval, wide)
	}
	return interval, documents, true
}
