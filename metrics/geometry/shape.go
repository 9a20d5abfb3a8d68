package geometry

import (
	"fmt"
	"math"
)

// Shape is a [Box], a [RotatedBox] or a [Polygon].
type Shape interface {
	// Valid returns nil, or a *[FormatError] that says which number is wrong.
	Valid() error
	// BoundingBox is the smallest box around the shape, on its page and in its units.
	BoundingBox() Box
	// Polygon returns the outline.
	Polygon() Polygon

	place() place
}

// place is the page and the unit of a shape. Only shapes with equal places can overlap.
type place struct {
	page     int
	relative bool
}

// Overlap holds the areas of the intersection and the union of two shapes, and their ratio. Areas are in square units
// of the coordinates.
type Overlap struct {
	Intersection float64 `json:"intersection"` // area covered by both
	Union        float64 `json:"union"`        // area covered by at least one
	IoU          float64 `json:"iou"`          // Intersection / Union in [0, 1]; 0 when Union is 0
}

// Measure returns the exact overlap of two shapes: of boxes in closed form, of convex shapes with up to four corners by
// clipping, of everything else by the sweep described at [Polygon]. Shapes on different pages have intersection and IoU 0.
//
// An invalid shape is a *[FormatError] that names the side. Shapes in different units are an error, and so are polygons
// beyond the limits described at [Polygon]. With an error the overlap is zero.
func Measure(got, want Shape) (Overlap, error) {
	if err := checkPair(got, want); err != nil {
		return Overlap{}, err
	}
	if g, ok := got.(Box); ok {
		if w, ok := want.(Box); ok {
			return g.Overlap(w), nil
		}
	}
	return overlapOutlines(got.Polygon(), want.Polygon())
}

// GIoU is the generalized IoU of Rezatofighi et al., "Generalized Intersection over Union" (CVPR 2019), of any two shapes: IoU - (C - U)/C,
// where U is the area of the union and C the area of the smallest shape around both. It lies in (-1, 1], equals IoU where the
// shapes fill C, and goes to -1 as they move apart. For two boxes the enclosing shape is the smallest box, for
// all others the convex hull, as the paper defines it for arbitrary shapes. It is -1 on different pages, and 0 when the
// enclosing area is 0. It returns the errors of [Measure].
func GIoU(got, want Shape) (float64, error) {
	if err := checkPair(got, want); err != nil {
		return 0, err
	}
	if got.place() != want.place() {
		return -1, nil
	}
	if g, ok := got.(Box); ok {
		if w, ok := want.(Box); ok {
			return g.generalizedIoU(w), nil
		}
	}
	return hullGIoU(got.Polygon(), want.Polygon())
}

func checkPair(got, want Shape) error {
	if err := got.Valid(); err != nil {
		return sided("got", err)
	}
	if err := want.Valid(); err != nil {
		return sided("want", err)
	}
	if g, w := got.place().relative, want.place().relative; g != w {
		return fmt.Errorf("geometry: got is in %s units, want in %s units; convert the relative one with the page size", unitName(g), unitName(w))
	}
	return nil
}

// sided keeps the start of a FormatError's text, which reports and tools look for.
func sided(side string, err error) error {
	return formatErrorf("%s: %s", side, err.(*FormatError).Reason)
}

func unitName(relative bool) string {
	if relative {
		return "relative"
	}
	return "absolute"
}

// bounds returns the box around points, which are at least one.
func bounds(points []Point) Box {
	b := Box{X1: math.Inf(1), Y1: math.Inf(1), X2: math.Inf(-1), Y2: math.Inf(-1)}
	for _, p := range points {
		b.X1, b.X2 = min(b.X1, p.X), max(b.X2, p.X)
		b.Y1, b.Y2 = min(b.Y1, p.Y), max(b.Y2, p.Y)
	}
	return b
}
