package geometry

// Polygon is an area bounded by rings of vertices. A ring closes by itself; repeating its first vertex at the end changes
// nothing, nor do direction and starting point.
//
// The even-odd rule over all rings together decides what is inside: a point is inside iff a ray from it crosses an odd
// number of edges. So a ring inside another is a hole, a ring inside the hole an island, the doubly wound middle of a
// pentagram is outside, and an edge drawn twice cancels out.
//
// Areas are exact but for rounding. The sweep takes time in proportion to the sum, over all bands between neighbouring vertex
// heights, of the edges that cross the band: a circle of a million vertices takes less than a second, a scribble of a million
// strokes over the whole page would take days. Beyond 2^21 vertices in both polygons together, or beyond 50 million such
// edges (about a second), Area, [Measure] and [GIoU] return an error instead of an area.
type Polygon struct {
	Rings [][]Point

	Page     int  // as in [Box]
	Relative bool // as in [Box]
}

// NewPolygon reads one ring from the flat list x, y, x, y, … that layout services write. An odd number of coordinates, fewer
// than three vertices and a coordinate that is not finite are a *[FormatError].
func NewPolygon(coordinates []float64) (Polygon, error) {
	if len(coordinates)%2 != 0 {
		return Polygon{}, formatErrorf("a polygon takes pairs of coordinates, got %d numbers", len(coordinates))
	}
	ring := make([]Point, len(coordinates)/2)
	for i := range ring {
		ring[i] = Point{coordinates[2*i], coordinates[2*i+1]}
	}
	p := Polygon{Rings: [][]Point{ring}}
	if err := p.Valid(); err != nil {
		return Polygon{}, err
	}
	return p, nil
}

// Valid returns nil for at least one ring, rings of at least three vertices and finite coordinates, else a
// *[FormatError]. Rings may cross themselves, and vertices may be repeated or collinear.
func (p Polygon) Valid() error {
	if len(p.Rings) == 0 {
		return formatErrorf("a polygon without rings")
	}
	for i, ring := range p.Rings {
		if len(ring) < 3 {
			return formatErrorf("ring %d of a polygon takes at least 3 vertices, got %d", i, len(ring))
		}
		for j, v := range ring {
			if !finite(v.X) || !finite(v.Y) {
				return formatErrorf("vertex %d of ring %d, [%v %v], is not finite", j, i, v.X, v.Y)
			}
		}
	}
	return nil
}

// Absolute returns a relative polygon in the units of a page of the given size, and an absolute one unchanged. A size
// that is not positive and finite is an error.
func (p Polygon) Absolute(width, height float64) (Polygon, error) {
	if err := validSize(width, height); err != nil || !p.Relative {
		return p, err
	}
	scaled := Polygon{Page: p.Page, Rings: make([][]Point, len(p.Rings))}
	for i, ring := range p.Rings {
		scaled.Rings[i] = make([]Point, len(ring))
		for j, v := range ring {
			scaled.Rings[i][j] = Point{v.X * width, v.Y * height}
		}
	}
	return scaled, scaled.Valid()
}

// Area is the area inside by the even-odd rule, with the errors of [Measure].
func (p Polygon) Area() (float64, error) {
	if err := p.Valid(); err != nil {
		return 0, err
	}
	areas, err := sweep(p, Polygon{})
	return areas.first, err
}

// overlapOutlines takes valid polygons in the same units.
func overlapOutlines(p, q Polygon) (Overlap, error) {
	if p.Page != q.Page {
		return apart(p, q)
	}
	if a, ok := smallRing(p); ok {
		if b, ok := smallRing(q); ok {
			if both, areaA, areaB, ok := clipConvex(a, b); ok {
				return overlapOf(both, areaA, areaB), nil
			}
		}
	}
	a, b := p.BoundingBox(), q.BoundingBox()
	if a.X2 <= b.X1 || b.X2 <= a.X1 || a.Y2 <= b.Y1 || b.Y2 <= a.Y1 {
		return apart(p, q) // in a frame around both, far apart, each would lose digits
	}
	areas, err := sweep(p, q)
	return areas.overlap(), err
}

// apart is the overlap of polygons that have nothing in common.
func apart(p, q Polygon) (Overlap, error) {
	a, err := sweep(p, Polygon{})
	if err != nil {
		return Overlap{}, err
	}
	b, err := sweep(q, Polygon{})
	if err != nil {
		return Overlap{}, err
	}
	return Overlap{Union: bounded(a.first + b.first)}, nil
}

// smallRing returns the only ring of a triangle or quadrilateral.
func smallRing(p Polygon) ([]Point, bool) {
	if len(p.Rings) != 1 {
		return nil, false
	}
	ring := p.Rings[0]
	if n := len(ring); n > 3 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	return ring, len(ring) <= 4
}

// overlapOf derives union and ratio from areas that neither overflow nor underflow.
func overlapOf(both, areaA, areaB float64) Overlap {
	both = min(both, areaA, areaB)
	union := areaA + (areaB - both)
	return Overlap{Intersection: both, Union: union, IoU: min(both/union, 1)}
}

// BoundingBox is the smallest box around all vertices.
func (p Polygon) BoundingBox() Box {
	if len(p.Rings) == 0 {
		return Box{Page: p.Page, Relative: p.Relative}
	}
	b := bounds(p.Rings[0])
	for _, ring := range p.Rings[1:] {
		r := bounds(ring)
		b.X1, b.Y1, b.X2, b.Y2 = min(b.X1, r.X1), min(b.Y1, r.Y1), max(b.X2, r.X2), max(b.Y2, r.Y2)
	}
	b.Page, b.Relative = p.Page, p.Relative
	return b
}

// Polygon returns the polygon itself.
func (p Polygon) Polygon() Polygon { return p }

func (p Polygon) place() place { return place{p.Page, p.Relative} }

func (p Polygon) vertices() int {
	n := 0
	for _, ring := range p.Rings {
		n += len(ring)
	}
	return n
}
