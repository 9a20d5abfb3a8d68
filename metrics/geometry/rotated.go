package geometry

import "math"

// RotatedBox is a rectangle turned about its centre.
type RotatedBox struct {
	X, Y          float64 // the centre
	Width, Height float64 // the sides before turning, not negative
	// Degrees is the angle of the turn: positive from the x axis to the y axis, which is clockwise on a page whose y grows
	// downwards.
	Degrees float64

	Page int // as in [Box]
	// Relative is as in [Box]. Only the [RotatedBox.Polygon] can be made absolute: unequal scales leave no rectangle.
	Relative bool
}

// Valid returns nil for finite numbers and sides that are not negative, else a *[FormatError].
func (r RotatedBox) Valid() error {
	numbers := [5]float64{r.X, r.Y, r.Width, r.Height, r.Degrees}
	for _, n := range numbers {
		if !finite(n) {
			return formatErrorf("%v is not finite in centre, size, angle %v", n, numbers)
		}
	}
	if r.Width < 0 || r.Height < 0 {
		return formatErrorf("negative size in centre, size, angle %v", numbers)
	}
	for _, c := range r.corners() {
		if !finite(c.X) || !finite(c.Y) {
			return formatErrorf("a corner is not finite for centre, size, angle %v", numbers)
		}
	}
	return nil
}

// corners returns the four corners in turn; with an angle of 0 from the left upper one clockwise on a page.
func (r RotatedBox) corners() [4]Point {
	sin, cos := sinCosDegrees(r.Degrees)
	w, h := r.Width/2, r.Height/2
	ux, uy := w*cos, w*sin
	vx, vy := -h*sin, h*cos
	return [4]Point{
		{r.X - ux - vx, r.Y - uy - vy},
		{r.X + ux - vx, r.Y + uy - vy},
		{r.X + ux + vx, r.Y + uy + vy},
		{r.X - ux + vx, r.Y - uy + vy},
	}
}

// sinCosDegrees is exact for multiples of 90 degrees, where radians are not.
func sinCosDegrees(degrees float64) (sin, cos float64) {
	switch math.Mod(degrees, 360) {
	case 0:
		return 0, 1
	case 90, -270:
		return 1, 0
	case 180, -180:
		return 0, -1
	case 270, -90:
		return -1, 0
	}
	return math.Sincos(math.Mod(degrees, 360) * (math.Pi / 180))
}

// BoundingBox is the smallest box around the corners.
func (r RotatedBox) BoundingBox() Box {
	c := r.corners()
	b := bounds(c[:])
	b.Page, b.Relative = r.Page, r.Relative
	return b
}

// Polygon returns the four corners as a ring: at an angle of 0, clockwise on a page from the upper left one.
func (r RotatedBox) Polygon() Polygon {
	c := r.corners()
	return Polygon{Rings: [][]Point{c[:]}, Page: r.Page, Relative: r.Relative}
}

func (r RotatedBox) place() place { return place{r.Page, r.Relative} }
