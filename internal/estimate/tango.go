package estimate

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// ChangeOfShare returns the score interval of Tango (1998) for the change of a share between two runs over the same n
// documents, (fixed-broken)/n: fixed documents became right and broken documents became wrong. It is never a point:
// without changes it is ±z²/(n+z²), and if all changes go one way, its far end is the end of [stats.Wilson]. The
// numbers need not be whole: n may be an effective number of documents.
//
// It is undefined for a number below 0, for n that is not positive or less than fixed + broken, and for a level outside
// of the open interval from 0 to 1.
func ChangeOfShare(fixed, broken, n, level float64) (interval stats.Interval, ok bool) {
	if !(fixed >= 0) || !(broken >= 0) || !(n > 0) || !finite(n) || !(fixed+broken <= n*(1+1e-9)) || !ValidLevel(level) {
		return stats.Interval{}, false
	}
	return stats.Interval{Low: -greatestChange(broken, fixed, n, level), High: greatestChange(fixed, broken, n, level)}, true
}

// greatestChange returns the greatest change that the score test does not reject.
func greatestChange(fixed, broken, n, level float64) float64 {
	z := stats.Normal(level)
	low, high := (fixed-broken)/n, 1.0
	for range 60 {
		change := (low + high) / 2
		// The likeliest share of broken documents, given the change: the greater root of 2n·q² + b·q - broken·change·(1-change).
		b := change*(2*n-fixed+broken) - fixed - broken
		q := (math.Sqrt(max(0, b*b+8*n*broken*change*(1-change))) - b) / (4 * n)
		variance := n * (2*q + change*(1-change))
		if distance := n*change - (fixed - broken); distance*distance <= z*z*variance {
			low = change
		} else {
			high = change
		}
	}
	return (low + high) / 2
}
