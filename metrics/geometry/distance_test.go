package geometry_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/geometry"
)

// By hand.
func TestDistance(t *testing.T) {
	tests := []struct {
		name      string
		metric    geometry.Metric
		got, want []float64
		distance  float64
		within    float64 // 0: exactly
	}{
		{"euclidean", "euclidean", []float64{10, 20}, []float64{13, 24}, 5, 0},
		{"euclidean by default", "", []float64{10, 20}, []float64{13, 24}, 5, 0},
		{"manhattan", "manhattan", []float64{10, 20}, []float64{13, 24}, 7, 0},
		{"chebyshev", "chebyshev", []float64{10, 20}, []float64{13, 24}, 4, 0},
		{"three dimensions: √29", "euclidean", []float64{1, 2, 3}, []float64{3, 5, 7}, 5.385, .0005},
		{"one dimension", "euclidean", []float64{3}, []float64{-1}, 4, 0},
		{"cosine of parallel vectors", "cosine", []float64{3, 4}, []float64{6, 8}, 0, 0},
		{"cosine of a vector with itself", "cosine", []float64{.1, .2, .7}, []float64{.1, .2, .7}, 0, 0},
		{"cosine of nearly parallel vectors: 1e-20/2", "cosine", []float64{1, 0}, []float64{1, 1e-10}, 5e-21, 1e-30},
		{"cosine of a right angle", "cosine", []float64{1, 0}, []float64{0, 5}, 1, 0},
		{"cosine of opposite vectors", "cosine", []float64{1, 1}, []float64{-2, -2}, 2, 1e-15},
		{"cosine of half a right angle", "cosine", []float64{1, 0}, []float64{1, 1}, 1 - math.Sqrt2/2, 1e-15},
		{"cosine with a zero vector", "cosine", []float64{0, 0}, []float64{1, 2}, 1, 0},
		{"cosine of two zero vectors", "cosine", []float64{0, 0}, []float64{0, 0}, 1, 0},
		{"squares beyond float64", "euclidean", []float64{3e200, 0}, []float64{0, 4e200}, 5e200, 1e185},
		{"squares below float64", "euclidean", []float64{3e-200, 0}, []float64{0, 4e-200}, 5e-200, 1e-215},
		{"cosine beyond float64", "cosine", []float64{3e307, 4e307}, []float64{6e-300, 8e-300}, 0, 1e-30},
		{"beyond float64", "euclidean", []float64{-1e308}, []float64{1e308}, math.MaxFloat64, 0},
		{"manhattan beyond float64", "manhattan", []float64{-1e308, 0}, []float64{1e308, 0}, math.MaxFloat64, 0},
		{"chebyshev beyond float64", "chebyshev", []float64{-1e308, 0}, []float64{1e308, 0}, math.MaxFloat64, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, side := range [][2][]float64{{tt.got, tt.want}, {tt.want, tt.got}} {
				d, err := geometry.Distance(tt.metric, side[0], side[1])
				require.NoError(t, err)
				assert.InDelta(t, tt.distance, d, tt.within)
			}
		})
	}
}

func TestDistanceErrors(t *testing.T) {
	tests := []struct {
		name      string
		metric    geometry.Metric
		got, want []float64
		text      string
	}{
		{"2-D against 3-D", "euclidean", []float64{1, 2}, []float64{1, 2, 3}, "geometry: points of different dimensions: got 2 coordinates, want 3"},
		{"empty", "euclidean", nil, nil, "geometry: points without coordinates"},
		{"NaN", "cosine", []float64{1, math.NaN()}, []float64{1, 2}, "geometry: coordinate 1 is not finite: got NaN, want 2"},
		{"infinite", "cosine", []float64{1}, []float64{math.Inf(1)}, "geometry: coordinate 0 is not finite: got 1, want +Inf"},
		{"unknown metric", "hamming", []float64{1}, []float64{1},
			`geometry: unknown metric "hamming"; valid metrics: "euclidean", "manhattan", "cosine", "chebyshev"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := geometry.Distance(tt.metric, tt.got, tt.want)
			assert.EqualError(t, err, tt.text)
		})
	}
}

func TestDistanceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "dimension")
		draw := func(label string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), n, n).Draw(t, label)
		}
		p, q := draw("p"), draw("q")
		d := map[geometry.Metric]float64{}
		for _, m := range []geometry.Metric{"euclidean", "manhattan", "cosine", "chebyshev"} {
			there, err := geometry.Distance(m, p, q)
			require.NoError(t, err)
			back, err := geometry.Distance(m, q, p)
			require.NoError(t, err)
			require.Equal(t, there, back, "symmetry")
			require.GreaterOrEqual(t, there, 0.)
			d[m] = there
		}
		require.LessOrEqual(t, d["chebyshev"], d["euclidean"]*(1+1e-12))
		require.LessOrEqual(t, d["euclidean"], d["manhattan"]*(1+1e-12))
		require.LessOrEqual(t, d["cosine"], 2.)
	})
}

func FuzzDistance(f *testing.F) {
	f.Add(1., 2., 3., 4.)
	f.Add(1e308, -1e308, 5e-324, 0.)
	f.Fuzz(func(t *testing.T, a, b, c, d float64) {
		for _, m := range []geometry.Metric{"euclidean", "manhattan", "cosine", "chebyshev"} {
			v, err := geometry.Distance(m, []float64{a, b}, []float64{c, d})
			if err == nil && !(v >= 0 && v <= math.MaxFloat64) {
				t.Fatalf("%s of [%v %v] and [%v %v] is %v", m, a, b, c, d, v)
			}
		}
	})
}
