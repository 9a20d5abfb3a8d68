package estimate

import "math"

// IncompleteBeta is the regularized incomplete beta function I_x(a, b) for x from 0 to 1, b above 0, and a from 0. With
// a = n-k and b = k+1 it is the chance of at most k successes in n trials, each with a chance of 1-x; the numbers need
// not be whole. Its error is about 1e-13.
//
// It uses the continued fraction of DLMF 8.17.22, which converges fast for x up to (a+1)/(a+b+2), and for greater x the
// symmetry I_x(a, b) = 1 - I_1-x(b, a). It evaluates the fraction by the method of Lentz (1976).
func IncompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0 && a > 0:
		return 0
	case x >= 1 || a <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - betaFraction(1-x, b, a)
	}
	return betaFraction(x, a, b)
}

func betaFraction(x, a, b float64) float64 {
	lnAB, _ := math.Lgamma(a + b)
	lnA, _ := math.Lgamma(a)
	lnB, _ := math.Lgamma(b)
	front := math.Exp(lnAB-lnA-lnB+a*math.Log(x)+b*math.Log1p(-x)) / a

	const tiny = 1e-300
	d := 1 / nonzero(1-(a+b)*x/(a+1), tiny)
	c, fraction := 1.0, d
	for i := 1; i <= 10_000; i++ {
		m := float64(i)
		evenTerm := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		for _, term := range [...]float64{evenTerm, odd} {
			d = 1 / nonzero(1+term*d, tiny)
			c = nonzero(1+term/c, tiny)
			fraction *= c * d
		}
		if change := c*d - 1; max(change, -change) < 0x1p-50 {
			break
		}
	}
	return front * fraction
}

// nonzero returns v, or tiny in place of 0.
func nonzero(v, tiny float64) float64 {
	if v == 0 {
		return tiny
	}
	return v
}
