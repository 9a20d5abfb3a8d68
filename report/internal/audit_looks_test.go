package internal_test

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// looksAt returns the looks of a plan for documents of which none has a reason to be looked at first.
func looksAt(t reporttest.TB, documents int, right float64) ([]audit.Look, *audit.Plan) {
	rules, err := accept.NewReadingRules(report.Dataset{})
	require.NoError(t, err)
	p, err := audit.NewPlan(rules, drafts(nil, make([]bool, documents), 0), nil, audit.Options{Right: right})
	require.NoError(t, err)
	require.Empty(t, p.First)
	return p.Looks, p
}

// falsely returns the exact chance that the first look that is kept promises what is false, if so many documents are bad: it follows
// all numbers of bad ones that may be found from look to look.
func falsely(documents, bad int, right float64, all []audit.Look) float64 {
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
		all, _ := looksAt(t, tt.documents, tt.right)
		greatest := 0.0
		for bad := range effort.Size(30, 60) {
			greatest = max(greatest, falsely(tt.documents, bad, tt.right, all))
		}
		assert.InDelta(t, tt.greatest, greatest, 1e-10)
	}
	rapid.Check(t, func(t *rapid.T) {
		documents := rapid.IntRange(1, effort.Size(60, 200)).Draw(t, "documents")
		right := rapid.Float64Range(0.5, 0.99).Draw(t, "right")
		bad := rapid.IntRange(0, documents).Draw(t, "bad")
		all, _ := looksAt(t, documents, right)
		assert.LessOrEqual(t, falsely(documents, bad, right, all), 0.05)
	})
}

// No look is earlier than one document with 5 % alone would be: by hand 0.99^299 = 0.0495 for very many documents.
func TestLooks(t *testing.T) {
	many, _ := looksAt(t, 10_000, 0.99)
	require.Len(t, many, 6)
	last := 298
	for i, l := range many {
		assert.Equal(t, i, l.Wrong)
		assert.Greater(t, l.Documents, last)
		last = l.Documents
	}
	for _, tt := range []struct {
		right float64
		least int // the fewest documents for which there is a look
	}{{0.5, 7}, {0.8, 21}, {0.9, 43}, {0.95, 88}, {0.98, 222}, {0.99, 446}} {
		all, p := looksAt(t, tt.least-1, tt.right)
		assert.Empty(t, all, tt.right)
		var out bytes.Buffer
		require.NoError(t, p.WriteText(&out, nil, view.Screen{}))
		assert.Contains(t, out.String(), fmt.Sprintf("it needs %d or more", tt.least))
		all, _ = looksAt(t, tt.least, tt.right)
		assert.NotEmpty(t, all, tt.right)
	}
	// By Python's fractions: the first N at which C(N-k-1, N-100k) / C(N, N-100k) is at most 0.05 is 446, 542 and 633 for k = 1, 2, 3.
	all, _ := looksAt(t, 446, 0.99)
	assert.Equal(t, []audit.Look{{Documents: 346}}, all)
	all, _ = looksAt(t, 0, 0.9)
	assert.Empty(t, all)
}
