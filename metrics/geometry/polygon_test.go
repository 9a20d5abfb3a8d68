package geometry_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/testdata/effort"
)

func polygon(rings ...[]geometry.Point) geometry.Polygon { return geometry.Polygon{Rings: rings} }

func square(x, y, side float64) []geometry.Point {
	return []geometry.Point{{X: x, Y: y}, {X: x + side, Y: y}, {X: x + side, Y: y + side}, {X: x, Y: y + side}}
}

func iou(t require.TestingT, a, b geometry.Polygon) float64 {
	o, err := geometry.Measure(a, b)
	require.NoError(t, err)
	return o.IoU
}

// A square of side s and itself turned by 45 degrees about its centre share a regular octagon of area 2(√2-1)s².
func TestSquareAgainstItselfTurnedBy45Degrees(t *testing.T) {
	for _, side := range []float64{1, 40, 1e-150, 1e150} {
		centre := 3 * side
		upright := geometry.RotatedBox{X: centre, Y: centre, Width: side, Height: side}
		turned := upright
		turned.Degrees = 45
		octagon := 2 * (math.Sqrt2 - 1)
		want := octagon / (2 - octagon)

		assert.InDelta(t, want, overlapRatio(upright, turned), 1e-12)
		assert.InDelta(t, want, iou(t, upright.Polygon(), turned.Polygon()), 1e-12)
		withCentre := turned.Polygon() // a fifth vertex on an edge leads to the sweep
		ring := withCentre.Rings[0]
		ring = append(ring, geometry.Point{X: ring[0].X/2 + ring[3].X/2, Y: ring[0].Y/2 + ring[3].Y/2})
		assert.InDelta(t, want, iou(t, upright.Polygon(), polygon(ring)), 1e-12)

		overlap, err := geometry.Measure(upright, turned)
		require.NoError(t, err)
		assert.InEpsilon(t, 1, overlap.Intersection/(octagon*side*side), 1e-12)
	}
	approximation := geometry.RotatedBox{Width: 2, Height: 2}.BoundingBox().IoU(geometry.RotatedBox{Width: 2, Height: 2, Degrees: 45}.BoundingBox())
	assert.InDelta(t, .5, approximation, 1e-12, "the bounding rectangle of the turned one has twice the area")
}

// By hand, on squared paper.
func TestPolygonArea(t *testing.T) {
	tests := []struct {
		name    string
		polygon geometry.Polygon
		area    float64
	}{
		{"triangle", polygon([]geometry.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 0, Y: 3}}), 6},
		{"square, closed by its first vertex", polygon(append(square(0, 0, 2), geometry.Point{})), 4},
		{"hole", polygon(square(0, 0, 6), square(1, 1, 4)), 20},
		{"hole with an island", polygon(square(0, 0, 9), square(1, 1, 7), square(3, 3, 3)), 81 - 49 + 9},
		{"two separate rings", polygon(square(0, 0, 1), square(5, 5, 2)), 5},
		{"overlapping rings exclude what they share", polygon(square(0, 0, 2), square(1, 1, 2)), 6},
		{"bow tie", polygon([]geometry.Point{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 2, Y: 0}, {X: 0, Y: 2}}), 2},
		{"a ring drawn twice cancels", polygon(square(0, 0, 2), square(0, 0, 2)), 0},
		{"a line", polygon([]geometry.Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}}), 0},
		{"a point", polygon([]geometry.Point{{X: 1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 1}}), 0},
		{"spike out and back", polygon([]geometry.Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 5, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 2}, {X: 0, Y: 2}}), 4},
		{"beyond float64", polygon(square(-1e308, -1e308, 1.7e308)), math.MaxFloat64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			area, err := tt.polygon.Area()
			require.NoError(t, err)
			assert.InDelta(t, tt.area, area, 1e-12)
		})
	}
}

func TestPolygonEvenOddPentagram(t *testing.T) {
	var ring []geometry.Point
	for i := range 5 {
		sin, cos := math.Sincos(4 * math.Pi * float64(i) / 5)
		ring = append(ring, geometry.Point{X: cos, Y: sin})
	}
	area, err := polygon(ring).Area()
	require.NoError(t, err)
	// A pentagram in the unit circle without its inner pentagon: five triangles on the sides of a regular pentagon with
	// circumradius r = cos 72°/cos 36°, with base 2r·sin 36° and height 1 - r·cos 36°.
	r := math.Cos(2*math.Pi/5) / math.Cos(math.Pi/5)
	assert.InDelta(t, 5*r*math.Sin(math.Pi/5)*(1-r*math.Cos(math.Pi/5)), area, 1e-12)
}

// testdata/polygons.json names its source.
func TestPolygonKnownAnswers(t *testing.T) {
	data, err := os.ReadFile("testdata/polygons.json")
	require.NoError(t, err)
	var file struct {
		Cases []struct {
			Name         string
			Got, Want    [][][2]float64
			GotArea      float64 `json:"got_area"`
			WantArea     float64 `json:"want_area"`
			Intersection float64
			Union        float64
		}
	}
	require.NoError(t, json.Unmarshal(data, &file))
	require.NotEmpty(t, file.Cases)
	for _, tt := range file.Cases {
		t.Run(tt.Name, func(t *testing.T) {
			got, want := fromArrays(tt.Got), fromArrays(tt.Want)
			overlap, err := geometry.Measure(got, want)
			require.NoError(t, err)
			assert.InDelta(t, tt.Intersection, overlap.Intersection, 1e-11)
			assert.InDelta(t, tt.Union, overlap.Union, 1e-11)
			assert.InDelta(t, tt.Intersection/tt.Union, overlap.IoU, 1e-12)
			for _, side := range []struct {
				polygon geometry.Polygon
				area    float64
			}{{got, tt.GotArea}, {want, tt.WantArea}} {
				area, err := side.polygon.Area()
				require.NoError(t, err)
				assert.InDelta(t, side.area, area, 1e-11)
			}
		})
	}
}

func fromArrays(rings [][][2]float64) geometry.Polygon {
	var p geometry.Polygon
	for _, ring := range rings {
		var points []geometry.Point
		for _, v := range ring {
			points = append(points, geometry.Point{X: v[0], Y: v[1]})
		}
		p.Rings = append(p.Rings, points)
	}
	return p
}

func TestPolygonErrors(t *testing.T) {
	_, err := geometry.NewPolygon([]float64{0, 0, 1, 0, 1})
	assert.EqualError(t, err, "Invalid bounding box format: a polygon takes pairs of coordinates, got 5 numbers")
	_, err = geometry.NewPolygon([]float64{0, 0, 1, 0})
	assert.EqualError(t, err, "Invalid bounding box format: ring 0 of a polygon takes at least 3 vertices, got 2")
	_, err = geometry.NewPolygon([]float64{0, 0, 1, 0, math.NaN(), 2})
	assert.EqualError(t, err, "Invalid bounding box format: vertex 2 of ring 0, [NaN 2], is not finite")
	_, err = geometry.Polygon{}.Area()
	assert.EqualError(t, err, "Invalid bounding box format: a polygon without rings")
	_, err = geometry.Measure(polygon(square(0, 0, 1)), geometry.Polygon{})
	assert.EqualError(t, err, "Invalid bounding box format: want: a polygon without rings")
}

func TestPolygonPagesAndUnits(t *testing.T) {
	a, b := polygon(square(0, 0, 2)), polygon(square(0, 0, 2))
	b.Page = 1
	overlap, err := geometry.Measure(a, b)
	require.NoError(t, err)
	assert.Equal(t, geometry.Overlap{Union: 8}, overlap)

	r := geometry.Polygon{Rings: [][]geometry.Point{square(0, 0, .5)}, Relative: true}
	_, err = geometry.Measure(a, r)
	assert.EqualError(t, err, "geometry: got is in absolute units, want in relative units; convert the relative one with the page size")
	r, err = r.Absolute(4, 4)
	require.NoError(t, err)
	assert.Equal(t, 1., iou(t, a, r))
}

func TestPolygonsFarApart(t *testing.T) {
	l := []geometry.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}}
	overlap, err := geometry.Measure(polygon(l), polygon(square(1<<50, 0, 2)))
	require.NoError(t, err)
	assert.Equal(t, geometry.Overlap{Union: 7 + 4}, overlap)
}

// A million vertices are measured where few edges lie side by side, and refused at a bounded cost where many do.
func TestPolygonLimits(t *testing.T) {
	_, err := polygon(make([]geometry.Point, 1<<21+1)).Area()
	assert.ErrorContains(t, err, "geometry: polygons are too complex: 2097153 vertices")

	effort.NeedsLong(t)
	circle := polygon(regular(1_000_000, 100))
	area, err := circle.Area()
	require.NoError(t, err)
	assert.InEpsilon(t, math.Pi*100*100, area, 1e-9)

	var scribble []geometry.Point
	for i := range 1_000_000 {
		scribble = append(scribble, geometry.Point{X: float64(i), Y: float64(i%2)*1e6 + float64(i)*1e-3})
	}
	_, err = geometry.Measure(polygon(scribble), circle)
	assert.EqualError(t, err, "geometry: polygons are too complex: the edges of 2000000 vertices cross too many bands; simplify the outlines")
}

func regular(n int, radius float64) []geometry.Point {
	ring := make([]geometry.Point, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		ring[i] = geometry.Point{X: radius * cos, Y: radius * sin}
	}
	return ring
}

// drawStar draws a simple ring: vertices at increasing angles about a centre that they surround.
func drawStar(t *rapid.T, label string) []geometry.Point {
	n := rapid.IntRange(3, 20).Draw(t, label+" vertices")
	cx, cy := rapid.Float64Range(-5, 5).Draw(t, label+" x"), rapid.Float64Range(-5, 5).Draw(t, label+" y")
	ring := make([]geometry.Point, n)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := rapid.Float64Range(1, 10).Draw(t, label+" radius")
		ring[i] = geometry.Point{X: cx + r*cos, Y: cy + r*sin}
	}
	return ring
}

// drawScribble draws any ring, on a grid so that vertices and edges often coincide.
func drawScribble(t *rapid.T, label string) []geometry.Point {
	coordinate := rapid.Map(rapid.IntRange(0, 8), func(i int) float64 { return float64(i) })
	n := rapid.IntRange(3, 12).Draw(t, label+" vertices")
	ring := make([]geometry.Point, n)
	for i := range ring {
		ring[i] = geometry.Point{X: coordinate.Draw(t, label+" x"), Y: coordinate.Draw(t, label+" y")}
	}
	return ring
}

func TestPolygonProperties(t *testing.T) {
	draw := map[string]func(*rapid.T, string) []geometry.Point{"simple": drawStar, "any": drawScribble}
	for _, kind := range []string{"simple", "any"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				ringA, ringB := draw[kind](t, "a"), draw[kind](t, "b")
				a, b := polygon(ringA), polygon(ringB)
				overlap, err := geometry.Measure(a, b)
				require.NoError(t, err)
				require.GreaterOrEqual(t, overlap.IoU, 0.)
				require.LessOrEqual(t, overlap.IoU, 1.)

				areaA, err := a.Area()
				require.NoError(t, err)
				areaB, err := b.Area()
				require.NoError(t, err)
				require.InDelta(t, areaA+areaB, overlap.Intersection+overlap.Union, 1e-9, "inclusion and exclusion")
				require.InDelta(t, overlap.IoU, iou(t, b, a), 1e-12, "symmetry")
				if areaA > 0 {
					require.InDelta(t, 1, iou(t, a, a), 1e-12)
				}
				giou, err := geometry.GIoU(a, b)
				require.NoError(t, err)
				require.LessOrEqual(t, giou, overlap.IoU+1e-12)

				turned := slices.Clone(ringA)
				k := rapid.IntRange(0, len(turned)-1).Draw(t, "start")
				turned = append(turned[k:], turned[:k]...)
				require.InDelta(t, overlap.IoU, iou(t, polygon(turned), b), 1e-12, "starting point")
				slices.Reverse(turned)
				require.InDelta(t, overlap.IoU, iou(t, polygon(turned), b), 1e-12, "direction")

				dx, dy := rapid.Float64Range(-100, 100).Draw(t, "dx"), rapid.Float64Range(-100, 100).Draw(t, "dy")
				scale := rapid.Float64Range(.01, 100).Draw(t, "scale")
				move := func(ring []geometry.Point) geometry.Polygon {
					moved := slices.Clone(ring)
					for i, v := range moved {
						moved[i] = geometry.Point{X: v.X*scale + dx, Y: v.Y*scale + dy}
					}
					return polygon(moved)
				}
				if overlap.Union > .1 {
					require.InDelta(t, overlap.IoU, iou(t, move(ringA), move(ringB)), 1e-9, "translation and scaling")
				}
			})
		})
	}
}

// The clip of convex quadrilaterals and the sweep are independent of each other.
func TestConvexClipAgreesWithSweep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) geometry.RotatedBox {
			return geometry.RotatedBox{
				X: rapid.Float64Range(-3, 3).Draw(t, label+" x"), Y: rapid.Float64Range(-3, 3).Draw(t, label+" y"),
				Width: rapid.Float64Range(.1, 6).Draw(t, label+" width"), Height: rapid.Float64Range(.1, 6).Draw(t, label+" height"),
				Degrees: rapid.Float64Range(-720, 720).Draw(t, label+" degrees"),
			}
		}
		a, b := draw("a"), draw("b")
		// An empty second ring of a point leaves the area as it is and rules the clip out.
		point := geometry.Point{X: a.X, Y: a.Y}
		swept := polygon(a.Polygon().Rings[0], []geometry.Point{point, point, point})
		require.InDelta(t, iou(t, swept, b.Polygon()), overlapRatio(a, b), 1e-12)
		require.InDelta(t, overlapRatio(a, b), overlapRatio(b, a), 1e-12)
	})
}

// 200,000 seeded points for each of 40 pairs of self-crossing polygons, judged by ray casting; five standard deviations.
func TestPolygonMonteCarlo(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	points := effort.Size(20_000, 200_000)
	for range 40 {
		ring := func() []geometry.Point {
			r := make([]geometry.Point, 3+rng.IntN(10))
			for i := range r {
				r[i] = geometry.Point{X: rng.Float64(), Y: rng.Float64()}
			}
			return r
		}
		a, b := polygon(ring(), ring()), polygon(ring())
		both, either := 0, 0
		for range points {
			p := geometry.Point{X: rng.Float64(), Y: rng.Float64()}
			inA, inB := inside(a, p), inside(b, p)
			if inA && inB {
				both++
			}
			if inA || inB {
				either++
			}
		}
		overlap, err := geometry.Measure(a, b)
		require.NoError(t, err)
		for _, area := range []struct {
			name  string
			exact float64
			hits  int
		}{{"intersection", overlap.Intersection, both}, {"union", overlap.Union, either}} {
			sigma := math.Sqrt(max(area.exact*(1-area.exact), 1e-6) / float64(points))
			assert.InDelta(t, area.exact, float64(area.hits)/float64(points), 5*sigma, area.name)
		}
	}
}

func inside(p geometry.Polygon, v geometry.Point) bool {
	odd := false
	for _, ring := range p.Rings {
		last := ring[len(ring)-1]
		for _, q := range ring {
			if (q.Y > v.Y) != (last.Y > v.Y) && v.X < q.X+(v.Y-q.Y)/(last.Y-q.Y)*(last.X-q.X) {
				odd = !odd
			}
			last = q
		}
	}
	return odd
}

func FuzzPolygonIoU(f *testing.F) {
	f.Add([]byte{0, 0, 4, 0, 4, 4, 0, 4}, []byte{2, 2, 6, 2, 6, 6, 2, 6}, 1., 0.)
	f.Add([]byte{0, 0, 2, 2, 2, 0, 0, 2}, []byte{0, 0, 2, 0, 2, 2, 0, 2}, 1e307, -1e308)
	f.Add([]byte{0, 0, 2, 2, 2, 0, 0, 2}, []byte{0, 0, 2, 0, 1, 2}, 5e-324, math.Inf(1))
	f.Fuzz(func(t *testing.T, a, b []byte, scale, offset float64) {
		read := func(data []byte) geometry.Polygon {
			var rings [][]geometry.Point
			var ring []geometry.Point
			for ; len(data) >= 2; data = data[2:] {
				if data[0] == 255 {
					rings, ring = append(rings, ring), nil
					continue
				}
				ring = append(ring, geometry.Point{X: float64(data[0])*scale + offset, Y: float64(data[1]) * scale})
			}
			return polygon(append(rings, ring)...)
		}
		p, q := read(a), read(b)
		overlap, err := geometry.Measure(p, q)
		if err != nil && (p.Valid() == nil && q.Valid() == nil) {
			t.Fatalf("valid polygons: %v", err)
		}
		if !(overlap.IoU >= 0 && overlap.IoU <= 1) {
			t.Fatalf("IoU of %v and %v is %v", p, q, overlap.IoU)
		}
		if !(overlap.Intersection >= 0 && overlap.Union <= math.MaxFloat64 && overlap.Intersection <= overlap.Union) {
			t.Fatalf("overlap of %v and %v is %v", p, q, overlap)
		}
		if giou, err := geometry.GIoU(p, q); err == nil && !(giou >= -1 && giou <= 1) {
			t.Fatalf("GIoU of %v and %v is %v", p, q, giou)
		}
	})
}
