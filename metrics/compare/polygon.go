package compare

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

func readPolygon(v document.Value) (geometry.Polygon, error) {
	var p geometry.Polygon
	var err error
	if v.Kind() == document.Object {
		if p.Page, p.Relative, err = readPlace(v); err != nil {
			return geometry.Polygon{}, err
		}
		if v = v.Member(keyPolygon); !v.Exists() {
			return geometry.Polygon{}, notABox("the object has no %q", keyPolygon)
		}
	}
	if v.Kind() != document.Array {
		return geometry.Polygon{}, notABox("%s is not a polygon, want an array of vertices", kindAndText(v))
	}
	if first := v.Index(0); first.Kind() == document.Array && isCollection(first.Index(0)) {
		for _, ring := range v.Items() {
			points, err := readRing(ring)
			if err != nil {
				return geometry.Polygon{}, err
			}
			p.Rings = append(p.Rings, points)
		}
	} else {
		points, err := readRing(v)
		if err != nil {
			return geometry.Polygon{}, err
		}
		p.Rings = [][]geometry.Point{points}
	}
	if err := p.Valid(); err != nil {
		return geometry.Polygon{}, err
	}
	return p, nil
}

func isCollection(v document.Value) bool {
	return v.Kind() == document.Array || v.Kind() == document.Object
}

// readRing reads a list of vertices or a flat list of coordinates.
func readRing(v document.Value) ([]geometry.Point, error) {
	if v.Kind() != document.Array {
		return nil, notABox("%s is not a ring of a polygon, want an array of vertices", kindAndText(v))
	}
	if v.Len() > 0 && !isCollection(v.Index(0)) {
		return readFlatRing(v)
	}
	points := make([]geometry.Point, 0, v.Len())
	for i, vertex := range v.Items() {
		var space [2]float64
		at, err := space[:0], error(nil)
		switch {
		case vertex.Kind() == document.Array && vertex.Len() == 2:
			at, err = readCoordinates(at, vertex)
		case vertex.Kind() == document.Object:
			at, err = readMembers(at, vertex, namesXY)
		default:
			err = fmt.Errorf("%s is not [x, y]", kindAndText(vertex))
		}
		if err != nil {
			return nil, notABox("vertex %d: %v", i, err)
		}
		points = append(points, geometry.Point{X: at[0], Y: at[1]})
	}
	return points, nil
}

func readFlatRing(v document.Value) ([]geometry.Point, error) {
	if v.Len()%2 != 0 {
		return nil, notABox("a polygon takes pairs of coordinates, got %d numbers", v.Len())
	}
	flat, err := readCoordinates(make([]float64, 0, v.Len()), v)
	if err != nil {
		return nil, notABox("%v", err)
	}
	points := make([]geometry.Point, len(flat)/2)
	for i := range points {
		points[i] = geometry.Point{X: flat[2*i], Y: flat[2*i+1]}
	}
	return points, nil
}
