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
	tail, _, ok := smallerTail(fixed, broken)
	return min(1, 2*tail), ok
}

// McNemarMidP is McNemar with the mid-P correction (Lancaster 1961; recommended for this test by Fagerland, Lydersen
// and Laake 2013): of the observed split itself only half the probability counts in the tail that is doubled. The exact
// test is conservative, its true error rate lies well below the nominal one for few cases; this one stays close to it,
// and may exceed it slightly. For equal counts it is 1. It is undefined where McNemar is.
func McNemarMidP(fixed, broken int) (p float64, ok bool) {
	tail, point, ok := smallerTail(fixed, broken)
	return min(1, 2*tail-point), ok
}

// smallerTail is P(X <= min(a,b)) and P(X = min(a,b)) for X binomial with a+b trials and p = 1/2.
func smallerTail(a, b int) (tail, point float64, ok bool) {
	if a < 0 || b < 0 || a > math.MaxInt32-b {
		return 0, 0, false
	}
	k, n := float64(min(a, b)), float64(a+b)
	lnN, _ := math.Lgamma(n + 1)
	lnK, _ := math.Lgamma(k + 1)
	lnRest, _ := math.Lgamma(n - k + 1)
	point = min(1, math.Exp(lnN-lnK-lnRest-n*math.Ln2))
	// The terms fall from k downwards, so the sum may end where they no longer change it.
	for term := point; term > tail*0x1p-53; k-- {
		tail += term
		term *= k / (n - k + 1)
	}
	return tail, point, true
}
