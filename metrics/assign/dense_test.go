package assign_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/assign"
)

// A matrix without threshold lists only its heavy pairs; a function that gives the same numbers has all of them listed. The
// results are the same, down to which of several optimal assignments is returned.
func TestMatrixIsSolvedAsItsFunction(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	draws := map[string]func() float64{
		"uniform":     r.Float64,
		"tenths":      func() float64 { return float64(r.IntN(11)) / 10 },
		"mostly low":  func() float64 { return math.Pow(r.Float64(), 8) },
		"few":         func() float64 { return float64(r.IntN(2)) },
		"mostly zero": func() float64 { return max(0, r.Float64()-0.7) },
		"at the limits": func() float64 {
			return []float64{0, -1e-9, 1 + 1e-9, 1, 1e-12, 4e-10, 6e-10, math.Copysign(0, -1)}[r.IntN(8)]
		},
		"alike": func() float64 { return 0.9 + float64(r.IntN(3))/1000 },
	}
	for name, draw := range draws {
		for range 150 {
			got, want := r.IntN(80), r.IntN(80)
			if r.IntN(8) == 0 {
				got, want = 150+r.IntN(50), 150+r.IntN(50)
			}
			matrix := make([]float64, got*want)
			for k := range matrix {
				matrix[k] = draw()
			}
			if r.IntN(2) == 0 { // one clear partner each
				for i, j := range r.Perm(min(got, want)) {
					matrix[i*want+j] = 1 - r.Float64()/10
				}
			}
			similarity := func(i, j int) float64 { return matrix[i*want+j] }
			expected, err := assign.Optimal(assign.Problem{Got: got, Want: want, Similarity: similarity})
			require.NoError(t, err)
			result, err := assign.Optimal(assign.Problem{Got: got, Want: want, Matrix: matrix})
			require.NoError(t, err)
			require.Equal(t, expected, result, "%s, %d × %d: %v", name, got, want, matrix)
		}
	}
}

func TestMatrixWithABadValue(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1.1e-9, 1 + 1.1e-9, -1, 2} {
		matrix := make([]float64, 40*50)
		matrix[7*50+49] = bad
		_, err := assign.Optimal(assign.Problem{Got: 40, Want: 50, Matrix: matrix})
		var value *assign.ValueError
		require.ErrorAs(t, err, &value)
		assert.Equal(t, fmt.Sprint(7, 49, bad), fmt.Sprint(value.Got, value.Want, value.Value))
	}
}
