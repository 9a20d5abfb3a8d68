package assign_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/assign"
)

// A Solver that has met problems of all kinds, some stopped, wrong or ended by a panic, solves the
// next problem like a new Solver.
func TestSolverHasNothingOfTheProblemBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	var used assign.Solver
	stopped, wrong, panicked := 0, 0, 0
	for n := range 4000 {
		p := randomProblem(r, []int{3, 12, 40}[n%3])
		switch r.IntN(8) {
		case 0: // a matrix, mostly dense
			p = assign.Problem{Got: p.Got, Want: p.Want, Matrix: make([]float64, p.Got*p.Want), Threshold: p.Threshold * float64(r.IntN(2))}
			for i := range p.Matrix {
				p.Matrix[i] = float64(r.IntN(5)) / 4 * (1 + 1e-10*float64(r.IntN(2)))
			}
			if len(p.Matrix) > 0 && r.IntN(4) == 0 {
				p.Matrix[r.IntN(len(p.Matrix))] = math.NaN()
			}
		case 1:
			all := r.Perm(p.Want)
			p.Candidates = func(got int) []int { return all[:got%(len(all)+1)] }
		case 2:
			p.MaxPairs = 1 + r.IntN(20)
		case 3:
			p.GotContent, p.WantContent = nil, nil
			p.EqualIsOne = false
		}
		// The k-th similarity is out of range, panics, or stops the Solver.
		how, k := r.IntN(4), r.IntN(60)
		solve := func(s *assign.Solver, p assign.Problem) (out string) {
			defer func() {
				if why := recover(); why != nil {
					out = fmt.Sprint("panic: ", why)
				}
			}()
			left := k
			if of := p.Similarity; of != nil && how < 2 {
				p.Similarity = func(got, want int) float64 {
					if left--; left < 0 && how == 0 {
						panic("no more")
					} else if left < 0 {
						return 2
					}
					return of(got, want)
				}
			}
			if how == 2 {
				p.Stop = func() bool { left--; return left < 0 }
			}
			var result assign.Result
			var err error
			if n%4 == 0 {
				result, err = s.Greedy(p)
			} else {
				result, err = s.Optimal(p)
			}
			if result.Stopped {
				stopped++
			}
			return fmt.Sprintf("%+v %v", result, err)
		}
		want := solve(new(assign.Solver), p)
		require.Equal(t, want, solve(&used, p), "problem %d", n)
		switch {
		case want == "panic: no more":
			panicked++
		case want[len(want)-5:] != "<nil>":
			wrong++
		}
	}
	for name, count := range map[string]int{"stopped": stopped, "wrong": wrong, "panicked": panicked} {
		require.Greater(t, count, 40, name)
	}
}
