package geometry

// clipConvex returns the area that two strictly convex polygons of three or four vertices share, and their own areas. ok is
// false for every other polygon, for NaN, and for areas so small or large that products of coordinates lose their meaning:
// the sweep, which scales first, then has to answer.
//
// The method is Sutherland and Hodgman's, "Reentrant Polygon Clipping" (CACM 17, 1974): the line through each edge of the
// second polygon in turn cuts the rest of the first.
func clipConvex(first, second []Point) (both, firstArea, secondArea float64, ok bool) {
	if len(first) > 4 || len(second) > 4 {
		return 0, 0, 0, false
	}
	// Relative to a vertex, coordinates far from the origin keep their digits.
	var a, b [4]Point
	origin := first[0]
	na, nb := copyRelative(&a, first, origin), copyRelative(&b, second, origin)
	signA, signB := orientation(a[:na]), orientation(b[:nb])
	if signA == 0 || signB == 0 {
		return 0, 0, 0, false
	}
	firstArea, secondArea = signA*shoelace(a[:na]), signB*shoelace(b[:nb])
	if !(firstArea >= smallestArea && firstArea <= largestArea && secondArea >= smallestArea && secondArea <= largestArea) {
		return 0, 0, 0, false
	}

	// Each cut of a convex polygon adds at most one vertex to the four; the room beyond eight is for rounding.
	var buffers [2][10]Point
	subject := a[:na]
	previous := b[nb-1]
	for i, corner := range b[:nb] {
		dx, dy := signB*(corner.X-previous.X), signB*(corner.Y-previous.Y)
		clipped := &buffers[i&1]
		n := 0
		last := subject[len(subject)-1]
		lastSide := dx*(last.Y-previous.Y) - dy*(last.X-previous.X)
		for _, p := range subject {
			side := dx*(p.Y-previous.Y) - dy*(p.X-previous.X)
			if n > len(clipped)-2 {
				return 0, 0, 0, false
			}
			if (side < 0) != (lastSide < 0) {
				t := lastSide / (lastSide - side)
				clipped[n] = Point{last.X + t*(p.X-last.X), last.Y + t*(p.Y-last.Y)}
				n++
			}
			if side >= 0 {
				clipped[n] = p
				n++
			}
			last, lastSide = p, side
		}
		if n < 3 {
			return 0, firstArea, secondArea, true
		}
		subject = clipped[:n]
		previous = corner
	}
	return max(0, signA*shoelace(subject)), firstArea, secondArea, true
}

func copyRelative(dst *[4]Point, src []Point, origin Point) int {
	for i, p := range src {
		dst[i] = Point{p.X - origin.X, p.Y - origin.Y}
	}
	return len(src)
}

// orientation returns 1 if the cross product at every corner is positive, -1 if it is negative at every corner, and else 0. A
// ring of up to four vertices that all turn the same way is strictly convex.
func orientation(ring []Point) float64 {
	n := len(ring)
	var left, right int
	p, q := ring[n-2], ring[n-1]
	for _, r := range ring {
		cross := (q.X-p.X)*(r.Y-q.Y) - (q.Y-p.Y)*(r.X-q.X)
		if cross > 0 {
			left++
		} else if cross < 0 {
			right++
		}
		p, q = q, r
	}
	switch n {
	case left:
		return 1
	case right:
		return -1
	}
	return 0
}

// shoelace is the signed area of a ring: positive when it runs from the x axis to the y axis.
func shoelace(ring []Point) float64 {
	twice := 0.0
	last := ring[len(ring)-1]
	for _, p := range ring {
		twice += last.X*p.Y - last.Y*p.X
		last = p
	}
	return twice / 2
}
