package kind

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// ParsePolygon reads a polygon. For any other value the error is a [*geometry.FormatError].
func ParsePolygon(v document.Value) (p geometry.Polygon, err error) {
	if v.Kind() == document.Object {
		p.Page, p.Relative, err = readPlace(v)
	}
	if err == nil {
		p.Rings, err = readRings(v)
	}
	if err != nil {
		return geometry.Polygon{}, notABox(err)
	}
	if err := p.Valid(); err != nil {
		return geometry.Polygon{}, err
	}
	return p, nil
}

func readRings(v document.Value) (rings [][]geometry.Point, err error) {
	if v.Kind() == document.Object {
		if v = inside(v, keysPolygon); v.Kind() == document.Object {
			return nil, fmt.Errorf("the object has no %q", keysPolygon[0])
		}
	}
	if v.Kind() != document.Array {
		return nil, fmt.Errorf("%s is not a polygon, want an array of vertices", words.Brief(v))
	}
	const least = 6 // coordinates of a flat ring, as COCO writes them; a vertex has 2
	if first := v.Index(0); first.Kind() != document.Array || first.Index(0).Kind() < document.Array && first.Len() < least {
		points, err := readRing(v)
		return [][]geometry.Point{points}, err
	}
	for _, ring := range v.Items() {
		points, err := readRing(ring)
		if err != nil {
			return nil, err
		}
		rings = append(rings, points)
	}
	return rings, nil
}

// readRing reads a list of vertices or a flat list of coordinates.
func readRing(v document.Value) ([]geometry.Point, error) {
	if v.Kind() != document.Array {
		return nil, fmt.Errorf("%s is not a ring of a polygon, want an array of vertices", words.Brief(v))
	}
	if v.Len() > 0 && v.Index(0).Kind() < document.Array {
		return readFlatRing(v)
	}
	points := make([]geometry.Point, 0, v.Len())
	for i, vertex := range v.Items() {
		var space [2]float64
		corner, err := space[:0], error(nil)
		switch {
		case vertex.Kind() == document.Array && vertex.Len() == 2:
			corner, err = readCoordinates(corner, vertex)
		case vertex.Kind() == document.Object:
			corner, err = readMembers(corner, vertex, namesIn(vertex, namesXY))
		default:
			err = fmt.Errorf("%s is not [x, y]", words.Brief(vertex))
		}
		if err != nil {
			return nil, fmt.Errorf("vertex %d: %w", i, err)
		}
		points = append(points, geometry.Point{X: corner[0], Y: corner[1]})
	}
	return points, nil
}

func readFlatRing(v document.Value) ([]geometry.Point, error) {
	if v.Len()%2 != 0 {
		return nil, fmt.Errorf("a polygon takes pairs of coordinates, got %d numbers", v.Len())
	}
	flat, err := readCoordinates(make([]float64, 0, v.Len()), v)
	if err != nil {
		return nil, err
	}
	points := make([]geometry.Point, len(flat)/2)
	for i := range points {
		points[i] = geometry.Point{X: flat[2*i], Y: flat[2*i+1]}
	}
	return points, nil
}
