package stats

import "math"

// McNemar is the exact two-sided test of McNemar (1947) for two runs on the same cases: given how many cases became
// right and how many became wrong, the probability of a split at least this uneven if either were equally likely. It is
// twice the smaller tail of the binomial distribution with p = 1/2, at most 1; cases that both runs got right, or both
// wrong, do not matter.
//
// Without any changed case it is 1: nothing speaks for a difference. It is undefined for negative counts, and for more
// than 2^31-1 together. The relative error is below 1e-8 up to a million changed cases.
func McNemar(fixed, broken int) (p float64, ok bool) {
	if fixed < 0 || broken < 0 || fixed > math.MaxInt32-broken {
		return 0, false
	}
	k, n := min(fixed, broken), fixed+broken
	tail := 0.0
	// The terms fall from k downwards, so the sum may end where they no longer change it.
	for term := min(1, choices(n, k)); term > tail*0x1p-53; k-- {
		tail += term
		term *= float64(k) / float64(n-k+1)
	}
	return min(1, 2*tail), true
}
