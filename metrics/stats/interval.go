package stats

import "math"

// Interval is a confidence interval; Low <= High.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson is the score interval of Wilson (1927) for the probability of success, without continuity correction, at a
// confidence level between 0 and 1, such as 0.95. It lies within 0 to 1, and is of use for few trials, and for 0 or all
// successes, too.
//
// It is undefined without trials, for successes below 0 or above trials, and for a level outside of the open interval
// from 0 to 1.
func Wilson(successes, trials int, level float64) (interval Interval, ok bool) {
	if trials <= 0 || successes < 0 || successes > trials || !validLevel(level) {
		return Interval{}, false
	}
	z := math.Sqrt2 * math.Erfinv(level)
	n := float64(trials)
	p := float64(successes) / n
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	interval = Interval{Low: max(0, center-half), High: min(1, center+half)}
	// At the ends both terms are equal, and only rounding keeps them apart.
	if successes == 0 {
		interval.Low = 0
	}
	if successes == trials {
		interval.High = 1
	}
	return interval, true
}

func validLevel(level float64) bool { return level > 0 && level < 1 }
