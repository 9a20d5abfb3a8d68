package kind

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// The members by which an object may name the coordinates of a box; the last lists are those of docling, Pascal VOC and
// Textract.
var (
	namesXYXY = [][]string{{"x1", "y1", "x2", "y2"}, {"left", "top", "right", "bottom"}, {"l", "t", "r", "b"}, {"xmin", "ymin", "xmax", "ymax"}}
	namesXYWH = [][]string{{"x", "y", "width", "height"}, {"left", "top", "width", "height"}, {"Left", "Top", "Width", "Height"}}
)

// namesIn returns the first list whose names are all in the object, or the first list if there is no such list.
func namesIn(v document.Value, lists [][]string) []string {
	for _, names := range lists {
		if !slices.ContainsFunc(names, func(name string) bool { return !v.Member(name).Exists() }) {
			return names
		}
	}
	return lists[0]
}

func namesOf(format geometry.Format) [][]string {
	if format == "xywh" {
		return namesXYWH
	}
	return namesXYXY
}

// ParseBox reads a box. For any other value the error is a [*geometry.FormatError].
func ParseBox(v document.Value, format geometry.Format) (geometry.Box, error) {
	var space [4]float64
	coordinates, page, relative := space[:0], 0, false
	var err error
	if v.Kind() == document.Object {
		if page, relative, err = readPlace(v); err != nil {
			return geometry.Box{}, notABox(err)
		}
		v = inside(v, keysBBox)
	}
	switch kind := v.Kind(); {
	case kind == document.Array && v.Len() == len(space):
		coordinates, err = readCoordinates(coordinates, v)
	case kind == document.Array:
		err = fmt.Errorf("%s takes 4 coordinates, got %d", format, v.Len())
	case kind == document.Object:
		if coordinates, err = readMembers(coordinates, v, namesIn(v, namesOf(format))); err != nil {
			err = fmt.Errorf("%w; for %s the object has %s", err, format, keysOf(v))
		} else {
			err = checkUpright(v)
		}
	default:
		err = fmt.Errorf("%s is not a box, want an array of 4 coordinates", words.Brief(v))
	}
	if err != nil {
		return geometry.Box{}, notABox(err)
	}
	box, err := geometry.NewBox(format, coordinates)
	box.Page, box.Relative = page, relative
	return box, err
}

// checkUpright refuses an object that names its coordinates and an angle: without the angle, its box would lie elsewhere.
func checkUpright(object document.Value) error {
	for _, key := range []string{"rotation", "angle", "theta"} {
		member := object.Member(key)
		if !member.Exists() {
			continue
		}
		if angle, err := readCoordinate(member); err == nil && angle != 0 {
			return fmt.Errorf("the box is turned by its %q, which is not read; write its corners, and format: polygon", key)
		}
	}
	return nil
}

func notABox(problem error) error { return &geometry.FormatError{Reason: problem.Error()} }
