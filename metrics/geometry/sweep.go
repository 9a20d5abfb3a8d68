package geometry

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// maxVertices is the most vertices of two polygons together.
const maxVertices = 1 << 21

// maxWork bounds the visits of edges in one sweep, at up to twenty nanoseconds each.
const maxWork = 50_000_000

// errTooComplex says that polygons are beyond the limits described at [Polygon]: their overlap was not computed.
var errTooComplex = errors.New("geometry: polygons are too complex")

// regions are the areas that a sweep over two polygons adds up.
type regions struct {
	first, second, both, either float64
	ratio                       float64 // both / either, right even where the areas overflow or underflow
}

func (r regions) overlap() Overlap {
	return Overlap{Intersection: r.both, Union: r.either, IoU: r.ratio}
}

// sweep measures two valid polygons in the same units and on the same page under the even-odd rule.
//
// The heights of all vertices cut the plane into bands. No edge starts or ends inside a band, so the edges that cross it,
// sorted from left to right, bound trapezoids, and counting edges from the left tells which trapezoids are inside which
// polygon. Where edges cross each other inside a band, their order at its top and bottom differs; the crossings found from
// the inversions cut that band further. Holes, self-crossings, shared and repeated edges need no case of their own, and a
// misplaced crossing costs an area of the size of its rounding error.
func sweep(p, q Polygon) (regions, error) {
	n := p.vertices() + q.vertices()
	if n > maxVertices {
		return regions{}, fmt.Errorf("%w: %d vertices, at most %d; simplify the outlines", errTooComplex, n, maxVertices)
	}
	f := frameOf(p, q)
	s := sweeper{edges: make([]edge, 0, n)}
	s.addPolygon(p, f, true)
	s.addPolygon(q, f, false)
	if !s.sweep() {
		return regions{}, fmt.Errorf("%w: the edges of %d vertices cross too many bands; simplify the outlines", errTooComplex, n)
	}
	sum := s.sum
	if sum.either > 0 {
		sum.ratio = min(sum.both/sum.either, 1)
	}
	for _, area := range []*float64{&sum.first, &sum.second, &sum.both, &sum.either} {
		*area = f.unscale(*area)
	}
	return sum, nil
}

// frame moves shapes to the origin and scales each axis by a power of two, to an extent between 1/2 and 1. Ratios of areas
// survive that, and nothing over- or underflows in it.
type frame struct {
	x, y   float64 // origin, halved: the extent of finite coordinates may exceed float64
	ex, ey int     // exponents of the scale
}

func frameOf(p, q Polygon) frame {
	b := p.BoundingBox()
	if len(q.Rings) > 0 {
		o := q.BoundingBox()
		b.X1, b.Y1, b.X2, b.Y2 = min(b.X1, o.X1), min(b.Y1, o.Y1), max(b.X2, o.X2), max(b.Y2, o.Y2)
	}
	exponent := func(lo, hi float64) int {
		_, e := math.Frexp(hi/2 - lo/2)
		return min(-e, 1023) // 2^1023 is the largest power of two: the very least extents stay below 1/2
	}
	return frame{x: b.X1 / 2, y: b.Y1 / 2, ex: exponent(b.X1, b.X2), ey: exponent(b.Y1, b.Y2)}
}

func (f frame) unscale(scaled float64) float64 { return bounded(math.Ldexp(scaled, 2-f.ex-f.ey)) }

// edge runs downwards: y0 < y1. Horizontal edges bound no trapezoid and are left out.
type edge struct {
	x0, y0, x1, y1 float64
	slope          float64 // of x over y
	first          bool    // belongs to the first polygon
}

// position is exact at both ends, so that edges meet where they share a vertex.
func (e *edge) position(y float64) float64 {
	if y == e.y1 {
		return e.x1
	}
	return e.x0 + (y-e.y0)*e.slope
}

// leastHeight keeps slopes finite. A flatter edge cannot bound an area that counts in a frame of extent 1.
const leastHeight = 1e-290

// strand is an edge where it crosses the current band.
type strand struct {
	edge        int32
	first       bool
	top, bottom float64 // x at the band's upper and lower height
	rest        float64 // the least bottom of this strand and those to its right
}

// between is the strand's x at a fraction of the band's height.
func (s *strand) between(fraction float64) float64 { return s.top + fraction*(s.bottom-s.top) }

type sweeper struct {
	edges  []edge    // by y0
	ends   []float64 // all y1, sorted
	active []strand  // of the current band, from left to right at its top
	order  []strand  // scratch: strands that cross each other
	cuts   []float64 // scratch: where they cross, as fractions of the band's height
	work   int
	sum    regions
}

func (s *sweeper) addPolygon(p Polygon, f frame, first bool) {
	kx, ky := math.Ldexp(1, f.ex), math.Ldexp(1, f.ey)
	for _, ring := range p.Rings {
		last := ring[len(ring)-1]
		lx, ly := (last.X/2-f.x)*kx, (last.Y/2-f.y)*ky
		for _, v := range ring {
			x, y := (v.X/2-f.x)*kx, (v.Y/2-f.y)*ky
			if y-ly > leastHeight {
				s.edges = append(s.edges, edge{lx, ly, x, y, (x - lx) / (y - ly), first})
			} else if ly-y > leastHeight {
				s.edges = append(s.edges, edge{x, y, lx, ly, (lx - x) / (ly - y), first})
			}
			lx, ly = x, y
		}
	}
}

// sweep adds up all bands. It reports false when that would be too much work.
func (s *sweeper) sweep() bool {
	slices.SortFunc(s.edges, func(a, b edge) int { return order(a.y0, b.y0) })
	s.ends = make([]float64, len(s.edges))
	for i := range s.edges {
		s.ends[i] = s.edges[i].y1
	}
	slices.Sort(s.ends)

	// Each band reaches from one height to the next at which an edge starts or ends.
	for start, end := 0, 0; end < len(s.ends); {
		y := s.ends[end]
		if start < len(s.edges) {
			y = min(y, s.edges[start].y0)
		}
		for ; end < len(s.ends) && s.ends[end] == y; end++ {
		}
		first := start
		for ; start < len(s.edges) && s.edges[start].y0 == y; start++ {
		}
		if end == len(s.ends) {
			break
		}
		next := s.ends[end]
		if start < len(s.edges) {
			next = min(next, s.edges[start].y0)
		}
		s.enter(y, next, first, start)
		if s.work > maxWork || !s.addBand(next-y) {
			return false
		}
	}
	return true
}

// enter moves the active strands to the band from height y to next. The edges from..to start at y.
func (s *sweeper) enter(y, next float64, first, last int) {
	kept := s.active[:0]
	for _, a := range s.active {
		if e := &s.edges[a.edge]; e.y1 > y {
			a.top, a.bottom = a.bottom, e.position(next)
			kept = append(kept, a)
		}
	}
	for i := first; i < last; i++ {
		e := &s.edges[i]
		kept = append(kept, strand{edge: int32(i), first: e.first, top: e.x0, bottom: e.position(next)})
	}
	s.active = kept
	s.work += len(kept)
	slices.SortFunc(kept, func(a, b strand) int { return cmp.Or(order(a.top, b.top), order(a.bottom, b.bottom)) })
	rest := math.Inf(1)
	for i := len(kept) - 1; i >= 0; i-- {
		rest = min(rest, kept[i].bottom)
		kept[i].rest = rest
	}
}

// addBand adds the trapezoids of a band. Strands that cross are measured as a group, cut where they cross; left of a
// group and right of it everything stays in order. It reports false when there are too many crossings.
func (s *sweeper) addBand(height float64) bool {
	inFirst, inSecond := false, false
	left := 0.0 // x of the strand to the left, integrated over the height
	for i := 0; i < len(s.active); {
		end, reach := i+1, s.active[i].bottom
		for end < len(s.active) && s.active[end].rest < reach {
			reach = max(reach, s.active[end].bottom)
			end++
		}
		if end == i+1 {
			x := s.active[i].between(.5) * height // the mean of both ends: the integral of a straight line
			s.count(x-left, inFirst, inSecond)
			left = x
		} else {
			leftmost, rightmost, ok := s.addCrossing(s.active[i:end], height, inFirst, inSecond)
			if !ok {
				return false
			}
			s.count(leftmost-left, inFirst, inSecond)
			left = rightmost
		}
		for ; i < end; i++ {
			inFirst, inSecond = s.active[i].toggle(inFirst, inSecond)
		}
	}
	return true
}

// addCrossing adds the areas between strands of a band that cross each other, and returns the integrals of its left and
// right limits. Sorting from the order at the top to the order at the bottom by exchanging neighbours meets each crossing
// once.
func (s *sweeper) addCrossing(group []strand, height float64, inFirst, inSecond bool) (leftmost, rightmost float64, ok bool) {
	s.order = append(s.order[:0], group...)
	s.cuts = append(s.cuts[:0], 0, 1)
	for i := 1; i < len(group); i++ {
		b := s.order[i]
		j := i
		for ; j > 0 && s.order[j-1].bottom > b.bottom; j-- {
			a := s.order[j-1]
			s.order[j] = a
			topDifference, bottomDifference := b.top-a.top, a.bottom-b.bottom
			s.cuts = append(s.cuts, topDifference/(topDifference+bottomDifference))
			s.work += len(group)
		}
		s.order[j] = b
		if s.work > maxWork {
			return 0, 0, false
		}
	}
	slices.Sort(s.cuts)
	copy(s.order, group)
	for i := 1; i < len(s.cuts); i++ {
		source, target := s.cuts[i-1], s.cuts[i]
		if source == target {
			continue
		}
		middle, part := (source+target)/2, (target-source)*height
		for j := 1; j < len(group); j++ {
			b := s.order[j]
			x := b.between(middle)
			k := j
			for ; k > 0 && s.order[k-1].between(middle) > x; k-- {
				s.order[k] = s.order[k-1]
			}
			s.order[k] = b
		}
		x := s.order[0].between(middle)
		leftmost += x * part
		in1, in2 := s.order[0].toggle(inFirst, inSecond)
		for j := 1; j < len(group); j++ {
			right := s.order[j].between(middle)
			s.count((right-x)*part, in1, in2)
			in1, in2 = s.order[j].toggle(in1, in2)
			x = right
		}
		rightmost += x * part
	}
	return leftmost, rightmost, true
}

// toggle returns whether a point right of the strand is inside each polygon, given the same for a point left of it.
func (s *strand) toggle(inFirst, inSecond bool) (bool, bool) {
	if s.first {
		return !inFirst, inSecond
	}
	return inFirst, !inSecond
}

// count adds an area to the regions that it belongs to. Rounding may make an empty one negative.
func (s *sweeper) count(area float64, inFirst, inSecond bool) {
	if !(area > 0) {
		return
	}
	if inFirst {
		s.sum.first += area
	}
	if inSecond {
		s.sum.second += area
	}
	if inFirst && inSecond {
		s.sum.both += area
	}
	if inFirst || inSecond {
		s.sum.either += area
	}
}

// order compares numbers that are not NaN.
func order(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
