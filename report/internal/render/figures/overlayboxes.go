package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
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
	paper paper
	taken []geometry.Box
	all   []drawnLabel
}

// add adds a label above the outline or, if the page ends there or another label is in the way, as near as there is
// room.
func (l *labeller) add(outline [][]geometry.Point, label, state, colour string) {
	text := state
	if label = words.Clip(terminal.Visible(label), max(maxLabelWidth-words.Width(state)-1, 8)); label != "" {
		text = strings.TrimSpace(label + " " + state)
	}
	text = words.Clip(terminal.Visible(text), maxLabelWidth+8)
	width := labelColumn*float64(words.Width(text)) + 6
	room := l.placeLabel(geometry.Polygon{Rings: outline}.BoundingBox(), width)
	l.all = append(l.all, drawnLabel{pixels(room.X1), pixels(room.Y1), pixels(width), pixels(room.X1 + 3), pixels(room.Y1 + 11), colour, xmlText(text, maxTooltip)})
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

// PageOf returns the page of a case with the number that boxes have, or the only page if the boxes or the page have
// none.
func PageOf(c *report.Case, number int) report.Page {
	for _, p := range c.Pages {
		if p.Number == number {
			return p
		}
	}
	if len(c.Pages) == 1 && (number == 0 || c.Pages[0].Number == 0) {
		return c.Pages[0]
	}
	return report.Page{}
}

// PagesToDraw returns the pages of a case that are drawn: those with boxes and, if all is set, every other page with a picture. If no
// box is on a page with a picture, the first pages with one are drawn as well, up to most.
func PagesToDraw(c *report.Case, fields map[string]compare.Box, most int, all bool) []Overlay {
	pages := Overlays("Boxes", c.Fields, fields)
	drawn := map[report.Page]bool{}
	for _, o := range pages {
		if page := PageOf(c, o.Page); page.Image != "" {
			drawn[page] = true
		}
	}
	if len(drawn) > 0 && !all {
		return pages
	}
	bare := 0
	for _, page := range c.Pages {
		if page.Image != "" && !drawn[page] && (all || bare < most) {
			pages = append(pages, Overlay{Title: "Page " + strconv.Itoa(max(page.Number, 1)), Page: page.Number})
			bare++
		}
	}
	slices.SortStableFunc(pages, func(a, b Overlay) int { return cmp.Compare(a.Page, b.Page) })
	return pages
}

// paper is the page as it is drawn.
type paper struct {
	unitsWide, unitsHigh float64 // the page in units of absolute boxes
	left, top            float64 // its corner in these units
	width, height        float64 // in pixels
	guess                string  // how the size of the page was found, "" if it is known
}

var imageURI = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$`)

func (o Overlay) paper() (paper, error) {
	if o.Image != "" && !imageURI.MatchString(o.Image) {
		return paper{}, fmt.Errorf("overlay: the image is %.40q; want data:image/png;base64,… (or jpeg, gif, webp)", o.Image)
	}
	p := paper{unitsWide: o.Width, unitsHigh: o.Height}
	if o.Width == 0 && o.Height == 0 {
		p.fitBoxes(o.Boxes)
	}
	if !(p.unitsWide > 0 && p.unitsHigh > 0) || math.IsInf(p.unitsWide, 0) || math.IsInf(p.unitsHigh, 0) {
		return paper{}, fmt.Errorf("overlay: the page is %v x %v; want a positive width and height, or neither", o.Width, o.Height)
	}
	p.width = paperWidth
	p.height = paperWidth * (p.unitsHigh / p.unitsWide)
	if p.height > paperHeight {
		p.width, p.height = paperHeight*(p.unitsWide/p.unitsHigh), paperHeight
	}
	p.width, p.height = max(p.width, 1), max(p.height, 1)
	return p, nil
}

// fitBoxes makes the page as large as the absolute boxes need. Relative boxes are then placed on that part of the page,
// which is wrong; guess says so.
func (p *paper) fitBoxes(boxes []OverlayBox) {
	relative := false
	right, bottom := math.Inf(-1), math.Inf(-1)
	p.left, p.top = math.Inf(1), math.Inf(1)
	for _, box := range boxes {
		for _, s := range []geometry.Shape{box.Got, box.Want} {
			if s == nil || s.Valid() != nil {
				continue
			}
			if bounds := s.BoundingBox(); bounds.Relative {
				relative = true
			} else {
				p.left, p.top = min(p.left, bounds.X1), min(p.top, bounds.Y1)
				right, bottom = max(right, bounds.X2), max(bottom, bounds.Y2)
			}
		}
	}
	if right < p.left { // there is no absolute box
		*p = paper{unitsWide: 1, unitsHigh: 1}
		if relative {
			p.guess = "size of the page unknown: drawn as a square"
		}
		return
	}
	p.guess = "size of the page unknown: drawn as far as there are boxes"
	if relative {
		p.guess += ", relative ones in the wrong place"
	}
	border := cmp.Or(max(right-p.left, bottom-p.top)/20, 1)
	p.left, p.top = p.left-border, p.top-border
	p.unitsWide = min(right+border-p.left, math.MaxFloat64)
	p.unitsHigh = min(bottom+border-p.top, math.MaxFloat64)
}

// placed is a box on the paper: rings in pixels, nil for none.
type placed struct {
	OverlayBox
	got, want [][]geometry.Point
}

// place returns the boxes with something to draw, and the number of the others.
func (p paper) place(boxes []OverlayBox) (all []placed, undrawn int) {
	for _, box := range boxes {
		result := placed{OverlayBox: box, got: p.outline(box.Got), want: p.outline(box.Want)}
		if result.got == nil && result.want == nil {
			undrawn++
			continue
		}
		all = append(all, result)
	}
	return all, undrawn
}

// outline returns the rings of a shape.
func (p paper) outline(s geometry.Shape) [][]geometry.Point {
	if s == nil || s.Valid() != nil {
		return nil
	}
	outline := s.Polygon()
	vertices := 0
	for _, ring := range outline.Rings {
		vertices += len(ring)
	}
	if vertices > maxDrawnVertices {
		outline = outline.BoundingBox().Polygon()
	}
	rings := make([][]geometry.Point, len(outline.Rings))
	for i, ring := range outline.Rings {
		for _, v := range ring {
			rings[i] = append(rings[i], p.pixel(v, outline.Relative))
		}
	}
	return rings
}

func (p paper) pixel(v geometry.Point, relative bool) geometry.Point {
	if !relative {
		v = geometry.Point{X: (v.X - p.left) / p.unitsWide, Y: (v.Y - p.top) / p.unitsHigh}
	}
	return geometry.Point{X: drawable(v.X * p.width), Y: drawable(v.Y * p.height)}
}

// drawable keeps points far outside of the page within the range that viewers can draw.
func drawable(x float64) float64 { return max(-1e5, min(x, 1e5)) }

func mismatchesFirst(boxes []placed) []placed {
	sorted := slices.Clone(boxes)
	slices.SortStableFunc(sorted, func(a, b placed) int { return arithmetic.TrueFirst(!a.Match, !b.Match) })
	return sorted
}

// Size of a small picture, in pixels.
const smallWidth, smallHeight, smallMargin = 88.0, 56.0, 4.0

// SmallOverlay returns a small picture of the boxes of one value, which shows where the box of the answer lies relative to the
// box of the truth. It is SVG without any text of the record. It is "" if there is no box to draw, or if the two boxes
// are on different pages.
func SmallOverlay(f *report.Field, rule compare.Box) string {
	got, gotPage := shapeOf(f.Got, rule)
	want, wantPage := shapeOf(f.Want, rule)
	if got == nil && want == nil || got != nil && want != nil && gotPage != wantPage {
		return ""
	}
	box := OverlayBox{Got: got, Want: want, Match: f.Outcome == metrics.Match}
	var p paper
	p.fitBoxes([]OverlayBox{box})
	if !(p.unitsWide > 0 && p.unitsHigh > 0) {
		return ""
	}
	scale := min((smallWidth-2*smallMargin)/p.unitsWide, (smallHeight-2*smallMargin)/p.unitsHigh)
	p.width, p.height = p.unitsWide*scale, p.unitsHigh*scale
	drawn, _ := p.place([]OverlayBox{box})
	if len(drawn) == 0 {
		return ""
	}
	small := drawnBox{Caption: smallLabel(drawn[0]), Width: pixels(p.width + 2*smallMargin), Height: pixels(p.height + 2*smallMargin), Outlines: drawn[0].outlines()}
	if drawn[0].apart() && got != nil && want != nil && !touch(got, want) {
		small.Line = drawn[0].line()
	}
	var b strings.Builder
	if err := drawings.ExecuteTemplate(&b, "small", small); err != nil {
		panic(err) // our own template
	}
	return b.String()
}

func smallLabel(b placed) string {
	switch {
	case b.got == nil:
		return "the box of the truth alone"
	case b.want == nil:
		return "the box of the answer alone"
	case touch(b.Got, b.Want):
		return "the box of the answer beside that of the truth, which it meets"
	}
	return "the box of the answer, away from that of the truth"
}

// touch reports whether the bounds of two shapes have a point in common.
func touch(a, b geometry.Shape) bool {
	p, q := a.BoundingBox(), b.BoundingBox()
	return p.Relative == q.Relative && p.X1 <= q.X2 && q.X1 <= p.X2 && p.Y1 <= q.Y2 && q.Y1 <= p.Y2
}
