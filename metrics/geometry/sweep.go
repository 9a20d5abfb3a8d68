package geometry

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// MaxVertices is how many vertices two polygons may have together.
const MaxVertices = 1 << 21

// maxWork bounds the visits of edges in one sweep, at up to twenty nanoseconds each.
const maxWork = 100_000_000

// ErrTooComplex says that polygons are beyond the limits described at [Polygon]: their overlap was not computed.
var ErrTooComplex = errors.New("geometry: polygons are too complex")

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
// the inversions cut that band further. There is no topology to get wrong: holes, self-crossings, shared and repeated
// edges need no case of their own, and a misplaced crossing costs an area of the size of its rounding error.
func sweep(p, q Polygon) (regions, error) {
	n := p.vertices() + q.vertices()
	if n > MaxVertices {
		return regions{}, fmt.Errorf("%w: %d vertices, at most %d; simplify the outlines", ErrTooComplex, n, MaxVertices)
	}
	f := frameOf(p, q)
	s := sweeper{edges: make([]edge, 0, n)}
	s.add(p, f, true)
	s.add(q, f, false)
	if !s.run() {
		return regions{}, fmt.Errorf("%w: the edges of %d vertices cross too many bands; simplify the outlines", ErrTooComplex, n)
	}
	sum := s.sum
	if sum.either > 0 {
		sum.ratio = min(sum.both/sum.either, 1)
	}
	for _, area := range []*float64{&sum.first, &sum.second, &sum.both, &sum.either} {
		*area = f.area(*area)
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

func (f frame) area(scaled float64) float64 { return bounded(math.Ldexp(scaled, 2-f.ex-f.ey)) }

// edge runs downwards: y0 < y1. Horizontal edges bound no trapezoid and are left out.
type edge struct {
	x0, y0, x1, y1 float64
	first          bool // belongs to the first polygon
}

// strand is an edge where it crosses the current band.
type strand struct {
	edge
	top, bottom float64 // x at the band's upper and lower height
}

func (e *edge) at(y float64) float64 {
	switch y {
	case e.y0:
		return e.x0
	case e.y1:
		return e.x1
	}
	return e.x0 + (y-e.y0)/(e.y1-e.y0)*(e.x1-e.x0)
}

type sweeper struct {
	edges  []edge
	active []strand
	order  []strand  // scratch: the active strands inside a band with crossings
	cuts   []float64 // scratch: where strands cross, as fractions of the band's height
	work   int
	sum    regions
}

func (s *sweeper) add(p Polygon, f frame, first bool) {
	kx, ky := math.Ldexp(1, f.ex), math.Ldexp(1, f.ey)
	for _, ring := range p.Rings {
		last := ring[len(ring)-1]
		lx, ly := (last.X/2-f.x)*kx, (last.Y/2-f.y)*ky
		for _, v := range ring {
			x, y := (v.X/2-f.x)*kx, (v.Y/2-f.y)*ky
			if ly < y {
				s.edges = append(s.edges, edge{lx, ly, x, y, first})
			} else if y < ly {
				s.edges = append(s.edges, edge{x, y, lx, ly, first})
			}
			lx, ly = x, y
		}
	}
}

// run adds up all bands. It reports false when that would be too much work.
func (s *sweeper) run() bool {
	slices.SortFunc(s.edges, func(a, b edge) int { return order(a.y0, b.y0) })
	heights := make([]float64, 0, 2*len(s.edges))
	for i := range s.edges {
		heights = append(heights, s.edges[i].y0, s.edges[i].y1)
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)

	next := 0
	for i := 0; i+1 < len(heights); i++ {
		y0, y1 := heights[i], heights[i+1]
		kept := s.active[:0]
		for _, a := range s.active {
			if a.y1 > y0 {
				kept = append(kept, a)
			}
		}
		old := len(kept)
		for ; next < len(s.edges) && s.edges[next].y0 == y0; next++ {
			kept = append(kept, strand{edge: s.edges[next]})
		}
		s.active = kept
		crossing := false
		for j := range s.active {
			a := &s.active[j]
			a.top, a.bottom = a.at(y0), a.at(y1)
		}
		sortByTop(s.active, len(s.active)-old)
		for j := 1; j < len(s.active); j++ {
			crossing = crossing || s.active[j].bottom < s.active[j-1].bottom
		}
		s.work += len(s.active)
		if s.work > maxWork {
			return false
		}
		if !crossing {
			s.addTrapezoids(s.active, 0, 1, y1-y0)
		} else if !s.addCrossed(y1 - y0) {
			return false
		}
	}
	return true
}

// sortByTop sorts strands that are in order but for rounding, and for the last few, which are new.
func sortByTop(strands []strand, added int) {
	if added > 8 {
		slices.SortFunc(strands, func(a, b strand) int {
			if c := order(a.top, b.top); c != 0 {
				return c
			}
			return order(a.bottom, b.bottom)
		})
		return
	}
	for i := 1; i < len(strands); i++ {
		s := strands[i]
		j := i
		for j > 0 && (strands[j-1].top > s.top || strands[j-1].top == s.top && strands[j-1].bottom > s.bottom) {
			strands[j] = strands[j-1]
			j--
		}
		strands[j] = s
	}
}

// addCrossed adds a band in which strands cross. Sorting from the order at the top to that at the bottom by exchanging
// neighbours meets each crossing pair once.
func (s *sweeper) addCrossed(height float64) bool {
	s.order = append(s.order[:0], s.active...)
	s.cuts = append(s.cuts[:0], 0, 1)
	for i := 1; i < len(s.order); i++ {
		b := s.order[i]
		j := i
		for ; j > 0 && s.order[j-1].bottom > b.bottom; j-- {
			a := s.order[j-1]
			s.order[j] = a
			above, below := b.top-a.top, a.bottom-b.bottom
			s.cuts = append(s.cuts, above/(above+below))
			s.work += len(s.active)
		}
		s.order[j] = b
		if s.work > maxWork {
			return false
		}
	}
	slices.Sort(s.cuts)
	copy(s.order, s.active)
	for i := 0; i+1 < len(s.cuts); i++ {
		from, to := s.cuts[i], s.cuts[i+1]
		if from == to {
			continue
		}
		middle := (from + to) / 2
		for j := 1; j < len(s.order); j++ {
			b := s.order[j]
			x := b.between(middle)
			k := j
			for ; k > 0 && s.order[k-1].between(middle) > x; k-- {
				s.order[k] = s.order[k-1]
			}
			s.order[k] = b
		}
		s.addTrapezoids(s.order, from, to, height)
	}
	return true
}

// between is the strand's x at a fraction of the band's height.
func (s *strand) between(fraction float64) float64 {
	return s.top + fraction*(s.bottom-s.top)
}

// addTrapezoids adds the part of a band between two fractions of its height, in which the strands are in order.
func (s *sweeper) addTrapezoids(strands []strand, from, to, height float64) {
	// The mean of both ends is the strand's x at half height, and a trapezoid's area its width there times its height.
	middle := (from + to) / 2
	height *= to - from
	inFirst, inSecond := false, false
	left := 0.0
	for i := range strands {
		x := strands[i].between(middle)
		if area := (x - left) * height; area > 0 {
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
		if strands[i].first {
			inFirst = !inFirst
		} else {
			inSecond = !inSecond
		}
		left = x
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
