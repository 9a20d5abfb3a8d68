package geometry_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/geometry"
)

func xyxy(t testing.TB, coordinates ...float64) geometry.Box {
	t.Helper()
	b, err := geometry.NewBox("xyxy", coordinates)
	require.NoError(t, err)
	return b
}

func xywh(t testing.TB, coordinates ...float64) geometry.Box {
	t.Helper()
	b, err := geometry.NewBox("xywh", coordinates)
	require.NoError(t, err)
	return b
}

// The areas are counted by hand.
func TestBoxOverlap(t *testing.T) {
	onPage := func(b geometry.Box, page int) geometry.Box { b.Page = page; return b }
	relative := func(b geometry.Box) geometry.Box { b.Relative = true; return b }
	tests := []struct {
		name      string
		got, want geometry.Box
		overlap   geometry.Overlap
	}{
		{"itself", xyxy(t, 10, 10, 50, 50), xyxy(t, 10, 10, 50, 50), geometry.Overlap{Intersection: 1600, Union: 1600, IoU: 1}},
		{"a quarter of each", xyxy(t, 10, 10, 30, 30), xyxy(t, 20, 20, 40, 40), geometry.Overlap{Intersection: 100, Union: 700, IoU: 100. / 700}},
		{"xywh", xywh(t, 10, 10, 20, 20), xywh(t, 15, 15, 20, 20), geometry.Overlap{Intersection: 225, Union: 575, IoU: 225. / 575}},
		{"three quarters", xyxy(t, 0, 0, 75, 10), xyxy(t, 0, 0, 100, 10), geometry.Overlap{Intersection: 750, Union: 1000, IoU: .75}},
		{"disjoint", xyxy(t, 0, 0, 10, 10), xyxy(t, 20, 20, 30, 30), geometry.Overlap{Union: 200}},
		{"touching edges", xyxy(t, 0, 0, 10, 10), xyxy(t, 10, 0, 20, 10), geometry.Overlap{Union: 200}},
		{"nested", xyxy(t, 0, 0, 10, 10), xyxy(t, 2, 2, 4, 7), geometry.Overlap{Intersection: 10, Union: 100, IoU: .1}},
		{"without area, in a box", xyxy(t, 5, 5, 5, 5), xyxy(t, 0, 0, 10, 10), geometry.Overlap{Union: 100}},
		{"both without area", xyxy(t, 5, 5, 5, 5), xyxy(t, 5, 5, 5, 5), geometry.Overlap{}},
		{"same page", onPage(xyxy(t, 0, 0, 1, 1), 2), onPage(xyxy(t, 0, 0, 1, 1), 2), geometry.Overlap{Intersection: 1, Union: 1, IoU: 1}},
		{"different pages", onPage(xyxy(t, 0, 0, 1, 1), 1), onPage(xyxy(t, 0, 0, 1, 1), 2), geometry.Overlap{Union: 2}},
		{"a page and none stated", xyxy(t, 0, 0, 1, 1), onPage(xyxy(t, 0, 0, 1, 1), 2), geometry.Overlap{Union: 2}},
		{"different units", xyxy(t, 0, 0, 1, 1), relative(xyxy(t, 0, 0, 1, 1)), geometry.Overlap{Union: 2}},
		{"inverted literal", geometry.Box{X1: 50, Y1: 50, X2: 10, Y2: 10}, xyxy(t, 0, 0, 100, 100), geometry.Overlap{Union: 10000}},
		{"NaN literal", geometry.Box{X1: math.NaN(), Y1: 0, X2: 10, Y2: 10}, xyxy(t, 0, 0, 10, 10), geometry.Overlap{Union: 100}},
		{"infinite literal", geometry.Box{X1: math.Inf(-1), Y1: 0, X2: 10, Y2: 10}, xyxy(t, 0, 0, 10, 10), geometry.Overlap{Union: 100}},
		{"areas beyond float64", xyxy(t, -1e308, -1e308, 1e308, 1e308), xyxy(t, -1e308, -1e308, 1e308, 0),
			geometry.Overlap{Intersection: math.MaxFloat64, Union: math.MaxFloat64, IoU: .5}},
		{"a width beyond float64, without height", xyxy(t, -1e308, 5, 1e308, 5), xyxy(t, 0, 0, 10, 10), geometry.Overlap{Union: 100}},
		{"areas below float64", xyxy(t, 0, 0, 1e-200, 1e-200), xyxy(t, 0, 0, 1e-200, 2e-200), geometry.Overlap{IoU: .5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.overlap, tt.got.Overlap(tt.want))
			assert.Equal(t, tt.overlap.IoU, tt.got.IoU(tt.want))
			assert.Equal(t, tt.overlap.IoU, tt.want.IoU(tt.got), "the other way round")
		})
	}
}

func TestNewBoxErrors(t *testing.T) {
	tests := []struct {
		name        string
		format      geometry.Format
		coordinates []float64
		want        string
	}{
		{"inverted", "xyxy", []float64{50, 50, 10, 10}, "Invalid bounding box format: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]"},
		{"upside down", "xyxy", []float64{10, 50, 50, 10}, "Invalid bounding box format: lower edge 10 is above upper edge 50 in xyxy [10 50 50 10]"},
		{"negative width", "xywh", []float64{50, 50, -10, 10}, "Invalid bounding box format: negative size in xywh [50 50 -10 10]"},
		{"three numbers", "xyxy", []float64{1, 2, 3}, "Invalid bounding box format: xyxy takes 4 coordinates, got 3"},
		{"five numbers", "xywh", []float64{1, 2, 3, 4, 5}, "Invalid bounding box format: xywh takes 4 coordinates, got 5"},
		{"none", "xywh", nil, "Invalid bounding box format: xywh takes 4 coordinates, got 0"},
		{"NaN", "xyxy", []float64{1, 2, math.NaN(), 4}, "Invalid bounding box format: coordinate NaN is not finite in xyxy [1 2 NaN 4]"},
		{"infinite", "xyxy", []float64{math.Inf(-1), 2, 3, 4}, "Invalid bounding box format: coordinate -Inf is not finite in xyxy [-Inf 2 3 4]"},
		{"NaN width", "xywh", []float64{1, 2, math.NaN(), 4}, "Invalid bounding box format: coordinate NaN is not finite in xyxy [1 2 NaN 6]"},
		{"edge beyond float64", "xywh", []float64{1e308, 0, 1e308, 1}, "Invalid bounding box format: coordinate +Inf is not finite in xyxy [1e+308 0 +Inf 1]"},
		{"unknown format", "yxyx", []float64{1, 2, 3, 4}, `geometry: unknown box format "yxyx"; valid formats: "xyxy", "xywh"`},
		{"format not stated", "", []float64{1, 2, 3, 4}, `geometry: unknown box format ""; valid formats: "xyxy", "xywh"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := geometry.NewBox(tt.format, tt.coordinates)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestBoxAbsolute(t *testing.T) {
	relative := geometry.Box{X1: .1, Y1: .25, X2: .5, Y2: .75, Page: 3, Relative: true}
	got, err := relative.Absolute(1000, 2000)
	require.NoError(t, err)
	assert.Equal(t, geometry.Box{X1: 100, Y1: 500, X2: 500, Y2: 1500, Page: 3}, got)

	again, err := got.Absolute(7, 7)
	require.NoError(t, err)
	assert.Equal(t, got, again, "absolute boxes stay")

	_, err = relative.Absolute(0, 2000)
	assert.EqualError(t, err, "Invalid bounding box format: page size 0 x 2000 is not positive and finite")
}

// By hand after Rezatofighi et al.: IoU - (C-U)/C.
func TestGIoU(t *testing.T) {
	tests := []struct {
		name      string
		got, want geometry.Shape
		giou      float64
	}{
		{"itself", xyxy(t, 0, 0, 2, 2), xyxy(t, 0, 0, 2, 2), 1},
		{"overlapping", xyxy(t, 10, 10, 30, 30), xyxy(t, 20, 20, 40, 40), 1./7 - 200./900},
		{"side by side", xyxy(t, 0, 0, 1, 1), xyxy(t, 1, 0, 2, 1), 0},
		{"apart", xyxy(t, 0, 0, 1, 1), xyxy(t, 2, 0, 3, 1), -1. / 3},
		{"both points", xyxy(t, 1, 1, 1, 1), xyxy(t, 1, 1, 1, 1), 0},
		{"beyond float64", xyxy(t, -1e308, -1e308, 0, 1e308), xyxy(t, 0, -1e308, 1e308, 1e308), 0},
		{"different pages", xyxy(t, 0, 0, 1, 1), geometry.Box{X2: 1, Y2: 1, Page: 1}, -1},
		{"polygons apart", xyxy(t, 0, 0, 1, 1).Polygon(), xyxy(t, 2, 0, 3, 1).Polygon(), -1. / 3},
		{"squares at a corner: the hull is a hexagon of area 3", xyxy(t, 0, 0, 1, 1).Polygon(), xyxy(t, 1, 1, 2, 2).Polygon(), -1. / 3},
		{"polygons beyond float64", xyxy(t, -1e308, -1e308, 0, 1e308).Polygon(), xyxy(t, 0, -1e308, 1e308, 1e308).Polygon(), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := geometry.GIoU(tt.got, tt.want)
			require.NoError(t, err)
			assert.InDelta(t, tt.giou, got, 1e-15)
		})
	}
}

func TestMeasureErrors(t *testing.T) {
	good := xyxy(t, 0, 0, 1, 1)
	_, err := geometry.Measure(geometry.Box{X1: 50, Y1: 50, X2: 10, Y2: 10}, good)
	assert.EqualError(t, err, "Invalid bounding box format: got: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]")
	_, err = geometry.Measure(good, geometry.Polygon{Rings: [][]geometry.Point{{{X: 1}, {X: 2}}}})
	assert.EqualError(t, err, "Invalid bounding box format: want: ring 0 of a polygon takes at least 3 vertices, got 2")
	_, err = geometry.Measure(good, geometry.Box{X2: 1, Y2: 1, Relative: true})
	assert.EqualError(t, err, "geometry: got is in absolute units, want in relative units; convert the relative one with the page size")
}

func drawBox(t *rapid.T, label string) geometry.Box {
	c := rapid.SliceOfN(rapid.Float64Range(-100, 100), 4, 4).Draw(t, label)
	return geometry.Box{X1: min(c[0], c[2]), Y1: min(c[1], c[3]), X2: max(c[0], c[2]), Y2: max(c[1], c[3])}
}

func TestBoxProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawBox(t, "a"), drawBox(t, "b")
		iou := a.IoU(b)
		require.GreaterOrEqual(t, iou, 0.)
		require.LessOrEqual(t, iou, 1.)
		require.Equal(t, iou, b.IoU(a), "symmetry")
		if a.Area() > 0 {
			require.Equal(t, 1., a.IoU(a))
		}
		giou := generalized(t, a, b)
		require.LessOrEqual(t, giou, iou)
		require.GreaterOrEqual(t, giou, -1.)
		require.InDelta(t, giou, generalized(t, b, a), 1e-12)

		dx, dy := rapid.Float64Range(-100, 100).Draw(t, "dx"), rapid.Float64Range(-100, 100).Draw(t, "dy")
		k := rapid.Float64Range(.01, 100).Draw(t, "k")
		if a.Area() > 1e-3 && b.Area() > 1e-3 {
			move := func(b geometry.Box) geometry.Box {
				return geometry.Box{X1: b.X1*k + dx, Y1: b.Y1*k + dy, X2: b.X2*k + dx, Y2: b.Y2*k + dy}
			}
			require.InDelta(t, iou, move(a).IoU(move(b)), 1e-8, "translation and scaling")
		}

		exact, err := geometry.Measure(a.Polygon(), b.Polygon())
		require.NoError(t, err)
		require.InDelta(t, iou, exact.IoU, 1e-9, "the closed form and the polygons agree")
	})
}

func FuzzBoxIoU(f *testing.F) {
	f.Add(10., 10., 30., 30., 20., 20., 40., 40.)
	f.Add(math.Inf(-1), 0., math.NaN(), 1e308, -1e308, 5e-324, 1., 2.)
	f.Fuzz(func(t *testing.T, ax1, ay1, ax2, ay2, bx1, by1, bx2, by2 float64) {
		a := geometry.Box{X1: ax1, Y1: ay1, X2: ax2, Y2: ay2}
		b := geometry.Box{X1: bx1, Y1: by1, X2: bx2, Y2: by2}
		for _, iou := range []float64{a.IoU(b), a.IoU(a), a.Overlap(b).IoU} {
			if !(iou >= 0 && iou <= 1) {
				t.Fatalf("IoU of %v and %v is %v", a, b, iou)
			}
		}
		if a.IoU(b) != b.IoU(a) {
			t.Fatalf("IoU of %v and %v is not symmetric", a, b)
		}
		if g, err := geometry.GIoU(a, b); err == nil && !(g >= -1 && g <= 1) {
			t.Fatalf("GIoU of %v and %v is %v", a, b, g)
		}
		o := a.Overlap(b)
		for _, area := range []float64{o.Intersection, o.Union, a.Area()} {
			if !(area >= 0 && area <= math.MaxFloat64) {
				t.Fatalf("area of %v and %v is %v", a, b, area)
			}
		}
	})
}

func generalized(t require.TestingT, a, b geometry.Shape) float64 {
	giou, err := geometry.GIoU(a, b)
	require.NoError(t, err)
	return giou
}

// overlapRatio returns the IoU of two shapes, 0 if one is invalid.
func overlapRatio(a, b geometry.Shape) float64 {
	overlap, _ := geometry.Measure(a, b)
	return overlap.IoU
}
