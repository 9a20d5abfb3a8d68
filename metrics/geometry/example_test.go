package geometry_test

import (
	"errors"
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

// The same numbers are a box of one area or another: the Format has to be said.
func ExampleFormat() {
	for _, format := range []geometry.Format{"xyxy", "xywh"} {
		box, err := geometry.NewBox(format, []float64{10, 10, 30, 30})
		fmt.Println(format, box.Area(), err)
	}
	// Output:
	// xyxy 400 <nil>
	// xywh 900 <nil>
}

// A program that reads annotations tells numbers that are not a box from other errors.
func ExampleFormatError() {
	_, err := geometry.NewBox("xywh", []float64{10, 10, -5, 20})
	var wrong *geometry.FormatError
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Reason)
	}
	// Output: negative size in xywh [10 10 -5 20]
}

// Which box of the truth each box covers: the row of got[1] begins at index 1*len(want).
func ExampleIoUMatrix() {
	got := []geometry.Box{{X2: 10, Y2: 10}, {X1: 20, X2: 30, Y2: 5}}
	want := []geometry.Box{{X2: 10, Y2: 5}, {X1: 20, X2: 30, Y2: 10}}
	matrix := geometry.IoUMatrix(got, want)
	fmt.Println(matrix[:len(want)], matrix[len(want):])
	// Output: [0.5 0] [0 0.5]
}

// A frame of 10 by 10 with a hole of 4 by 4: each ring is a list of Point, and a ring inside of another is a hole.
func ExamplePolygon() {
	frame := geometry.Polygon{Rings: [][]geometry.Point{
		{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}, {X: 0, Y: 10}},
		{{X: 3, Y: 3}, {X: 7, Y: 3}, {X: 7, Y: 7}, {X: 3, Y: 7}},
	}}
	area, err := frame.Area()
	fmt.Println(area, err)
	// Output: 84 <nil>
}

// Annotations of several tools on one page, each a Shape, checked and reduced to the boxes around them.
func ExampleShape() {
	for _, s := range []geometry.Shape{
		geometry.Box{X1: 10, Y1: 10, X2: 50, Y2: 20},
		geometry.RotatedBox{X: 30, Y: 30, Width: 40, Height: 10, Degrees: 90},
		geometry.Polygon{Rings: [][]geometry.Point{{{X: 1, Y: 1}, {X: 9, Y: 5}}}},
	} {
		if err := s.Valid(); err != nil {
			fmt.Println(err)
			continue
		}
		box := s.BoundingBox()
		fmt.Printf("%.0f %.0f %.0f %.0f\n", box.X1, box.Y1, box.X2, box.Y2)
	}
	// Output:
	// 10 10 50 20
	// 25 10 35 50
	// Invalid bounding box format: ring 0 of a polygon takes at least 3 vertices, got 2
}

// A skewed scan: the word stands at an angle, the truth is a box. The Overlap also has both areas.
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

// NewPolygon reads the flat list of coordinates that layout services write.
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

// A Matching has the pairs, their mean IoU, and the counts for precision and recall.
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

// A layout model gives fractions of the page, and the truth is in its units: the box is converted before it is compared.
func ExampleBox_Absolute() {
	got := geometry.Box{X1: 0.25, Y1: 0.5, X2: 0.75, Y2: 0.625, Relative: true}
	want := geometry.Box{X1: 100, Y1: 400, X2: 300, Y2: 500}
	absolute, err := got.Absolute(400, 800)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(got.IoU(want), absolute.IoU(want), absolute.Centre())
	// Output: 0 1 {200 450}
}

// How much of a box is covered by another: 20 of its 40 square units.
func ExampleBox_Overlap() {
	line := geometry.Box{X1: 0, Y1: 0, X2: 20, Y2: 2}
	stamp := geometry.Box{X1: 10, Y1: -5, X2: 30, Y2: 5}
	fmt.Println(line.Overlap(stamp).Intersection / line.Area())
	// Output: 0.5
}
