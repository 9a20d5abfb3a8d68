package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report"
)

// BoxFields returns the attributes that a spec compares as boxes. It reads the JSON
// form of the spec loosely: comparators of the user's own do not matter here.
func BoxFields(spec json.RawMessage) map[string]compare.Box {
	boxes := map[string]compare.Box{}
	if gjson.ValidBytes(spec) {
		addBoxFields(boxes, "", gjson.GetBytes(spec, "fields"))
	}
	return boxes
}

func addBoxFields(boxes map[string]compare.Box, prefix string, fields gjson.Result) {
	for _, f := range fields.Array() {
		attribute := paths.Join(prefix, f.Get("path").String())
		match := f.Get("match")
		name, options := match.String(), f
		if match.IsObject() {
			name, options = match.Get("match").String(), match
		}
		switch {
		case name == "box":
			boxes[attribute] = boxOf(options)
		case f.Get("fields").IsArray():
			addBoxFields(boxes, attribute+paths.Mark(name == "map"), f.Get("fields"))
		case name == "map" && f.Get("each.match").String() == "box":
			boxes[attribute+paths.Members] = boxOf(f.Get("each"))
		}
	}
}

// boxOf returns the rule for boxes of a spec.
func boxOf(options gjson.Result) compare.Box {
	return compare.Box{Format: options.Get("format").String(), Polygon: options.Get("polygon").String()}
}

// shapeOf reads a box of a record, nil if there is none.
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

// Overlays returns pictures of the boxes in the fields of a case, one for each page, in their order. boxes says which
// attributes are boxes and how they are written, see [BoxFields]. Redacted values are in no picture.
//
// If the boxes of answer and truth are on different pages, each page shows the box that is on it, with a note. The
// pictures have no size and no image, unless the caller sets them: they are as large as the boxes need. The key of a
// box is the number of its field.
func Overlays(title string, fields []report.Field, boxes map[string]compare.Box) []Overlay {
	pages := make(map[int][]OverlayBox)
	for i := range fields {
		f := &fields[i]
		rule, ok := boxes[f.Attribute]
		if !ok {
			continue
		}
		box := OverlayBox{Key: strconv.Itoa(i), Label: f.Path, IoU: f.Similarity, Match: f.Outcome == metrics.Match}
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
			partner, own := box, box
			partner.Got, partner.Note = got, "want on "+pageName(wantPage)
			own.Want, own.Note = want, "got on "+pageName(gotPage)
			pages[gotPage] = append(pages[gotPage], partner)
			pages[wantPage] = append(pages[wantPage], own)
		}
	}
	var overlays []Overlay
	for _, page := range slices.SortedFunc(maps.Keys(pages), cmp.Compare) {
		o := Overlay{Title: title, Page: page, Boxes: pages[page]}
		if page != 0 || len(pages) > 1 {
			o.Title += ", " + pageName(page)
		}
		overlays = append(overlays, o)
	}
	return overlays
}

// labeller writes labels so that they cover each other as little as possible.
type labeller struct {
	w     io.Writer
	paper paper
	taken []geometry.Box
}

// write writes a label above the outline or, if the page ends there or another label is in the way, as near as there is
// room.
func (l *labeller) write(outline [][]geometry.Point, label, state, colour string) {
	text := state
	if label = words.Clip(terminal.Visible(label), max(maxLabelWidth-words.Width(state)-1, 8)); label != "" {
		text = strings.TrimSpace(label + " " + state)
	}
	text = words.Clip(terminal.Visible(text), maxLabelWidth+8)
	width := labelColumn*float64(words.Width(text)) + 6
	room := l.placeLabel(geometry.Polygon{Rings: outline}.BoundingBox(), width)
	fmt.Fprintf(l.w, `<rect x="%s" y="%s" width="%s" height="%d" rx="2" fill="%s"/>`, pixels(room.X1), pixels(room.Y1), pixels(width), labelHeight, colour)
	fmt.Fprintf(l.w, `<text x="%s" y="%s" font-family="ui-monospace, monospace" font-size="11" fill="#ffffff">%s</text>`+"\n", pixels(room.X1+3), pixels(room.Y1+11), xmlText(text, maxTooltip))
}

// placeLabel reserves a place for the label of a box: above the box, else near it, else above it over other labels.
func (l *labeller) placeLabel(box geometry.Box, width float64) geometry.Box {
	top := box.Y1 - 1 - labelHeight
	tops := []float64{top, top - labelHeight, top - 2*labelHeight, box.Y2 + 1, box.Y2 + 1 + labelHeight, top - 3*labelHeight, top}
	var room geometry.Box
	for _, top := range tops {
		x := max(0, min(box.X1-1, l.paper.width-width))
		y := max(0, min(top, l.paper.height-labelHeight))
		room = geometry.Box{X1: x, Y1: y, X2: x + width, Y2: y + labelHeight}
		if !slices.ContainsFunc(l.taken, func(other geometry.Box) bool { return room.IoU(other) > 0.001 }) {
			break
		}
	}
	l.taken = append(l.taken, room)
	return room
}

// PagesToDraw returns the pages of a case that are drawn: those with boxes or, if there are none, the first ones with a picture, up to most.
func PagesToDraw(c *report.Case, fields map[string]compare.Box, most int) []Overlay {
	if pages := Overlays("Boxes", c.Fields, fields); len(pages) > 0 {
		return pages
	}
	var bare []Overlay
	for _, page := range c.Pages {
		if page.Image != "" && len(bare) < most {
			bare = append(bare, Overlay{Title: "Page " + strconv.Itoa(max(page.Number, 1)), Page: page.Number})
		}
	}
	return bare
}
