package stats

import "math"

// Interval is a confidence interval; Low <= High.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson is the score interval of Wilson (1927) for the probability of success, without continuity correction, given
// the share p of successes among n trials, at a confidence level between 0 and 1, such as 0.95. It lies within 0 to 1.
// It is also of use for few trials, for no successes and for successes only. n may be an effective number of trials,
// for example if values come in documents: it need not be whole.
//
// It is undefined for a share outside of 0 to 1, for n that is not positive or not finite, and for a level outside of the open
// interval from 0 to 1.
func Wilson(p, n, level float64) (interval Interval, ok bool) {
	if !(p >= 0 && p <= 1) || !(n > 0) || !finite(n) || !validLevel(level) {
		return Interval{}, false
	}
	// For fewer trials z*z/(n*n) would overflow. The bound changes the interval by nothing that matters.
	n = max(n, 0x1p-500)
	z := Normal(level)
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	interval = Interval{Low: max(0, center-half), High: min(1, center+half)}
	// At the ends center and half, or center + half and 1, are equal but for rounding.
	if p == 0 {
		interval.Low = 0
	}
	if p == 1 {
		interval.High = 1
	}
	return interval, true
}

func validLevel(level float64) bool { return level > 0 && level < 1 }

// Normal returns the z such that a standard normal value lies between -z and z with probability level: 1.96 for 0.95.
// It is 0 for a level of 0 or less or NaN, and about 8.3 for a level of 1 or more.
func Normal(level float64) float64 {
	if math.IsNaN(level) {
		return 0
	}
	return math.Sqrt2 * math.Erfinv(min(max(level, 0), 1-0x1p-53))
}
