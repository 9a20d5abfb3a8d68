package assign_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/assign"
)

func TestOptimalAgreesWithTryingEveryAssignment(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 6000 {
		size := 5
		if n%40 == 0 {
			size = 7
		}
		p := randomProblem(r, size)
		result, err := assign.Optimal(p)
		require.NoError(t, err)
		require.NoError(t, partition(p, result))
		b := bruteForce(p)
		sum, prefer := sums(p, result)
		require.Equal(t, b.sum, sum, "similarity, problem %d: %+v", n, p)
		require.Equal(t, b.prefer, prefer, "preference, problem %d: %+v", n, p)
		require.Contains(t, b.contents, contents(p, result.Pairs))
		if result.Ambiguous || !p.EqualIsOne { // for pairs of equal content it may not have been examined
			require.Equal(t, len(b.contents) > 1, result.Ambiguous, "problem %d: %+v has %v", n, p, b.contents)
		}
	}
}

func TestOptimalIsNoWorseThanGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		p := randomProblem(r, 40)
		greedy, err := assign.Greedy(p)
		require.NoError(t, err)
		require.NoError(t, partition(p, greedy))
		optimal, err := assign.Optimal(p)
		require.NoError(t, err)
		greedySum, _ := sums(p, greedy)
		optimalSum, _ := sums(p, optimal)
		require.GreaterOrEqual(t, optimalSum, greedySum)
	}
}

func TestTheOrderOfTheListsChangesNoPairOfContents(t *testing.T) {
	methods := map[string]func(assign.Problem) (assign.Result, error){
		"greedy": assign.Greedy, "optimal": assign.Optimal,
		"by key": func(p assign.Problem) (assign.Result, error) {
			return assign.ByKey(p, firstHalf(p.GotContent), firstHalf(p.WantContent))
		},
	}
	for name, method := range methods {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			for n := range 1000 {
				p := randomProblem(r, 12)
				if n%4 == 0 {
					p.MaxPairs = 20 // thinning must not depend on the order either
				}
				q, _, _ := shuffled(r, p)
				a, err := method(p)
				require.NoError(t, err)
				b, err := method(q)
				require.NoError(t, err)
				require.NoError(t, partition(q, b))
				require.Equal(t, contents(p, a.Pairs), contents(q, b.Pairs), "problem %d: %+v", n, p)
				require.Equal(t, a.Ambiguous, b.Ambiguous)
				require.Equal(t, a.Incomplete, b.Incomplete)
			}
		})
	}
}

// firstHalf gives all contents up to "e" one key, and "j" none.
func firstHalf(contents []string) []string {
	keys := make([]string, len(contents))
	for i, c := range contents {
		switch {
		case c <= "e":
			keys[i] = "k"
		case c != "j":
			keys[i] = c
		}
	}
	return keys
}

func TestWhatIsNotComputedDoesNotChangeTheResult(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		p := randomProblem(r, 12)
		plain := p
		plain.EqualIsOne = false
		pruned := p
		pruned.Bound = func(i, j int) float64 { return min(1, p.Similarity(i, j)+0.05) }
		listed := p
		listed.Candidates = func(i int) []int {
			var all []int
			for j := p.Want - 1; j >= 0; j-- {
				if p.Similarity(i, j) >= p.Threshold-1e-9 {
					all = append(all, j, j)
				}
			}
			return all
		}
		for _, method := range []func(assign.Problem) (assign.Result, error){assign.Greedy, assign.Optimal} {
			want, err := method(p)
			require.NoError(t, err)
			for name, q := range map[string]assign.Problem{"bound": pruned, "candidates": listed} {
				got, err := method(q)
				require.NoError(t, err)
				if !want.Ambiguous && !got.Ambiguous {
					require.Equal(t, contents(p, want.Pairs), contents(p, got.Pairs), name)
				}
				wantSum, wantPrefer := sums(p, want)
				gotSum, gotPrefer := sums(p, got)
				require.Equal(t, [2]int64{wantSum, wantPrefer}, [2]int64{gotSum, gotPrefer}, name)
			}
		}
		got, err := assign.Greedy(plain)
		require.NoError(t, err)
		want, err := assign.Greedy(p)
		require.NoError(t, err)
		require.Equal(t, contents(p, want.Pairs), contents(p, got.Pairs))
	}
}

// partition says where a result is not an assignment of the problem.
func partition(p assign.Problem, r assign.Result) error {
	got, want := make([]int, p.Got), make([]int, p.Want)
	for k, pair := range r.Pairs {
		got[pair.Got]++
		want[pair.Want]++
		if k > 0 && r.Pairs[k-1].Want >= pair.Want {
			return fmt.Errorf("pairs %v are not in the order of want", r.Pairs)
		}
		if s := p.Similarity(pair.Got, pair.Want); s != pair.Similarity {
			return fmt.Errorf("pair %v has similarity %v", pair, s)
		}
	}
	for _, i := range r.UnmatchedGot {
		got[i]++
	}
	for _, j := range r.UnmatchedWant {
		want[j]++
	}
	for i, n := range append(got, want...) {
		if n != 1 {
			return fmt.Errorf("%d got items, then want items: number %d occurs %d times in %+v", p.Got, i, n, r)
		}
	}
	return nil
}

func FuzzAssign(f *testing.F) {
	f.Add(uint64(1), uint64(2), 0.5, 10)
	f.Add(uint64(3), uint64(4), 0.0, 0)
	f.Fuzz(func(t *testing.T, a, b uint64, threshold float64, maxPairs int) {
		r := rand.New(rand.NewPCG(a, b))
		p := randomProblem(r, 8)
		p.Threshold, p.MaxPairs = threshold, maxPairs
		optimal, err := assign.Optimal(p)
		if err != nil {
			require.True(t, !(threshold >= 0 && threshold <= 1) || maxPairs < 0, err)
			return
		}
		require.NoError(t, partition(p, optimal))
		greedy, err := assign.Greedy(p)
		require.NoError(t, err)
		require.NoError(t, partition(p, greedy))
		if !optimal.Incomplete && !greedy.Incomplete {
			g, _ := sums(p, greedy)
			o, _ := sums(p, optimal)
			require.GreaterOrEqual(t, o, g)
		}
	})
}
