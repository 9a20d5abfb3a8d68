package kind

import (
	"cmp"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// ShapeForm says how boxes and polygons are written.
type ShapeForm struct {
	Format geometry.Format // "xyxy", "xywh" or "polygon"
	// Bounds says that a polygon counts as the smallest box around it, and may stand in place of a box.
	Bounds bool
}

// Shape reads a box or a polygon. For any other value the error is a [*geometry.FormatError].
func (f ShapeForm) Shape(v document.Value) (s geometry.Shape, err error) {
	if f.exact() {
		s, err = ParsePolygon(v)
	} else {
		s, err = f.box(v)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// exact reports whether polygons are compared by their areas.
func (f ShapeForm) exact() bool { return f.Format == "polygon" && !f.Bounds }

// box reads a box or, with Bounds, the box around a polygon.
func (f ShapeForm) box(v document.Value) (geometry.Box, error) {
	var noBox error
	if f.Format != "polygon" {
		box, err := ParseBox(v, f.Format)
		if err == nil || !f.Bounds {
			return box, err
		}
		noBox = err
	}
	p, err := ParsePolygon(v)
	if err != nil {
		return geometry.Box{}, cmp.Or(noBox, err)
	}
	return p.BoundingBox(), nil
}

// Measure returns the overlap of two values, and a note that says why they do not overlap. If they are in different units, or too
// complex, it is not measured, and the note says so. The error is a [*geometry.FormatError] that names the side.
func (f ShapeForm) Measure(got, want document.Value) (overlap geometry.Overlap, note string, measured bool, err error) {
	if f.exact() {
		return measurePolygons(got, want)
	}
	w, err := f.box(want)
	if err != nil {
		return overlap, "", false, sided("want", err)
	}
	g, err := f.box(got)
	if err != nil {
		return overlap, "", false, sided("got", err)
	}
	return g.Overlap(w), PlacesApart(g.Page, w.Page, g.Relative, w.Relative), true, nil
}

func measurePolygons(got, want document.Value) (overlap geometry.Overlap, note string, measured bool, err error) {
	w, err := ParsePolygon(want)
	if err != nil {
		return overlap, "", false, sided("want", err)
	}
	g, err := ParsePolygon(got)
	if err != nil {
		return overlap, "", false, sided("got", err)
	}
	note = PlacesApart(g.Page, w.Page, g.Relative, w.Relative)
	if g.Relative != w.Relative {
		return overlap, note, false, nil
	}
	if overlap, err = geometry.Measure(g, w); err != nil {
		return overlap, strings.TrimPrefix(err.Error(), "geometry: "), false, nil
	}
	return overlap, note, true, nil
}

func sided(side string, err error) error {
	return &geometry.FormatError{Reason: side + ": " + err.(*geometry.FormatError).Reason}
}
