package kind

import (
	"errors"
	"fmt"
	"math"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// The members by which an object may name the coordinates of a point.
var (
	namesXY  = [][]string{{"x", "y"}, {"X", "Y"}}
	namesXYZ = []string{"x", "y", "z"}
)

// ParsePoint reads a point, whose coordinates it appends to dst, and its page, 0 for none.
func ParsePoint(dst []float64, v document.Value) (coordinates []float64, page int, err error) {
	if v.Kind() == document.Object {
		if page, err = readPage(v); err != nil {
			return nil, 0, err
		}
		v = inside(v, keysPoint)
	}
	switch v.Kind() {
	case document.Array:
		coordinates, err = readCoordinates(dst, v)
	case document.Object:
		names := namesIn(v, namesXY)
		if v.Member("z").Exists() {
			names = namesXYZ
		}
		coordinates, err = readMembers(dst, v, names)
	default:
		err = fmt.Errorf("%s is not a point, want an array of coordinates", words.Brief(v))
	}
	if err != nil {
		return nil, 0, err
	}
	if len(coordinates) == 0 {
		return nil, 0, errors.New("a point without coordinates")
	}
	for i, c := range coordinates {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return nil, 0, fmt.Errorf("coordinate %d, %v, is not finite", i, c)
		}
	}
	return coordinates, page, nil
}
