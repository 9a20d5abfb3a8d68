package detection

import (
	"fmt"
	"math"
)

// Box is a box as COCO writes it: left, top, width, height. It is kept as it was read, since edges and areas have to round as
// they do in pycocotools. The boxes of one [Image] are on one page and in one unit.
type Box struct{ X, Y, Width, Height float64 }

func (b Box) surface() float64 { return b.Width * b.Height }

// valid reports whether all numbers, the edges and the area are finite and the sizes not negative.
func (b Box) valid() bool {
	return b.Width >= 0 && b.Height >= 0 &&
		finite(b.X) && finite(b.Y) && finite(b.X+b.Width) && finite(b.Y+b.Height) && finite(b.surface())
}

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// Truth is an object that the image shows.
type Truth struct {
	Class string
	Box   Box

	// Area decides the size class of COCO: the annotated area of the object, which may be smaller than its box. 0 means
	// the area of the box. VOC does not use it.
	Area float64
	// Crowd marks a region with an unknown number of objects. A detector need not find it. Any number of detections may
	// match it and are left out; their overlap is the intersection divided by the area of the detection. VOC has no
	// crowds and treats one like Ignore.
	Crowd bool
	// Ignore marks an object that counts neither as found nor as missed: VOC's "difficult". A detection matched to it
	// is left out. pycocotools overwrites its own field "ignore" with "iscrowd"; there an area outside of all size
	// classes has the same effect.
	Ignore bool
}

// Detection is an object that was reported.
type Detection struct {
	Class string
	Box   Box
	Score float64 // confidence, in any unit: only the order counts; NaN and infinite ones are invalid
}

// Image is one picture or page. Where scores tie, the detection of the earlier image, and in an image the earlier detection,
// ranks first; pycocotools takes images in the order of their ids.
type Image struct {
	Truths     []Truth
	Detections []Detection
}

// checkTruths returns an error for the first invalid object. Users write the truth and can correct it.
func checkTruths(images []Image) error {
	for i, image := range images {
		for j, t := range image.Truths {
			if !t.Box.valid() {
				return fmt.Errorf("detection: image %d, truth %d (class %q): box %v needs finite numbers and sizes that are not negative", i, j, t.Class, t.Box)
			}
			if !(t.Area >= 0 && finite(t.Area)) {
				return fmt.Errorf("detection: image %d, truth %d (class %q): area is %v: must be finite and not negative, or 0 for the box's", i, j, t.Class, t.Area)
			}
		}
	}
	return nil
}

// ranked returns the detection in the form in which it is ranked. An invalid detection is not an error: it overlaps no
// truth, whatever its box, and so is a false positive. A score that is NaN or infinite comes last.
func (d Detection) ranked() (ranked Detection, invalid bool) {
	invalid = !d.Box.valid() || !finite(d.Score)
	if !finite(d.Score) {
		d.Score = -math.MaxFloat64
	}
	if invalid {
		d.Box = Box{X: -math.MaxFloat64, Y: -math.MaxFloat64}
	}
	return d, invalid
}
