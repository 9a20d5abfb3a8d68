package geometry

import (
	"math"
	"slices"
)

// hullGIoU takes valid polygons on the same page and in the same units.
func hullGIoU(p, q Polygon) (float64, error) {
	// In the frame of the sweep, areas can be divided by each other whatever their size.
	f := frameOf(p, q)
	p, q = f.scaled(p), f.scaled(q)
	overlap, err := overlapOutlines(p, q)
	if err != nil {
		return 0, err
	}
	enclosing := hullArea(slices.Concat(slices.Concat(p.Rings...), slices.Concat(q.Rings...)))
	if enclosing <= 0 {
		return 0, nil
	}
	return max(-1, overlap.IoU-(1-min(overlap.Union/enclosing, 1))), nil
}

func (f frame) scaled(p Polygon) Polygon {
	kx, ky := math.Ldexp(1, f.ex), math.Ldexp(1, f.ey)
	scaled := Polygon{Rings: make([][]Point, len(p.Rings))}
	for i, ring := range p.Rings {
		scaled.Rings[i] = make([]Point, len(ring))
		for j, v := range ring {
			scaled.Rings[i][j] = Point{(v.X/2 - f.x) * kx, (v.Y/2 - f.y) * ky}
		}
	}
	return scaled
}

// hullArea is the area of the convex hull of points, which it sorts: Andrew's monotone chain (Information Processing
// Letters 9, 1979).
func hullArea(points []Point) float64 {
	slices.SortFunc(points, func(a, b Point) int {
		if c := order(a.X, b.X); c != 0 {
			return c
		}
		return order(a.Y, b.Y)
	})
	area := 0.0
	chain := make([]Point, 0, len(points))
	for range 2 { // the lower chain from left to right, then the upper one back
		chain = chain[:0]
		for _, p := range points {
			for n := len(chain); n >= 2; n = len(chain) {
				a, b := chain[n-2], chain[n-1]
				if (b.X-a.X)*(p.Y-b.Y)-(b.Y-a.Y)*(p.X-b.X) > 0 {
					break
				}
				chain = chain[:n-1]
			}
			chain = append(chain, p)
		}
		for i := 1; i < len(chain); i++ {
			area += chain[i-1].X*chain[i].Y - chain[i-1].Y*chain[i].X
		}
		slices.Reverse(points)
	}
	return area / 2
}
