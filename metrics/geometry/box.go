package geometry

import (
	"fmt"
	"slices"
)

// Point is a position on a page.
type Point struct{ X, Y float64 }

// Box is an axis-aligned rectangle from its left upper to its right lower corner. It covers no area when X1 = X2 or
// Y1 = Y2, which is valid.
//
// [NewBox] validates. A Box written as a literal may be inverted or not finite: it then overlaps nothing, has area 0, and
// [Box.Valid] says why.
type Box struct {
	X1, Y1, X2, Y2 float64

	// Page is the page that the box is on, counted as the user counts; 0 also means "not stated". Two boxes are on the same
	// page iff the numbers are equal.
	Page int
	// Relative says that the coordinates are fractions of the page's width and height instead of lengths. Boxes in
	// different units never overlap: convert with [Box.Absolute].
	Relative bool
}

// NewBox reads four finite coordinates as the format says. It returns a *[FormatError] for any other number of
// coordinates, for a coordinate that is not finite, and for a right or lower edge before the left or upper one (a
// negative width or height). An unknown or empty format is an error that lists the valid formats.
func NewBox(format Format, coordinates []float64) (Box, error) {
	if format != xyxy && format != xywh {
		return Box{}, fmt.Errorf("geometry: unknown box format %q; valid formats: %q, %q", format, xyxy, xywh)
	}
	if len(coordinates) != 4 {
		return Box{}, formatErrorf("%s takes 4 coordinates, got %d", format, len(coordinates))
	}
	b := Box{X1: coordinates[0], Y1: coordinates[1], X2: coordinates[2], Y2: coordinates[3]}
	if format == xywh {
		if !(b.X2 >= 0 && b.Y2 >= 0) && finite(b.X2) && finite(b.Y2) {
			return Box{}, formatErrorf("negative size in xywh %v", slices.Clone(coordinates)) // so that none is kept
		}
		b.X2 += b.X1
		b.Y2 += b.Y1
	}
	if err := b.Valid(); err != nil {
		return Box{}, err
	}
	return b, nil
}

// Valid returns nil for finite corners in order, else a *[FormatError].
func (b Box) Valid() error {
	corners := [4]float64{b.X1, b.Y1, b.X2, b.Y2}
	for _, c := range corners {
		if !finite(c) {
			return formatErrorf("coordinate %v is not finite in xyxy %v", c, corners)
		}
	}
	if b.X1 > b.X2 {
		return formatErrorf("right edge %v is left of left edge %v in xyxy %v", b.X2, b.X1, corners)
	}
	if b.Y1 > b.Y2 {
		return formatErrorf("lower edge %v is above upper edge %v in xyxy %v", b.Y2, b.Y1, corners)
	}
	return nil
}

// Absolute returns a relative box in the units of a page of the given size, and an absolute one unchanged. A size that
// is not positive and finite is an error.
func (b Box) Absolute(width, height float64) (Box, error) {
	if err := validSize(width, height); err != nil || !b.Relative {
		return b, err
	}
	b.X1, b.X2 = b.X1*width, b.X2*width
	b.Y1, b.Y2 = b.Y1*height, b.Y2*height
	b.Relative = false
	return b, b.Valid()
}

func validSize(width, height float64) error {
	if !(width > 0 && height > 0 && finite(width) && finite(height)) {
		return formatErrorf("page size %v x %v is not positive and finite", width, height)
	}
	return nil
}

// Area is width times height; 0 for an invalid box.
func (b Box) Area() float64 {
	if b.Valid() != nil {
		return 0
	}
	return bounded(bounded(b.X2-b.X1) * bounded(b.Y2-b.Y1)) // infinity times 0 is NaN
}

// IoU is the area that both boxes cover divided by the area that at least one covers, in [0, 1]. It is 0 when that union is
// 0, when the boxes are on different pages or in different units, and when one of them is invalid. IoU of a box that has an
// area with itself is exactly 1.
func (b Box) IoU(o Box) float64 { return boxIoU(&b, &o) }

// boxIoU reads the boxes through pointers: they have too many fields to stay in registers on the way into a function.
func boxIoU(b, o *Box) float64 {
	// The common extent is the least of the four distances from a lower to an upper edge. It is not positive for an inverted
	// box, and NaN, which fails the comparison, for one with NaN.
	bw, ow := b.X2-b.X1, o.X2-o.X1
	w := min(min(bw, ow), min(b.X2-o.X1, o.X2-b.X1))
	if !(w > 0) {
		return 0
	}
	bh, oh := b.Y2-b.Y1, o.Y2-o.Y1
	h := min(min(bh, oh), min(b.Y2-o.Y1, o.Y2-b.Y1))
	if !(h > 0) || b.Page != o.Page || b.Relative != o.Relative {
		return 0
	}
	// The conversions forbid fused multiply-add, so that every platform rounds alike and no ratio exceeds 1.
	both := float64(w * h)
	union := float64(bw*bh) + float64(ow*oh) - both
	if union >= smallestArea && union <= largestArea {
		return both / union
	}
	return scaledIoU(b, o)
}

// Between these an area is far enough from underflow and overflow for ratios of areas to be right.
const (
	smallestArea = 1e-280
	largestArea  = 1e300
)

// scaledIoU measures each axis in units of the wider box, which changes no ratio of areas.
func scaledIoU(b, o *Box) float64 {
	if b.Valid() != nil || o.Valid() != nil {
		return 0
	}
	extent := func(lo, hi float64) float64 { return hi/2 - lo/2 }
	bw, ow := extent(b.X1, b.X2), extent(o.X1, o.X2)
	bh, oh := extent(b.Y1, b.Y2), extent(o.Y1, o.Y2)
	unitX, unitY := max(bw, ow), max(bh, oh)
	if unitX == 0 || unitY == 0 {
		return 0
	}
	w := extent(max(b.X1, o.X1), min(b.X2, o.X2)) / unitX
	h := extent(max(b.Y1, o.Y1), min(b.Y2, o.Y2)) / unitY
	both := float64(w * h)
	union := float64((bw/unitX)*(bh/unitY)) + float64((ow/unitX)*(oh/unitY)) - both
	if !(union > 0) {
		return 0
	}
	return min(both/union, 1)
}

// Overlap returns the areas of the intersection and the union, and [Box.IoU].
func (b Box) Overlap(o Box) Overlap {
	areaB, areaO := b.Area(), o.Area()
	result := Overlap{Union: bounded(areaB + areaO), IoU: b.IoU(o)}
	w := min(b.X2, o.X2) - max(b.X1, o.X1)
	h := min(b.Y2, o.Y2) - max(b.Y1, o.Y1)
	if result.IoU == 0 || !(w > 0 && h > 0) {
		return result
	}
	result.Intersection = bounded(float64(w * h))
	result.Union = max(bounded(areaB+(areaO-result.Intersection)), areaB, areaO)
	return result
}

// generalizedIoU is [GIoU] of two boxes. It is -1 on different pages, in different units and for an invalid box, and 0 when
// the smallest box around both has no area.
func (b Box) generalizedIoU(o Box) float64 {
	if b.Page != o.Page || b.Relative != o.Relative || b.Valid() != nil || o.Valid() != nil {
		return -1
	}
	x1, y1, x2, y2 := min(b.X1, o.X1), min(b.Y1, o.Y1), max(b.X2, o.X2), max(b.Y2, o.Y2)
	// In units of the enclosing box its area is 1 and nothing can overflow.
	unitX, unitY := x2/2-x1/2, y2/2-y1/2
	if unitX == 0 || unitY == 0 {
		return 0
	}
	share := func(w, h float64) float64 { return float64((w / unitX) * (h / unitY)) }
	union := share(b.X2/2-b.X1/2, b.Y2/2-b.Y1/2) + share(o.X2/2-o.X1/2, o.Y2/2-o.Y1/2)
	w, h := min(b.X2, o.X2)/2-max(b.X1, o.X1)/2, min(b.Y2, o.Y2)/2-max(b.Y1, o.Y1)/2
	if w > 0 && h > 0 {
		union -= share(w, h)
	}
	return max(-1, b.IoU(o)-(1-min(union, 1)))
}

// BoundingBox returns the box itself.
func (b Box) BoundingBox() Box { return b }

// Centre is the point where the diagonals cross.
func (b Box) Centre() Point { return Point{b.X1/2 + b.X2/2, b.Y1/2 + b.Y2/2} }

// Polygon returns the box as a ring of its four corners.
func (b Box) Polygon() Polygon {
	ring := []Point{{b.X1, b.Y1}, {b.X2, b.Y1}, {b.X2, b.Y2}, {b.X1, b.Y2}}
	return Polygon{Rings: [][]Point{ring}, Page: b.Page, Relative: b.Relative}
}

func (b Box) place() place { return place{b.Page, b.Relative} }
