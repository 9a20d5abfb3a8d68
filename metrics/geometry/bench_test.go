package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// Results go here so that no loop is optimized away.
var sink float64

// pageBoxes draws boxes as words stand on a page: small, and each near its place in the other list.
func pageBoxes(n int, seed uint64) (got, want []geometry.Box) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		x, y := rng.Float64()*1000, rng.Float64()*1400
		b := geometry.Box{X1: x, Y1: y, X2: x + 20 + rng.Float64()*60, Y2: y + 8 + rng.Float64()*8}
		want = append(want, b)
		dx, dy := rng.Float64()*10-5, rng.Float64()*4-2
		got = append(got, geometry.Box{X1: b.X1 + dx, Y1: b.Y1 + dy, X2: b.X2 + dx, Y2: b.Y2 + dy})
	}
	return got, want
}

func BenchmarkBoxIoU(b *testing.B) {
	got, want := pageBoxes(1024, 1)
	b.ReportAllocs()
	// Many pairs in one iteration, since the benchmark's own loop costs as much as a pair.
	sum := 0.0
	for b.Loop() {
		for i := range got {
			sum += got[i].IoU(want[i])
		}
	}
	sink = sum
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(got)), "ns/pair")
}

func BenchmarkBoxIoUMatrix1000x1000(b *testing.B) {
	got, want := pageBoxes(1000, 2)
	b.ReportAllocs()
	for b.Loop() {
		sink = geometry.IoUMatrix(got, want)[0]
	}
}

func quads(n int) []geometry.Polygon {
	rng := rand.New(rand.NewPCG(3, 0))
	out := make([]geometry.Polygon, n)
	for i := range out {
		out[i] = geometry.RotatedBox{
			X: rng.Float64() * 2, Y: rng.Float64() * 2,
			Width: 1 + rng.Float64()*4, Height: 1 + rng.Float64()*4, Degrees: rng.Float64() * 180,
		}.Polygon()
	}
	return out
}

func BenchmarkQuadIoU(b *testing.B) {
	q := quads(1024)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		o, _ := geometry.Measure(q[i&1023], q[(i+1)&1023])
		sink = o.IoU
		i++
	}
}

func BenchmarkRotatedBoxIoU(b *testing.B) {
	r := geometry.RotatedBox{X: 1, Y: 1, Width: 4, Height: 2, Degrees: 30}
	o := geometry.RotatedBox{X: 1.5, Y: 1.2, Width: 4, Height: 2, Degrees: 33}
	b.ReportAllocs()
	for b.Loop() {
		sink = overlapRatio(r, o)
	}
}

func star(n int, rng *rand.Rand, dx float64) geometry.Polygon {
	ring := make([]geometry.Point, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := 10 * (1 - .6*rng.Float64())
		ring[i] = geometry.Point{X: dx + r*cos, Y: r * sin}
	}
	return polygon(ring)
}

func benchmarkStars(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(4, 0))
	p, q := star(n, rng, 0), star(n, rng, 3)
	b.ReportAllocs()
	for b.Loop() {
		o, _ := geometry.Measure(p, q)
		sink = o.IoU
	}
}

func BenchmarkPolygon50(b *testing.B)  { benchmarkStars(b, 50) }
func BenchmarkPolygon500(b *testing.B) { benchmarkStars(b, 500) }

func BenchmarkMatch1000(b *testing.B) {
	got, want := pageBoxes(1000, 5)
	for name, by := range map[string]func(assign.Problem) (assign.Result, error){"index": assign.InOrder, "greedy": assign.Greedy, "optimal": assign.Optimal} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, err := geometry.Match(got, want, by, .5)
				if err != nil {
					b.Fatal(err)
				}
				sink, _ = m.MeanIoU()
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	p, q := []float64{10, 20}, []float64{13, 24}
	for _, metric := range []geometry.Metric{"euclidean", "cosine"} {
		b.Run(string(metric), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = geometry.Distance(metric, p, q)
			}
		})
	}
}
