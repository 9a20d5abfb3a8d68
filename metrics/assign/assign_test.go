package assign_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestGreedyAndOptimal(t *testing.T) {
	for _, tt := range []struct {
		name            string
		p               assign.Problem
		greedy, optimal assign.Result
	}{
		{
			name:    "two empty lists",
			greedy:  assign.Result{},
			optimal: assign.Result{},
		},
		{
			name:    "nothing to pair with",
			p:       assign.Problem{Got: 2},
			greedy:  assign.Result{UnmatchedGot: []int{0, 1}},
			optimal: assign.Result{UnmatchedGot: []int{0, 1}},
		},
		{
			// want [aaaab, aaabb] against got [aaaaa, aaaab]: the equal pair leaves two items that differ in two
			// letters.
			name:    "the best pair may be in the way of two good ones",
			p:       assign.Problem{Got: 2, Want: 2, Matrix: []float64{0.8, 0.6, 1, 0.8}, Threshold: 0.8},
			greedy:  assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 1}}, UnmatchedGot: []int{0}, UnmatchedWant: []int{1}},
			optimal: assign.Result{Pairs: []assign.Pair{{Got: 0, Want: 0, Similarity: 0.8}, {Got: 1, Want: 1, Similarity: 0.8}}},
		},
		{
			name:    "the threshold is reached within 1e-9",
			p:       assign.Problem{Got: 1, Want: 1, Matrix: []float64{(1 + .7 + .7) / 3}, Threshold: 0.8},
			greedy:  assign.Result{Pairs: []assign.Pair{{Similarity: (1 + .7 + .7) / 3}}},
			optimal: assign.Result{Pairs: []assign.Pair{{Similarity: (1 + .7 + .7) / 3}}},
		},
		{
			name:    "a pair below the threshold is not formed",
			p:       assign.Problem{Got: 1, Want: 1, Matrix: []float64{0.79}, Threshold: 0.8},
			greedy:  assign.Result{UnmatchedGot: []int{0}, UnmatchedWant: []int{0}},
			optimal: assign.Result{UnmatchedGot: []int{0}, UnmatchedWant: []int{0}},
		},
		{
			name:    "similarity 0 is not a pair",
			p:       assign.Problem{Got: 1, Want: 1, Matrix: []float64{0}},
			greedy:  assign.Result{UnmatchedGot: []int{0}, UnmatchedWant: []int{0}},
			optimal: assign.Result{UnmatchedGot: []int{0}, UnmatchedWant: []int{0}},
		},
		{
			name:    "two got items compete for one want item",
			p:       assign.Problem{Got: 2, Want: 1, Matrix: []float64{0.8, 0.9}},
			greedy:  assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 0.9}}, UnmatchedGot: []int{0}},
			optimal: assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 0.9}}, UnmatchedGot: []int{0}},
		},
		{
			name:    "an open tie goes to the first and is ambiguous",
			p:       assign.Problem{Got: 2, Want: 1, Matrix: []float64{0.9, 0.9}},
			greedy:  assign.Result{Pairs: []assign.Pair{{Similarity: 0.9}}, UnmatchedGot: []int{1}, Ambiguous: true},
			optimal: assign.Result{Pairs: []assign.Pair{{Similarity: 0.9}}, UnmatchedGot: []int{1}, Ambiguous: true},
		},
		{
			name:    "an exchange of equal items is not ambiguous",
			p:       assign.Problem{Got: 2, Want: 1, Matrix: []float64{0.9, 0.9}, GotContent: []string{"x", "x"}},
			greedy:  assign.Result{Pairs: []assign.Pair{{Similarity: 0.9}}, UnmatchedGot: []int{1}},
			optimal: assign.Result{Pairs: []assign.Pair{{Similarity: 0.9}}, UnmatchedGot: []int{1}},
		},
		{
			name: "of equal items the first are paired, and with the first",
			p: assign.Problem{Got: 3, Want: 3, Matrix: []float64{1, 1, 0.9, 1, 1, 0.9, 1, 1, 0.9}, Threshold: 0.95,
				GotContent: []string{"x", "x", "x"}, WantContent: []string{"x", "x", "y"}},
			greedy:  assign.Result{Pairs: []assign.Pair{{Similarity: 1}, {Got: 1, Want: 1, Similarity: 1}}, UnmatchedGot: []int{2}, UnmatchedWant: []int{2}},
			optimal: assign.Result{Pairs: []assign.Pair{{Similarity: 1}, {Got: 1, Want: 1, Similarity: 1}}, UnmatchedGot: []int{2}, UnmatchedWant: []int{2}},
		},
		{
			name:    "a tie goes to the lesser content",
			p:       assign.Problem{Got: 2, Want: 1, Matrix: []float64{0.9, 0.9}, GotContent: []string{"y", "x"}},
			greedy:  assign.Result{Pairs: []assign.Pair{{Got: 1, Similarity: 0.9}}, UnmatchedGot: []int{0}, Ambiguous: true},
			optimal: assign.Result{Pairs: []assign.Pair{{Got: 1, Similarity: 0.9}}, UnmatchedGot: []int{0}, Ambiguous: true},
		},
		{
			name: "a tie goes to the preferred",
			p: assign.Problem{Got: 2, Want: 2, Matrix: []float64{1, 1, 1, 1},
				Prefer: func(got, want int) int { return []int{1, 3, 3, 1}[got*2+want] }},
			greedy:  assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}},
			optimal: assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}},
		},
		{
			name: "no preference outweighs a similarity",
			p: assign.Problem{Got: 2, Want: 2, Matrix: []float64{0.9, 0.9, 0.9, 0.9 - 1e-8},
				Prefer: func(got, want int) int { return []int{math.MaxInt, 0, 0, math.MaxInt}[got*2+want] }},
			greedy:  assign.Result{Pairs: []assign.Pair{{Similarity: 0.9}, {Got: 1, Want: 1, Similarity: 0.9 - 1e-8}}},
			optimal: assign.Result{Pairs: []assign.Pair{{Got: 1, Want: 0, Similarity: 0.9}, {Got: 0, Want: 1, Similarity: 0.9}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			greedy, err := assign.Greedy(tt.p)
			require.NoError(t, err)
			assert.Equal(t, tt.greedy, greedy, "greedy")
			optimal, err := assign.Optimal(tt.p)
			require.NoError(t, err)
			assert.Equal(t, tt.optimal, optimal, "optimal")
		})
	}
}

// scipy.optimize.linear_sum_assignment (scipy 1.10.1) on the same matrices, with maximize=True. For the last column the
// values below the threshold were set to 0, and pairs of value 0 left out.
func TestOptimalAgreesWithScipy(t *testing.T) {
	for _, tt := range []struct {
		matrix          string
		n               int
		total, above0_8 float64
	}{
		{"int100", 100, 98.910000, 98.910000},
		{"int100", 500, 499.930000, 499.930000},
		{"product", 100, 82.831717, 76.253175},
		{"simties", 500, 451.300000, 451.300000},
		{"uniform", 100, 98.498429, 98.498429},
		{"uniform", 500, 498.332902, 498.332902},
	} {
		p := assign.Problem{Got: tt.n, Want: tt.n, Matrix: matrices[tt.matrix](rand.New(rand.NewPCG(1, uint64(tt.n))), tt.n)}
		r, err := assign.Optimal(p)
		require.NoError(t, err)
		assert.InDelta(t, tt.total, total(r), 2e-6, "%s %d", tt.matrix, tt.n)
		p.Threshold = 0.8
		r, err = assign.Optimal(p)
		require.NoError(t, err)
		assert.InDelta(t, tt.above0_8, total(r), 2e-6, "%s %d, threshold 0.8", tt.matrix, tt.n)
	}
}

// Greedy as its doc comment defines it, without any of the optimisations.
func TestGreedyAgreesWithItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 60 {
		size := 20
		if n%20 == 0 {
			size = 100 // enough pairs for the radix sort
		}
		p := assign.Problem{Got: size, Want: size, Matrix: make([]float64, size*size), Threshold: 0.1}
		levels := []float64{5, 1000, 1e12}[n%3]
		for k := range p.Matrix {
			p.Matrix[k] = math.Round(r.Float64()*levels) / levels
		}
		var want []assign.Pair
		got, wanted := make([]bool, size), make([]bool, size)
		for {
			best := assign.Pair{Similarity: -1}
			for i := range size {
				for j := range size {
					if s := p.Matrix[i*size+j]; !got[i] && !wanted[j] && s >= p.Threshold-1e-9 &&
						math.Round(s*(1<<30)) > math.Round(best.Similarity*(1<<30)) {
						best = assign.Pair{Got: i, Want: j, Similarity: s}
					}
				}
			}
			if best.Similarity < 0 {
				break
			}
			got[best.Got], wanted[best.Want] = true, true
			want = append(want, best)
		}
		slices.SortFunc(want, func(a, b assign.Pair) int { return a.Want - b.Want })
		result, err := assign.Greedy(p)
		require.NoError(t, err)
		require.Equal(t, want, result.Pairs)
	}
}

func TestByKey(t *testing.T) {
	similarity := []float64{
		// want: a1  a2   b  -
		0.5, 0.9, 0, 0.9, // got: a
		0.0, 0.5, 0, 0.9, //      a
		0.0, 0.0, 0, 0.9, //      b, like nothing
		1.0, 1.0, 1, 1.0, //      without a key
	}
	p := assign.Problem{Got: 4, Want: 4, Matrix: similarity, Threshold: 0.8}
	r, err := assign.ByKey(p, []string{"a", "a", "b", ""}, []string{"a", "a", "b", ""})
	require.NoError(t, err)
	// 0.5+0.5 is more than 0.9+0; and b belongs to b, however little they resemble each other.
	assert.Equal(t, assign.Result{
		Pairs:        []assign.Pair{{Got: 0, Want: 0, Similarity: 0.5}, {Got: 1, Want: 1, Similarity: 0.5}, {Got: 2, Want: 2, Similarity: 0}},
		UnmatchedGot: []int{3}, UnmatchedWant: []int{3},
	}, r)

	p.GotContent = []string{"x", "y", "y", "z"}
	r, err = assign.ByKey(p, []string{"a", "a", "a", "c"}, []string{"a", "", "d", "a"})
	require.NoError(t, err)
	assert.Equal(t, assign.Result{
		Pairs:        []assign.Pair{{Got: 0, Want: 0, Similarity: 0.5}, {Got: 1, Want: 3, Similarity: 0.9}},
		UnmatchedGot: []int{2, 3}, UnmatchedWant: []int{1, 2},
	}, r, "as many as there are on both sides, and the first of equal ones")
}

func TestInOrder(t *testing.T) {
	r, err := assign.InOrder(assign.Problem{Got: 3, Want: 2, Matrix: []float64{0.1, 1, 1, 0.2, 1, 1}, Threshold: 0.8})
	require.NoError(t, err)
	assert.Equal(t, assign.Result{Pairs: []assign.Pair{{Similarity: 0.1}, {Got: 1, Want: 1, Similarity: 0.2}}, UnmatchedGot: []int{2}}, r)
}

func TestErrors(t *testing.T) {
	value := func(v float64) assign.Problem {
		return assign.Problem{Got: 2, Want: 3, Matrix: []float64{0, 0.1, 0.2, 0.3, v, 0.5}}
	}
	for _, tt := range []struct {
		name string
		p    assign.Problem
		text string
	}{
		{"NaN", value(math.NaN()), "assign: similarity of got 1 and want 1 is NaN: must be a number from 0 to 1"},
		{"infinite", value(math.Inf(1)), "assign: similarity of got 1 and want 1 is +Inf: must be a number from 0 to 1"},
		{"minus infinite", value(math.Inf(-1)), "assign: similarity of got 1 and want 1 is -Inf: must be a number from 0 to 1"},
		{"above 1", value(1.5), "assign: similarity of got 1 and want 1 is 1.5: must be a number from 0 to 1"},
		{"by callback", assign.Problem{Got: 2, Want: 3, Similarity: func(i, j int) float64 { return []float64{1, math.NaN()}[i*j/2] }},
			"assign: similarity of got 1 and want 2 is NaN: must be a number from 0 to 1"},
		{"no similarity", assign.Problem{Got: 2, Want: 3}, "assign: nothing says how similar 2 got and 3 want items are: set Similarity or Matrix"},
		{"two similarities", assign.Problem{Similarity: func(i, j int) float64 { return 1 }, Matrix: []float64{}}, "assign: both Similarity and Matrix: set one of them"},
		{"short matrix", assign.Problem{Got: 2, Want: 3, Matrix: []float64{1}}, "assign: Matrix has 1 values for 2 got and 3 want items: it must have 6"},
		{"negative size", assign.Problem{Got: -1}, "assign: -1 got and 0 want items: numbers of items must be from 0 to 2147483647"},
		{"threshold", assign.Problem{Threshold: 80}, "assign: threshold is 80: must be a number from 0 to 1"},
		{"threshold NaN", assign.Problem{Threshold: math.NaN()}, "assign: threshold is NaN: must be a number from 0 to 1"},
		{"contents", assign.Problem{Got: 2, GotContent: []string{"x"}}, "assign: 1 texts in GotContent for 2 items: give one for each or none"},
		{"contents of want", assign.Problem{Want: 2, WantContent: []string{"x"}}, "assign: 1 texts in WantContent for 2 items: give one for each or none"},
		{"max pairs", assign.Problem{MaxPairs: -1}, "assign: MaxPairs is -1: must be positive, or 0 for 16777216"},
		{"candidates", assign.Problem{Got: 1, Want: 1, Matrix: []float64{1}, Candidates: func(int) []int { return []int{1} }},
			"assign: candidate 1 of got 0: there are 1 want items"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := assign.Optimal(tt.p)
			assert.EqualError(t, err, tt.text)
			_, err = assign.Greedy(tt.p)
			assert.EqualError(t, err, tt.text)
		})
	}

	_, err := assign.ByKey(value(math.NaN()), []string{"a", "k"}, []string{"k", "k", "a"})
	assert.EqualError(t, err, "assign: similarity of got 1 and want 1 is NaN: must be a number from 0 to 1", "the indices are the caller's, not the places within a key")
	_, err = assign.ByKey(value(1), nil, nil)
	assert.EqualError(t, err, "assign: 0 got keys for 2 items and 0 want keys for 3 items: give one key per item, empty for an item without a key")
}

func TestAMillionItemsAgainstThree(t *testing.T) {
	effort.OneGoroutine(t)
	n := effort.Size(200_000, 1_000_000)
	p := assign.Problem{Got: n, Want: 3, Similarity: func(i, j int) float64 { return float64((i*7+j)%1000) / 1000 }, Threshold: 0.8}
	for _, method := range []func(assign.Problem) (assign.Result, error){assign.Greedy, assign.Optimal} {
		r, err := method(p)
		require.NoError(t, err)
		assert.Len(t, r.Pairs, 3)
		assert.InDelta(t, 3*0.999, total(r), 1e-9)
		assert.False(t, r.Incomplete)
		p.Got, p.Want = p.Want, p.Got
	}
}

func TestMoreThanMaxPairs(t *testing.T) {
	effort.OneGoroutine(t)
	n := effort.Size(20_000, 100_000) // 4·10^8 or 10^10 pairs
	contents := make([]string, n)
	for i := range contents {
		contents[i] = string(rune('a'+i%26)) + string(rune(0x4e00+i/26))
	}
	other := slices.Clone(contents)
	slices.Reverse(other)
	calls := 0
	p := assign.Problem{Got: n, Want: n, GotContent: contents, WantContent: other, Threshold: 0.5, MaxPairs: 1 << 20,
		Similarity: func(i, j int) float64 {
			calls++
			if contents[i] == other[j] {
				return 1
			}
			return 0
		}}
	for name, method := range map[string]func(assign.Problem) (assign.Result, error){"greedy": assign.Greedy, "optimal": assign.Optimal} {
		calls = 0
		r, err := method(p)
		require.NoError(t, err)
		assert.True(t, r.Incomplete, name)
		assert.Len(t, r.Pairs, n, "%s: equal contents are neighbours", name)
		assert.LessOrEqual(t, calls, p.MaxPairs+n, name)
	}
	p.EqualIsOne = true
	for name, method := range map[string]func(assign.Problem) (assign.Result, error){"greedy": assign.Greedy, "optimal": assign.Optimal} {
		calls = 0
		r, err := method(p)
		require.NoError(t, err)
		assert.False(t, r.Incomplete, name)
		assert.Len(t, r.Pairs, n, name)
		assert.Zero(t, calls, name)
	}
}

func TestEqualItemsAreHardlyComputed(t *testing.T) {
	const n, changed = 1000, 100
	contents := func(prefix string) []string {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = strconv.Itoa(i)
			if i < changed {
				texts[i] = prefix + texts[i]
			}
		}
		return texts
	}
	calls := 0
	p := assign.Problem{Got: n, Want: n, GotContent: contents("got "), WantContent: contents("want "), EqualIsOne: true, Threshold: 0.8,
		Similarity: func(i, j int) float64 {
			calls++
			if i == j {
				return 0.9
			}
			return 0
		}}
	r, err := assign.Greedy(p)
	require.NoError(t, err)
	assert.InDelta(t, n-changed+0.9*changed, total(r), 1e-9)
	assert.Equal(t, changed*changed+changed, calls, "the changed ones with each other, and their pairs")

	p.MaxPairs = changed * changed
	r, err = assign.Greedy(p)
	require.NoError(t, err)
	assert.False(t, r.Incomplete, "what is equal does not count against MaxPairs")
	p.MaxPairs = 0

	calls = 0
	r, err = assign.Optimal(p)
	require.NoError(t, err)
	assert.InDelta(t, n-changed+0.9*changed, total(r), 1e-9)
	assert.Equal(t, n*changed+changed, calls, "besides, the equal ones with what they leave of want")
}

// total returns the sum of the similarities of all pairs.
func total(r assign.Result) (sum float64) {
	for _, p := range r.Pairs {
		sum += p.Similarity
	}
	return sum
}
