package estimate

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

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
