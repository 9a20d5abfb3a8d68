package assign_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/assign"
)

var (
	got  = []string{"aaaaa", "aaaab"}
	want = []string{"aaaab", "aaabb"}
)

// problem compares words letter by letter.
func problem() assign.Problem {
	return assign.Problem{
		Got: len(got), Want: len(want),
		Similarity: func(i, j int) float64 {
			same := 0
			for k := range got[i] {
				if got[i][k] == want[j][k] {
					same++
				}
			}
			return float64(same) / float64(len(got[i]))
		},
		Threshold: 0.8,
	}
}

func show(r assign.Result, err error) {
	for _, p := range r.Pairs {
		fmt.Printf("got %s, want %s: %.1f\n", got[p.Got], want[p.Want], p.Similarity)
	}
	fmt.Println("unmatched", r.UnmatchedGot, r.UnmatchedWant, err)
}

func ExampleGreedy() {
	show(assign.Greedy(problem()))
	// Output:
	// got aaaab, want aaaab: 1.0
	// unmatched [0] [1] <nil>
}

func ExampleOptimal() {
	show(assign.Optimal(problem()))
	// Output:
	// got aaaaa, want aaaab: 0.8
	// got aaaab, want aaabb: 0.8
	// unmatched [] [] <nil>
}

func ExampleByKey() {
	show(assign.ByKey(problem(), []string{"41", ""}, []string{"40", "41"}))
	// Output:
	// got aaaaa, want aaabb: 0.6
	// unmatched [1] [0] <nil>
}

func ExampleInOrder() {
	show(assign.InOrder(problem()))
	// Output:
	// got aaaaa, want aaaab: 0.8
	// got aaaab, want aaabb: 0.8
	// unmatched [] [] <nil>
}

// Two lines of a scan and three of the record, by a Matrix. Both lines are as like the first of the record, so the Result is ambiguous,
// unless Prefer decides. A Pair has the indices of both sides.
func ExampleProblem() {
	p := assign.Problem{Got: 2, Want: 3, Threshold: 0.5, Matrix: []float64{
		0.9, 0.2, 0.0,
		0.9, 0.1, 0.6,
	}}
	r, err := assign.Greedy(p)
	fmt.Println(r.Pairs, r.UnmatchedGot, r.UnmatchedWant, r.Ambiguous, err)

	p.Prefer = func(got, want int) int { return got } // the later line
	r, err = assign.Greedy(p)
	fmt.Println(r.Pairs, r.UnmatchedGot, r.UnmatchedWant, r.Ambiguous, err)
	// Output:
	// [{0 0 0.9} {1 2 0.6}] [] [1] true <nil>
	// [{1 0 0.9}] [0] [1 2] false <nil>
}
