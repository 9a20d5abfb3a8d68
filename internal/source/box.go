package source

import (
	"math"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// classOfPlaces classifies two places, "" when one of the values is not one.
func classOfPlaces(l *Leaf) Class {
	if l.Got[0] != '{' && l.Got[0] != '[' || l.Want[0] != '{' && l.Want[0] != '[' {
		return ""
	}
	got, err := document.Parse(l.Got)
	if err != nil {
		return ""
	}
	want, err := document.Parse(l.Want)
	if err != nil {
		return ""
	}
	if g, w := page(got), page(want); g != "" && w != "" && g != w {
		return classWrongPage
	}
	return boxes(got, want, l.format())
}

// page returns the page of a place, as text, "" when the value is not one or has no
// page.
func page(v document.Value) string {
	for _, key := range []string{"bbox", "polygon", "point"} {
		if !v.Member(key).Empty() {
			return v.Member("page").Text()
		}
	}
	return ""
}

// format returns how the comparator says that boxes are written, "" when it is not
// one of boxes.
func (l *Leaf) format() string {
	details, err := document.Parse(l.Details)
	if err != nil || !details.Member("iou").Exists() {
		return ""
	}
	return details.Member("format").Text()
}

func boxes(got, want document.Value, format string) Class {
	if format == "" {
		return ""
	}
	reader := compare.Box{Format: format}
	gotShape, err := reader.Shape(got)
	if err != nil {
		return ""
	}
	wantShape, err := reader.Shape(want)
	if err != nil {
		return ""
	}
	g, w := gotShape.BoundingBox(), wantShape.BoundingBox()
	if g.Page != w.Page || g.Relative != w.Relative {
		return ""
	}
	return boxClass(g, w)
}

func boxClass(got, want geometry.Box) Class {
	if got.X2 <= want.X1 || want.X2 <= got.X1 || got.Y2 <= want.Y1 || want.Y2 <= got.Y1 {
		return classBoxElsewhere
	}
	g, w := got.Centre(), want.Centre()
	moved := math.Abs(g.X-w.X) + math.Abs(g.Y-w.Y)
	grown := math.Abs((got.X2-got.X1)-(want.X2-want.X1)) + math.Abs((got.Y2-got.Y1)-(want.Y2-want.Y1))
	switch {
	case moved >= grown:
		return classBoxShifted
	case got.Area() < want.Area():
		return classBoxSmall
	}
	return classBoxBig
}
