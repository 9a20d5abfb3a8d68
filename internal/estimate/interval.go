package estimate

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Interval is the interval of a change by itself, which [Agree] makes agree with its test.
type Interval struct {
	stats.Interval
	Defined     bool
	Approximate bool // it rests on fewer than [FewDocuments]
}

// Intervals returns the intervals of the changes of F1 of the fields, of the micro and of the macro average, by
// resamples of the Totals. The percentile interval is too narrow if few documents changed, and a point if none did: see
// [Change.Interval]. changed has, for each field, the number of units that changed in it. averaged is the number of
// units that changed in any field of the averages.
func (s *Sample) Intervals(resamples *stats.Accumulator, changed []int, averaged int, units Units) (fields []Interval, micro, macro Interval) {
	last, width := len(s.Fields), s.Layout.Block()
	all := make([]Interval, last+1)
	Abreast(last+1, func(i int) {
		n := averaged
		if i < last {
			n = changed[i]
		}
		columns := make([]int, width)
		for k := range columns {
			columns[k] = i*width + k
		}
		all[i] = interval(resamples.Select(columns), Change{Score: s.Layout.Delta, Values: s.Layout.Values, Changed: n, Units: units})
	})
	macro = interval(resamples, Change{
		Score:  s.MacroDelta,
		Values: func(sums []int64) int64 { return s.Layout.Values(s.Layout.Of(sums, last)) }, Changed: averaged, Units: units,
	})
	return all[:last], all[last], s.widen(macro, all[:last])
}

func interval(sums *stats.Accumulator, change Change) Interval {
	i, documents, ok := change.Interval(sums)
	return Interval{i, ok, ok && documents < FewDocuments}
}

// widen makes the change of the macro average as uncertain as the changes of its fields (see [MeanInterval]). In the
// resamples of the average, a field comes only from the documents that have it, which may be few.
func (s *Sample) widen(macro Interval, fields []Interval) Interval {
	if !macro.Defined {
		return macro
	}
	var each []Estimated
	for _, i := range s.macro {
		delta, ok := s.Layout.Delta(s.Block(i))
		if !ok { // the field has only absent values, and is not in the average
			continue
		}
		e := Estimated{Value: delta, Interval: stats.Interval{Low: -1, High: 1}}
		if fields[i].Defined {
			e.Interval = fields[i].Interval
		}
		each = append(each, e)
		macro.Approximate = macro.Approximate || fields[i].Approximate
	}
	if mean, ok := MeanInterval(each); ok {
		macro.Interval = Hull(mean, macro.Interval)
	}
	return macro
}

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
// on the score. u is a weighted mean of √(V/Changed), the effect of a changed document, and 1/documents, the effect of a
// whole document, which has the weight of three documents. u is at most V/(|change|·(1-|change|)), its value if all
// changes go in one direction. The numbers of fixed and broken documents follow from the change and V: fixed - broken =
// n·change, fixed + broken = n²·V + n·change².
//
// The second result is the effective number of documents that have any value, as in [Ratio.Interval]. The interval is
// undefined where the interval of the accumulator is undefined.
func (c Change) Interval(a *stats.Accumulator) (interval stats.Interval, documents float64, ok bool) {
	sums := a.Sums()
	change, _ := c.Score(sums)
	total := float64(c.Values(sums))
	var changes, all Moments
	scored := 0 // the first sums are those of the documents
	interval, ok = a.Interval(func(resampled []int64) (float64, bool) {
		v, ok := c.Score(resampled)
		if scored++; scored > 1 {
			all.AddValue(float64(c.Values(resampled)) - total)
			if ok && finite(v) {
				changes.AddValue(v - change)
			}
		}
		return v, ok
	})
	if !ok {
		return stats.Interval{}, 0, false
	}
	documents = min(all.effective(total), c.Units.count(a.Documents()))
	n, size := documents, min(max(change, -change), 1)
	if v, k := changes.Variance(), float64(max(c.Changed, 0)); v > 0 {
		n = max(n, (k+3)/(math.Sqrt(k*v)+3/documents), size*(1-size)/v)
		n = min(n, max(c.Units.values(total), documents))
	}
	net := min(max(change, -1), 1) * n
	changed := min(max(n*n*changes.Variance()+net*net/n, net, -net), n)
	if wide, ok := ChangeOfShare((changed+net)/2, (changed-net)/2, n, a.Settings().Level); ok {
		interval = Hull(interval, wide)
	}
	return interval, documents, true
}

// Estimated is an estimate and its interval.
type Estimated struct {
	Value float64
	stats.Interval
}

// MeanInterval returns an interval of the unweighted mean of separate estimates, such as the macro average of fields.
// It combines their intervals, all of one level, by the method of variance estimates recovery (MOVER, Zou and Donner
// 2008; for a linear function of proportions Zou, Huang and Zhang 2009): the distances of the low ends from their
// values give the uncertainty of the mean downwards, the high ends upwards,
//
//	low = mean - √Σ(value-low)²/k, high = mean + √Σ(high-value)²/k
//
// with k numbers. So an estimate from few documents is as uncertain in the mean as it is by itself. The bootstrap of
// the mean misses that uncertainty: if one document in thirty has a field, and has it right, the field is right in
// every resample.
//
// The method assumes independent estimates. Fields of one document often fail together; [Ratio.Interval] of their mean
// allows for that. The [Hull] of both intervals is safe.
//
// The interval contains the mean, and lies between the mean of the low ends and the mean of the high ends: so a mean of
// shares stays from 0 to 1. For one estimate it is the interval of the estimate. An end that lies on the wrong side of
// its value, by rounding or in a percentile interval of skewed values, counts as the value. The interval is undefined
// without estimates, and if a distance from a value to an end is NaN or infinite.
func MeanInterval(estimates []Estimated) (interval stats.Interval, ok bool) {
	if len(estimates) == 0 {
		return stats.Interval{}, false
	}
	sum, lower, upper := 0.0, 0.0, 0.0
	for _, e := range estimates {
		fall, rise := max(0, e.Value-e.Low), max(0, e.High-e.Value)
		if !finite(fall) || !finite(rise) {
			return stats.Interval{}, false
		}
		sum += e.Value
		lower += fall * fall
		upper += rise * rise
	}
	k := float64(len(estimates))
	return stats.Interval{Low: (sum - math.Sqrt(lower)) / k, High: (sum + math.Sqrt(upper)) / k}, true
}

// Hull returns the least interval that contains both i and j.
func Hull(i, j stats.Interval) stats.Interval {
	return stats.Interval{Low: min(i.Low, j.Low), High: max(i.High, j.High)}
}
