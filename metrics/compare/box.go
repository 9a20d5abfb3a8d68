package compare

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// DefaultBoxThreshold is the threshold of a [Box] whose Threshold is 0.
const DefaultBoxThreshold = 0.5

// Box compares places on a page: two boxes or polygons match when their intersection over union
// (IoU) reaches a threshold.
//
// The score and the similarity are the IoU, in [0,1], even if the boxes do not match. The details are
// {"iou":…,"intersection":…,"union":…,"format":…}, areas in square units of the coordinates.
//
// A box is an array of four coordinates, or an object with coordinates and other members:
//
//	[10, 10, 50, 50]                               coordinates as Format says
//	{"bbox": [10, 10, 50, 50], "page": 2}          the same, and their page
//	{"x1": 10, "y1": 10, "x2": 50, "y2": 50}       by name, for xyxy
//	{"x": 10, "y": 10, "width": 40, "height": 40}  by name, for xywh
//	{"left": 10, "top": 10, "right": 50, "bottom": 50}, or with width and height
//
// The key of the array may also be bbox_2d (Qwen) or BoundingBox, and the names may be l, t, r, b (docling), xmin, ymin, xmax,
// ymax (Pascal VOC) or Left, Top, Width, Height (Textract).
//
// A polygon is a ring: a list of vertices [x, y], {"x": x, "y": y} or {"X": x, "Y": y}, or a flat list of coordinates x, y, x, y, … It
// may also be a list of rings; by the even-odd rule, a ring inside another is a hole. Either may be in an object:
// {"polygon": vertices, "page": 2}, or Polygon.
//
// Coordinates are numbers, or strings that hold one. In an object "page" is a whole number, 0 or
// left out if unknown (a page under a key such as "pageNumber" is an error), and "relative": true
// says that the coordinates are fractions of the page; other members are ignored. An object that names its coordinates
// and a "rotation", "angle" or "theta" other than 0 is an error, as no Format turns a box: write its corners. Boxes on
// different pages or in different units do not overlap, nor do a box with a page and a box without; the note says so.
// Package geometry computes the areas, exactly for every shape.
//
// A value that is not a box (coordinates that are missing, too many, not numbers or not finite, a right edge left of the
// left one, a negative width) has score 0 with the tag "Invalid bounding box format", and the note says on which side and
// why. A truth that is not a box matches nothing, not even an identical got: a value that is not a place overlaps
// nothing.
type Box struct {
	// Format says how the coordinates are written; it is never guessed from them.
	//
	//   - "xyxy" (default): left, top, right, bottom
	//   - "xywh": left, top, width, height
	//   - "polygon": vertices
	Format string `json:"format,omitzero"`
	// Polygon "bounds" says that a polygon counts as the smallest upright rectangle around it, and may stand on either side in place of a
	// box of the Format: the truth is a rectangle, and the answer has the corners of it as OCR found them. The default "" compares
	// polygons by their areas, for the Format polygon alone.
	Polygon string `json:"polygon,omitzero"`
	// Threshold is the IoU in (0,1] from which boxes match, within [Slack]. 0 means
	// [DefaultBoxThreshold].
	Threshold float64 `json:"threshold,omitzero"`
	// PagePath is the path of the page, such as "page", if the box does not hold it. Package eval looks it up in the
	// object that has the box, then in the objects around that object, up to the document or the list item; the
	// innermost page counts. Compare itself sees only the box.
	PagePath string `json:"page_path,omitzero"`
}

func (Box) name() string { return "box" }

func (Box) pairing() Pairing { return PairByMatch }

func (b Box) sentence() string {
	text := "box, intersection over union >= " + briefNumber(cmp.Or(b.Threshold, DefaultBoxThreshold)) + ", " + b.format()
	if b.Polygon != "" {
		text += ", a polygon by the rectangle around it"
	}
	if b.PagePath != "" {
		text += ", page at " + b.PagePath
	}
	return text
}

// Page implements [Paged].
func (b Box) Page() (path, key string) {
	if b.Format == boxPolygon {
		return b.PagePath, "polygon"
	}
	return b.PagePath, "bbox"
}

// The formats of a [Box].
const (
	boxXYXY    = "xyxy"
	boxXYWH    = "xywh"
	boxPolygon = "polygon"
)

// boxBounds is a value of [Box.Polygon].
const boxBounds = "bounds"

var boxFormats = []string{boxXYXY, boxXYWH, boxPolygon}

// validate reports an unknown Format or Polygon, a Threshold outside [0,1], and a PagePath that
// cannot be read.
func (b Box) validate() error {
	var unknown, bounds, page error
	if b.Polygon != "" && b.Polygon != boxBounds {
		bounds = optionErrorf("box", "polygon", "%s", noneOf(b.Polygon, []string{boxBounds}))
	}
	if _, err := document.ParsePath(b.PagePath); b.PagePath != "" && err != nil {
		page = optionErrorf("box", "page_path", "%v", err)
	}
	if !slices.Contains(boxFormats, b.format()) {
		unknown = optionErrorf("box", "format", "%s", noneOf(b.Format, boxFormats))
	}
	return errors.Join(unknown, bounds, checkThreshold("box", b.Threshold), page)
}

func (b Box) format() string { return cmp.Or(b.Format, boxXYXY) }

// Shape reads a box or polygon as the comparator does: a [geometry.Box] for the
// formats xyxy and xywh and for Polygon "bounds", else a [geometry.Polygon]. Anything else is a
// [*geometry.FormatError]; an unknown Format is the error of [Prepare].
func (b Box) Shape(v document.Value) (geometry.Shape, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	return b.form().Shape(v)
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (b Box) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, b, got, want)
}

type preparedBox struct {
	kind.ShapeForm
	threshold float64
}

func (b Box) prepare() (Comparator, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	return preparedBox{b.form(), cmp.Or(b.Threshold, DefaultBoxThreshold)}, nil
}

func (b Box) form() kind.ShapeForm {
	return kind.ShapeForm{Format: geometry.Format(b.format()), Bounds: b.Polygon == boxBounds}
}

func (b preparedBox) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	overlap, note, measured, err := b.Measure(got, want)
	switch {
	case err != nil:
		return Comparison{Tag: tagInvalidBox, Note: boxProblem(err)}, nil
	case !measured:
		return identical(Comparison{Note: note}, got, want), nil
	}
	return b.judge(overlap, note), nil
}

// Read returns the reading of a truth for the function [Read].
func (b preparedBox) Read(want document.Value) (Reading, bool) {
	if _, err := b.Shape(want); err != nil {
		return Reading{Why: boxProblem(err)}, true
	}
	return matchesItself(b, want), true
}

// judge scores an overlap. The note says why the shapes do not overlap, if known.
func (b preparedBox) judge(overlap geometry.Overlap, note string) Comparison {
	c := Comparison{
		Match:      Reaches(overlap.IoU, b.threshold),
		Score:      overlap.IoU,
		Similarity: overlap.IoU,
		Note:       note,
		Details:    b.details(overlap),
	}
	if !c.Match && note == "" {
		c.Note = "IoU " + briefNumber(overlap.IoU) + ", want at least " + briefNumber(b.threshold)
	}
	return c
}

// details includes the format, so that a record alone tells how to read its boxes.
func (b preparedBox) details(o geometry.Overlap) []byte {
	dst := append(make([]byte, 0, 112), `{"iou":`...)
	dst = append(kind.AppendNumber(dst, o.IoU), `,"intersection":`...)
	dst = append(kind.AppendNumber(dst, o.Intersection), `,"union":`...)
	dst = append(kind.AppendNumber(dst, o.Union), `,"format":"`...)
	return append(append(dst, b.Format...), `"}`...)
}

// boxProblem returns the error of an invalid box, without the words of the tag.
func boxProblem(err error) string {
	var invalid *geometry.FormatError
	if errors.As(err, &invalid) {
		return invalid.Reason
	}
	return err.Error()
}
