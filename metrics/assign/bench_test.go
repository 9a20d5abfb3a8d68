package assign_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/extracteval/extracteval/metrics/assign"
)

// The matrices of the benchmarks; EVAL_MATRICES names a folder that they are also written to, for a reference solver.
var matrices = map[string]func(r *rand.Rand, n int) []float64{
	"uniform": func(r *rand.Rand, n int) []float64 {
		m := make([]float64, n*n)
		for k := range m {
			m[k] = r.Float64()
		}
		return m
	},
	// Like line items: similarities in steps of 0.1, mostly low, and a hidden right answer.
	"simties": func(r *rand.Rand, n int) []float64 {
		m := make([]float64, n*n)
		for k := range m {
			m[k] = math.Round(r.Float64()*6) / 10
		}
		for i, j := range r.Perm(n) {
			m[i*n+j] = math.Round(8+r.Float64()*2) / 10
		}
		return m
	},
	// Each row has one partner that is nearly equal, and is somewhat like the others.
	"clear": func(r *rand.Rand, n int) []float64 {
		m := make([]float64, n*n)
		for k := range m {
			m[k] = 0.1 + 0.4*r.Float64()
		}
		for i, j := range r.Perm(n) {
			m[i*n+j] = 0.85 + 0.15*r.Float64()
		}
		return m
	},
	"int100": func(r *rand.Rand, n int) []float64 {
		m := make([]float64, n*n)
		for k := range m {
			m[k] = float64(r.IntN(100)+1) / 100
		}
		return m
	},
	// The hard case of shortest augmenting paths.
	"product": func(_ *rand.Rand, n int) []float64 {
		m := make([]float64, n*n)
		for k := range m {
			m[k] = 1 - float64(k/n+1)*float64(k%n+1)/float64(n*n+1)
		}
		return m
	},
}

func BenchmarkOptimal(b *testing.B) {
	for _, c := range []struct {
		matrix string
		sizes  []int
	}{
		{"uniform", []int{50, 100, 300, 500, 1000}},
		{"clear", []int{50, 100, 300, 500, 1000}},
		{"simties", []int{50, 100, 300, 500, 1000}},
		{"int100", []int{50, 100, 300, 500, 1000}},
		{"product", []int{100, 500}},
	} {
		for _, n := range c.sizes {
			m := matrices[c.matrix](rand.New(rand.NewPCG(1, uint64(n))), n)
			save(b, c.matrix, n, m)
			for _, threshold := range []float64{0, 0.8} {
				b.Run(fmt.Sprintf("%s/n=%d/threshold=%v", c.matrix, n, threshold), func(b *testing.B) {
					p := assign.Problem{Got: n, Want: n, Matrix: m, Threshold: threshold}
					b.ReportAllocs()
					for b.Loop() {
						if _, err := assign.Optimal(p); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func BenchmarkGreedy(b *testing.B) {
	for _, name := range []string{"uniform", "simties"} {
		const n = 1000
		m := matrices[name](rand.New(rand.NewPCG(1, n)), n)
		for _, threshold := range []float64{0, 0.8} {
			b.Run(fmt.Sprintf("%s/n=%d/threshold=%v", name, n, threshold), func(b *testing.B) {
				p := assign.Problem{Got: n, Want: n, Matrix: m, Threshold: threshold}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := assign.Greedy(p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func save(b *testing.B, name string, n int, m []float64) {
	dir := os.Getenv("EVAL_MATRICES")
	if dir == "" {
		return
	}
	f, err := os.Create(fmt.Sprintf("%s/%s-%d.f64", dir, name, n))
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	if err := binary.Write(w, binary.LittleEndian, m); err != nil {
		b.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}
