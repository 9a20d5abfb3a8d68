package overlay

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report"
)

// Boxes returns the attributes that a spec compares as boxes. It reads the JSON
// form of the spec loosely: comparators of the user's own do not matter here.
func Boxes(spec json.RawMessage) map[string]compare.Box {
	boxes := map[string]compare.Box{}
	if gjson.ValidBytes(spec) {
		addBoxFields(boxes, "", gjson.GetBytes(spec, "fields"))
	}
	return boxes
}

func addBoxFields(boxes map[string]compare.Box, prefix string, fields gjson.Result) {
	for _, f := range fields.Array() {
		attribute := prefix + f.Get("path").String()
		match := f.Get("match")
		name, format := match.String(), f.Get("format").String()
		if match.IsObject() {
			name, format = match.Get("match").String(), match.Get("format").String()
		}
		switch {
		case name == "box":
			boxes[attribute] = compare.Box{Format: format}
		case f.Get("fields").IsArray():
			addBoxFields(boxes, attribute+"[].", f.Get("fields"))
		}
	}
}

// shapeOf reads a box of a record; nil where it holds none.
func shapeOf(text json.RawMessage, rule compare.Box) (geometry.Shape, int) {
	v, err := document.Parse(text)
	if err != nil {
		return nil, 0
	}
	shape, err := rule.Shape(v)
	if err != nil {
		return nil, 0
	}
	return shape, shape.BoundingBox().Page
}

func pageName(page int) string {
	if page == 0 {
		return "no page"
	}
	return "page " + strconv.Itoa(page)
}

const invalidBox = "Invalid bounding box format" // the Tag of [compare.Box]

// Pages returns pictures of the boxes in the fields of a case, one for each
// page, in their order. Boxes says which attributes are boxes and how they are
// written, as the spec does; see [Boxes]. Redacted values are in no picture.
//
// A box that got has on another page than the truth is on both, with a note. The
// pictures have no size and no image: they are as large as the boxes need, until
// the caller knows better. The key of a box is the number of its field.
func Pages(title string, fields []report.Field, boxes map[string]compare.Box) []Page {
	pages := make(map[int][]Box)
	for i := range fields {
		f := &fields[i]
		rule, ok := boxes[f.Attribute]
		if !ok {
			continue
		}
		box := Box{Key: strconv.Itoa(i), Label: f.Path, IoU: f.Similarity, Match: f.Outcome == metrics.Match}
		if f.Tag == invalidBox {
			box.Note = "invalid"
		}
		got, gotPage := shapeOf(f.Got, rule)
		want, wantPage := shapeOf(f.Want, rule)
		switch {
		case got == nil && want == nil:
		case got == nil || want == nil || gotPage == wantPage:
			box.Got, box.Want = got, want
			page := gotPage
			if got == nil {
				page = wantPage
			}
			pages[page] = append(pages[page], box)
		default:
			there, here := box, box
			there.Got, there.Note = got, "want on "+pageName(wantPage)
			here.Want, here.Note = want, "got on "+pageName(gotPage)
			pages[gotPage] = append(pages[gotPage], there)
			pages[wantPage] = append(pages[wantPage], here)
		}
	}
	var overlays []Page
	for _, page := range slices.SortedFunc(maps.Keys(pages), cmp.Compare) {
		o := Page{Title: title, Page: page, Boxes: pages[page]}
		if page != 0 || len(pages) > 1 {
			o.Title += ", " + pageName(page)
		}
		overlays = append(overlays, o)
	}
	return overlays
}
