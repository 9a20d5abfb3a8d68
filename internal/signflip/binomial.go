package signflip

import "math"

// McNemar returns the p-value of the exact test of McNemar; see package stats, which has it for users.
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
