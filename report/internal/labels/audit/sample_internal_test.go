package audit

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/testdata/effort"
)

// By hand: of 10 documents 3 are bad, and 4 are drawn: none of them is bad in C(7,4)/C(10,4) = 35/210, at most one in 35/210 +
// 3·C(7,3)/210. The others by Python's fractions and math.comb: the sum of comb(D, i)·comb(N-D, n-i) / comb(N, n).
func TestTail(t *testing.T) {
	for _, tt := range []struct {
		documents, bad, n, few int
		want                   float64
	}{
		{10, 3, 4, 0, 1. / 6}, {10, 3, 4, 1, 2. / 3}, {10, 3, 4, 3, 1}, {10, 0, 4, 0, 1}, {10, 10, 4, 3, 0}, {10, 8, 4, 1, 0}, {50, 5, 20, 2, 104429. / 151340}, {446, 2, 346, 0, 0.04988159419559631},
	} {
		assert.InDelta(t, tt.want, tail(tt.documents, tt.bad, tt.n, tt.few), 1e-10, "%+v", tt)
	}
}

// falsely returns the exact chance that the first look that is kept promises what is false, if so many documents are bad: it follows
// all numbers of bad ones that may be found from look to look.
func falsely(documents, bad int, right float64, all []Look) float64 {
	choose := func(n, k int) *big.Int {
		if k < 0 || k > n {
			return new(big.Int)
		}
		return new(big.Int).Binomial(int64(n), int64(k))
	}
	open, before, sum := map[int]*big.Rat{0: big.NewRat(1, 1)}, 0, new(big.Rat)
	for _, l := range all {
		next := map[int]*big.Rat{}
		for found, p := range open {
			for more := range min(bad-found, l.Documents-before) + 1 {
				ways := new(big.Int).Mul(choose(bad-found, more), choose(documents-before-bad+found, l.Documents-before-more))
				q := new(big.Rat).SetFrac(ways, choose(documents-before, l.Documents-before))
				if next[found+more] == nil {
					next[found+more] = new(big.Rat)
				}
				next[found+more].Add(next[found+more], q.Mul(q, p))
			}
		}
		for found := range l.Wrong + 1 {
			if p := next[found]; p != nil {
				if float64(bad-found) > (1-right)*float64(documents-l.Documents)+1e-9 {
					sum.Add(sum, p)
				}
				delete(next, found)
			}
		}
		open, before = next, l.Documents
	}
	f, _ := sum.Float64()
	return f
}

// Whatever the number of wrong documents is, a promise is false with a probability of at most 5 %, and at some number with nearly as much:
// the same chances by Python's fractions are .0489198, .0493167 and .0498816.
func TestLooksKeepTheirLevel(t *testing.T) {
	for _, tt := range effort.Some(2, []struct {
		documents int
		right     float64
		greatest  float64
	}{{100, 0.9, 0.048919767963648775}, {300, 0.95, 0.049316732356718886}, {446, 0.99, 0.04988159419559631}}) {
		all := looks(tt.documents, tt.right)
		greatest := 0.0
		for bad := range effort.Size(30, 60) {
			greatest = max(greatest, falsely(tt.documents, bad, tt.right, all))
		}
		assert.InDelta(t, tt.greatest, greatest, 1e-10)
	}
	rapid.Check(t, func(t *rapid.T) {
		documents := rapid.IntRange(1, effort.Size(120, 200)).Draw(t, "documents")
		right := rapid.Float64Range(0.5, 0.99).Draw(t, "right")
		bad := rapid.IntRange(0, documents).Draw(t, "bad")
		assert.LessOrEqual(t, falsely(documents, bad, right, looks(documents, right)), 0.05)
	})
}

// No look is earlier than one document with 5 % alone would be: by hand 0.99^299 = 0.0495 for very many documents.
func TestLooks(t *testing.T) {
	many := looks(100_000, 0.99)
	require.Len(t, many, maxLooks)
	last := 298
	for i, l := range many {
		assert.Equal(t, i, l.Wrong)
		assert.Greater(t, l.Documents, last)
		last = l.Documents
	}
	for _, right := range []float64{0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999} {
		n := needed(right)
		assert.Empty(t, looks(n-1, right), right)
		assert.NotEmpty(t, looks(n, right), right)
	}
	// By Python's fractions: the first N at which tail(N, k+1, N-100k, 0) is at most 0.05 is 446, 542 and 633 for k = 1, 2, 3.
	assert.Equal(t, 446, needed(0.99))
	assert.Equal(t, []Look{{346, 0}}, looks(446, 0.99))
	assert.Empty(t, looks(0, 0.9))
}
