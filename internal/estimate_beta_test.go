package internal_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
)

// Binomial tails in exact fractions.
func TestIncompleteBetaIsTheBinomialTail(t *testing.T) {
	for _, n := range []int{1, 2, 7, 40, 299, 473} {
		for _, percent := range []int64{1, 5, 50, 99} {
			sum, q := new(big.Rat), big.NewRat(percent, 100)
			p := new(big.Rat).Sub(big.NewRat(1, 1), q)
			power := func(r *big.Rat, k int) *big.Rat {
				num := new(big.Int).Exp(r.Num(), big.NewInt(int64(k)), nil)
				return new(big.Rat).SetFrac(num, new(big.Int).Exp(r.Denom(), big.NewInt(int64(k)), nil))
			}
			for k := range min(n, 12) + 1 {
				term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
				term.Mul(term, power(q, k)).Mul(term, power(p, n-k))
				want, _ := sum.Add(sum, term).Float64()
				got := estimate.IncompleteBeta(1-float64(percent)/100, float64(n-k), float64(k+1))
				assert.InDelta(t, want, got, 1e-11*max(want, 1e-3), "n = %d, k = %d, %d %%", n, k, percent)
			}
		}
	}
}

// I_x(1, b) = 1-(1-x)^b and I_x(a, 1) = x^a, also of numbers that are not whole; and it falls with a and grows with b.
func TestIncompleteBetaOfFractions(t *testing.T) {
	assert.InDelta(t, 0.7512, estimate.IncompleteBeta(0.4, 1, 2.7230), 1e-3)
	assert.InDelta(t, 0.5946, estimate.IncompleteBeta(0.5, 0.75, 1), 1e-4)
	assert.InDelta(t, 0.5, estimate.IncompleteBeta(0.5, 3.3, 3.3), 1e-12)
	last := 1.0
	for _, a := range []float64{0, 0.1, 0.9, 1, 1.1, 5, 20, 300} {
		v := estimate.IncompleteBeta(0.9, a, 2.5)
		assert.LessOrEqual(t, v, last, a)
		last = v
	}
	assert.Equal(t, 0.0, estimate.IncompleteBeta(0, 2, 3))
	assert.Equal(t, 1.0, estimate.IncompleteBeta(1, 2, 3))
}
