package peers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/extracteval/extracteval/metrics/detection"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/metrics/stats"
)

// inputs is the data that both sides compute with. Each part has a seed of its own, so that none
// changes with the draws for another.
type inputs struct {
	Matrices    map[string][]float64   `json:"matrices"` // "clear-50": similarities row by row
	Pairs       map[string][][2]string `json:"pairs"`    // "ascii-20"
	Polygons    map[string][][]float64 `json:"polygons"` // "quads": x, y, x, y, …; each against the next
	Boxes       [2][]geometry.Box      `json:"boxes"`
	Images      []detection.Image      `json:"images"`
	Predictions []stats.Prediction     `json:"predictions"`
	Documents   [][]int                `json:"documents"` // counts of each
}

var (
	sizes   = []int{50, 100, 300, 1000} // of matrices
	lengths = []int{8, 20, 64, 200, 1000}
)

func draw() inputs {
	in := inputs{Matrices: map[string][]float64{}, Pairs: map[string][][2]string{}, Polygons: map[string][][]float64{}}
	for kind, draw := range matrices {
		for _, n := range sizes {
			in.Matrices[fmt.Sprintf("%s-%d", kind, n)] = draw(rand.New(rand.NewPCG(1, uint64(n))), n)
		}
	}
	for kind, letters := range alphabets {
		for _, n := range lengths {
			in.Pairs[fmt.Sprintf("%s-%d", kind, n)] = pairs(rand.New(rand.NewPCG(2, uint64(n))), letters, n)
		}
	}
	in.Polygons["quads"] = quads(rand.New(rand.NewPCG(3, 0)), 256)
	in.Polygons["stars"] = stars(rand.New(rand.NewPCG(4, 0)), 16)
	in.Boxes = boxes(rand.New(rand.NewPCG(5, 0)), 1000)
	in.Images = images(rand.New(rand.NewPCG(6, 0)), 1000)
	r := rand.New(rand.NewPCG(7, 0))
	for range 100_000 {
		confidence := math.Round(r.Float64()*1e4) / 1e4
		in.Predictions = append(in.Predictions, stats.Prediction{Confidence: confidence, Correct: r.Float64() < confidence})
	}
	for range 10_000 { // true positives, false positives and false negatives of 10 values
		wrong := min(r.IntN(10), r.IntN(10), r.IntN(10))
		in.Documents = append(in.Documents, []int{10 - wrong, wrong, wrong})
	}
	return in
}

// matrices are similarities of n rows and n others.
var matrices = map[string]func(r *rand.Rand, n int) []float64{
	"uniform": func(r *rand.Rand, n int) []float64 {
		return filled(n, r.Float64)
	},
	// Each row has one partner that is nearly equal, and is somewhat like the others.
	"clear": func(r *rand.Rand, n int) []float64 {
		m := filled(n, func() float64 { return 0.1 + 0.4*r.Float64() })
		for i, j := range r.Perm(n) {
			m[i*n+j] = 0.85 + 0.15*r.Float64()
		}
		return m
	},
	// The same in steps of 0.1.
	"simties": func(r *rand.Rand, n int) []float64 {
		m := filled(n, func() float64 { return math.Round(r.Float64()*6) / 10 })
		for i, j := range r.Perm(n) {
			m[i*n+j] = math.Round(8+r.Float64()*2) / 10
		}
		return m
	},
	"int100": func(r *rand.Rand, n int) []float64 {
		return filled(n, func() float64 { return float64(r.IntN(100)+1) / 100 })
	},
}

func filled(n int, value func() float64) []float64 {
	m := make([]float64, n*n)
	for k := range m {
		m[k] = value()
	}
	return m
}

var alphabets = map[string][]rune{
	"ascii": []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-"),
	"uni":   []rune("абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУ 0123456789.,-"),
}

// pairs draws texts of n code points, each beside itself with a tenth of them replaced,
// left out or doubled.
func pairs(r *rand.Rand, letters []rune, n int) [][2]string {
	all := make([][2]string, 64)
	for i := range all {
		text := make([]rune, n)
		for k := range text {
			text[k] = letters[r.IntN(len(letters))]
		}
		edited := append([]rune(nil), text...)
		for range max(1, n/10) {
			k := r.IntN(len(edited))
			switch r.IntN(3) {
			case 0:
				edited[k] = letters[r.IntN(len(letters))]
			case 1:
				edited = append(edited[:k], edited[k+1:]...)
			default:
				edited = append(edited[:k+1], edited[k:]...)
			}
		}
		all[i] = [2]string{string(text), string(edited[:min(len(edited), n)])}
	}
	return all
}

// quads draws rectangles that stand aslant.
func quads(r *rand.Rand, n int) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		x, y, w, h := 2*r.Float64(), 2*r.Float64(), 1+4*r.Float64(), 1+4*r.Float64()
		sin, cos := math.Sincos(math.Pi * r.Float64())
		for _, corner := range [][2]float64{{-w, -h}, {w, -h}, {w, h}, {-w, h}} {
			dx, dy := corner[0]/2, corner[1]/2
			all[i] = append(all[i], x+dx*cos-dy*sin, y+dx*sin+dy*cos)
		}
	}
	return all
}

// stars draws shapes of 50 vertices that overlap.
func stars(r *rand.Rand, n int) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		x := 4 * r.Float64()
		for k := range 50 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 50)
			far := 10 * (1 - .6*r.Float64())
			all[i] = append(all[i], x+far*cos, far*sin)
		}
	}
	return all
}

// boxes draws words on a page, and the same words a little beside them.
func boxes(r *rand.Rand, n int) (both [2][]geometry.Box) {
	for range n {
		x, y := r.Float64()*1000, r.Float64()*1400
		want := geometry.Box{X1: x, Y1: y, X2: x + 20 + r.Float64()*60, Y2: y + 8 + r.Float64()*8}
		dx, dy := r.Float64()*10-5, r.Float64()*4-2
		got := geometry.Box{X1: want.X1 + dx, Y1: want.Y1 + dy, X2: want.X2 + dx, Y2: want.Y2 + dy}
		both[0], both[1] = append(both[0], got), append(both[1], want)
	}
	return both
}

// images draws 10 objects and 20 detections for each image, most of them near an object.
func images(r *rand.Rand, n int) []detection.Image {
	sizes := []float64{12, 25, 40, 80, 120, 200}
	box := func() detection.Box {
		s := sizes[r.IntN(len(sizes))]
		return detection.Box{X: r.Float64() * 500, Y: r.Float64() * 500, Width: s * (.5 + r.Float64()), Height: s * (.5 + r.Float64())}
	}
	class := func() string { return fmt.Sprint(1 + r.IntN(10)) }
	all := make([]detection.Image, n)
	for i := range all {
		for range 10 {
			all[i].Truths = append(all[i].Truths, detection.Truth{Class: class(), Box: box()})
		}
		for range 20 {
			d := detection.Detection{Class: class(), Box: box(), Score: r.Float64()}
			if near := all[i].Truths[r.IntN(10)]; r.IntN(10) < 7 {
				k := r.Float64() * .2
				d.Class, d.Box = near.Class, near.Box
				d.Box.X += r.NormFloat64() * k * near.Box.Width
				d.Box.Y += r.NormFloat64() * k * near.Box.Height
			}
			all[i].Detections = append(all[i].Detections, d)
		}
	}
	return all
}
