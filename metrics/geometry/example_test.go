package geometry_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/geometry"
)

func ExampleBox_IoU() {
	got, _ := geometry.NewBox("xywh", []float64{10, 10, 20, 20})
	want, _ := geometry.NewBox("xywh", []float64{15, 15, 20, 20})
	fmt.Printf("%.4f\n", got.IoU(want))
	// Output: 0.3913
}

func ExampleNewBox() {
	_, err := geometry.NewBox("xyxy", []float64{50, 50, 10, 10})
	fmt.Println(err)
	// Output: Invalid bounding box format: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]
}

// A skewed scan: the word stands at an angle, the truth is a box.
func ExampleMeasure() {
	got := geometry.RotatedBox{X: 50, Y: 20, Width: 40, Height: 10, Degrees: 3}
	want := geometry.Box{X1: 30, Y1: 15, X2: 70, Y2: 25}
	overlap, err := geometry.Measure(got, want)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("exact %.3f, of the bounding boxes %.3f\n", overlap.IoU, got.BoundingBox().IoU(want))
	// Output: exact 0.897, of the bounding boxes 0.818
}

func ExampleMeasure_polygons() {
	got, _ := geometry.NewPolygon([]float64{0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4}) // an L
	want, _ := geometry.NewPolygon([]float64{0, 0, 4, 0, 4, 4, 0, 4})
	overlap, err := geometry.Measure(got, want)
	fmt.Println(overlap.IoU, err)
	// Output: 0.4375 <nil>
}

func ExampleGIoU() {
	got, _ := geometry.NewBox("xyxy", []float64{0, 0, 1, 1})
	near, _ := geometry.NewBox("xyxy", []float64{2, 0, 3, 1})
	far, _ := geometry.NewBox("xyxy", []float64{9, 0, 10, 1})
	a, _ := geometry.GIoU(got, near)
	b, _ := geometry.GIoU(got, far)
	fmt.Printf("near %.3f, far %.3f\n", a, b)
	// Output: near -0.333, far -0.800
}

func ExampleDistance() {
	for _, metric := range []geometry.Metric{"euclidean", "manhattan", "chebyshev"} {
		d, err := geometry.Distance(metric, []float64{10, 20}, []float64{13, 24})
		fmt.Println(metric, d, err)
	}
	// Output:
	// euclidean 5 <nil>
	// manhattan 7 <nil>
	// chebyshev 4 <nil>
}

func ExampleMatch() {
	want := []geometry.Box{{X1: 0, Y1: 0, X2: 10, Y2: 10}, {X1: 20, Y1: 0, X2: 30, Y2: 10}}
	got := []geometry.Box{{X1: 21, Y1: 0, X2: 30, Y2: 10}, {X1: 0, Y1: 0, X2: 10, Y2: 8}, {X1: 50, Y1: 50, X2: 60, Y2: 60}}
	m, err := geometry.Match(got, want, assign.Optimal, 0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range m.Pairs {
		fmt.Printf("got %d is want %d, IoU %.1f\n", p.Got, p.Want, p.Similarity)
	}
	mean, _ := m.MeanIoU()
	precision, _ := m.Counts(0.5).Confusion("").Precision()
	fmt.Printf("mean IoU %.3f, precision %.3f\n", mean, precision)
	// Output:
	// got 1 is want 0, IoU 0.8
	// got 0 is want 1, IoU 0.9
	// mean IoU 0.567, precision 0.667
}
