package render

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/terminal"
)

// Overlay is one page with the boxes of truth and answer drawn over it.
type Overlay struct {
	// Title heads the picture.
	Title string
	// Page is the page number that the boxes have, 0 when they have none.
	Page int
	// Width and Height are the size of the page in the units of absolute boxes. Both
	// 0: as much as the boxes need, or a square if all of them are relative, and the
	// picture says so.
	Width, Height float64
	// Image is shown under the boxes, stretched to the page: a data URI of type
	// image/png, image/jpeg, image/gif or image/webp in base64. Empty for a blank
	// page.
	Image string
	Boxes []OverlayBox
	// MaxBoxes is how many boxes are drawn, those that do not match first; the
	// picture says when there are more. 0 stands for 200.
	MaxBoxes int
}

// OverlayBox is a box of the truth and what the answer has for it. Either may be
// nil; what is no valid shape is not drawn, and the picture says how many are not.
type OverlayBox struct {
	Label     string
	Got, Want geometry.Shape
	IoU       float64 // shown when there are both
	Match     bool
	Note      string // shown in place of the IoU, "missing" and "unexpected"
}

const (
	defaultMaxOverlayBoxes = 200
	maxLabelled            = 40  // with more boxes only those that do not match have labels
	maxLabelWidth          = 28  // columns on the picture; the whole label is in the tooltip
	maxTooltip             = 200 // characters
	maxDrawnVertices       = 500 // a larger polygon is drawn as its bounding box
)

// Lengths on the picture, in pixels.
const (
	overlayWidth  = 800
	overlayHeight = 1100 // at most
	overlayMargin = 12
	overlayHeader = 52
	overlayFooter = 18
	labelHeight   = 14
	labelColumn   = 6.63 // one column of the monospaced font at 11 px
)

// WriteSVG writes a picture that needs nothing else: no script, no style sheet, no
// font and no request. The truth is dashed and blue, what the answer has is green
// where it matches and orange where it does not; every box says what it is in a
// tooltip. Texts are escaped, and characters that are not seen are shown by name.
//
// A size that is not positive and finite and an Image that is no such data URI are
// errors, and so are those of w.
func (o Overlay) WriteSVG(w io.Writer) error {
	p, err := o.paper()
	if err != nil {
		return err
	}
	boxes, undrawn := p.place(o.Boxes)
	drawn := boxes
	if most := o.maxBoxes(); len(boxes) > most {
		drawn = mismatchesFirst(boxes)[:most]
	}
	b := bufio.NewWriter(w)
	o.writeHead(b, p, boxes)
	writeLegend(b)
	if note := notes(p, len(drawn), len(boxes), undrawn); note != "" {
		fmt.Fprintf(b, `<text class="overlay-text" x="%d" y="%s" font-size="12" fill="#1f2328">%s</text>`+"\n", overlayMargin, px(overlayHeader+p.height+overlayFooter-2), note)
	}
	fmt.Fprintf(b, `<svg x="%d" y="%d" width="%s" height="%s">`+"\n", overlayMargin, overlayHeader, px(p.width), px(p.height))
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="#ffffff" stroke="#8c959f" stroke-width="2"/>`+"\n")
	if o.Image != "" {
		fmt.Fprintf(b, `<image width="100%%" height="100%%" preserveAspectRatio="none" href="%s"/>`+"\n", o.Image)
	}
	writeBoxes(b, p, drawn)
	io.WriteString(b, "</svg>\n</svg>\n")
	return b.Flush()
}

func (o Overlay) maxBoxes() int {
	if o.MaxBoxes <= 0 {
		return defaultMaxOverlayBoxes
	}
	return o.MaxBoxes
}

// paper is the page as it is drawn.
type paper struct {
	unitsWide, unitsHigh float64 // the page in units of absolute boxes
	left, top            float64 // its corner in these units
	width, height        float64 // in pixels
	guess                string  // how the size of the page was found, "" when it is known
}

var imageURI = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$`)

func (o Overlay) paper() (paper, error) {
	if o.Image != "" && !imageURI.MatchString(o.Image) {
		return paper{}, fmt.Errorf("render: the image of an overlay is %.40q; want data:image/png;base64,… (or jpeg, gif, webp)", o.Image)
	}
	p := paper{unitsWide: o.Width, unitsHigh: o.Height}
	if o.Width == 0 && o.Height == 0 {
		p.fit(o.Boxes)
	}
	if !(p.unitsWide > 0 && p.unitsHigh > 0) || math.IsInf(p.unitsWide, 0) || math.IsInf(p.unitsHigh, 0) {
		return paper{}, fmt.Errorf("render: the page of an overlay is %v x %v; want a positive width and height, or neither", o.Width, o.Height)
	}
	p.width = overlayWidth
	p.height = overlayWidth * (p.unitsHigh / p.unitsWide)
	if p.height > overlayHeight {
		p.width, p.height = overlayHeight*(p.unitsWide/p.unitsHigh), overlayHeight
	}
	p.width, p.height = max(p.width, 1), max(p.height, 1)
	return p, nil
}

// fit makes the page as large as the absolute boxes need. Relative ones are then
// where they would be on that part of the page, which is wrong, and said.
func (p *paper) fit(boxes []OverlayBox) {
	relative := false
	right, bottom := math.Inf(-1), math.Inf(-1)
	p.left, p.top = math.Inf(1), math.Inf(1)
	for _, box := range boxes {
		for _, s := range []geometry.Shape{box.Got, box.Want} {
			if s == nil || s.Valid() != nil {
				continue
			}
			if at := s.BoundingBox(); at.Relative {
				relative = true
			} else {
				p.left, p.top = min(p.left, at.X1), min(p.top, at.Y1)
				right, bottom = max(right, at.X2), max(bottom, at.Y2)
			}
		}
	}
	if right < p.left { // there is none
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
	border := max(right-p.left, bottom-p.top) / 20
	if border == 0 {
		border = 1
	}
	p.left, p.top = p.left-border, p.top-border
	p.unitsWide = min(right+border-p.left, math.MaxFloat64)
	p.unitsHigh = min(bottom+border-p.top, math.MaxFloat64)
}

// placed is a box on the paper: rings in pixels, nil where there are none.
type placed struct {
	OverlayBox
	got, want [][]geometry.Point
}

// place returns the boxes that have something to draw, and how many have not.
func (p paper) place(boxes []OverlayBox) (all []placed, undrawn int) {
	for _, box := range boxes {
		at := placed{OverlayBox: box, got: p.outline(box.Got), want: p.outline(box.Want)}
		if at.got == nil && at.want == nil {
			undrawn++
			continue
		}
		all = append(all, at)
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

// drawable keeps what is far outside of the page within what viewers can draw.
func drawable(x float64) float64 { return max(-1e5, min(x, 1e5)) }

func mismatchesFirst(boxes []placed) []placed {
	sorted := slices.Clone(boxes)
	slices.SortStableFunc(sorted, func(a, b placed) int {
		switch {
		case a.Match == b.Match:
			return 0
		case b.Match:
			return -1
		}
		return 1
	})
	return sorted
}

func (o Overlay) writeHead(w io.Writer, p paper, boxes []placed) {
	width, height := max(p.width, 420)+2*overlayMargin, p.height+overlayHeader+overlayFooter+overlayMargin/2
	title := xmlText(o.Title, maxTooltip)
	if title == "" {
		title = "Boxes"
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s" font-family="ui-sans-serif, sans-serif" font-size="13">`+"\n",
		title, px(width), px(height))
	fmt.Fprintf(w, "<title>%s</title>\n<desc>%s</desc>\n", title, overlaySummary(boxes))
	// Attributes stand for themselves where a page's policy forbids styles; the style
	// is for readers with a dark screen.
	io.WriteString(w, "<style>@media (prefers-color-scheme: dark) { .overlay-back { fill: #0d1117 } .overlay-text { fill: #e6edf3 } .overlay-want { stroke: #58a6ff } .overlay-match { stroke: #3fb950 } .overlay-miss { stroke: #f0883e } }</style>\n")
	io.WriteString(w, `<rect class="overlay-back" width="100%" height="100%" fill="#ffffff"/>`+"\n")
	fmt.Fprintf(w, `<text class="overlay-text" x="%d" y="20" font-weight="600" fill="#1f2328">%s</text>`+"\n", overlayMargin, xmlText(o.Title, 100))
}

// overlaySummary says in words what the picture shows.
func overlaySummary(boxes []placed) string {
	match, miss, missing, unexpected := 0, 0, 0, 0
	for _, b := range boxes {
		switch {
		case b.got == nil:
			missing++
		case b.want == nil:
			unexpected++
		case b.Match:
			match++
		default:
			miss++
		}
	}
	return fmt.Sprintf("%d boxes match, %d do not, %d are missing, %d are unexpected.", match, miss, missing, unexpected)
}

// notes says what the picture leaves out and does not know.
func notes(p paper, drawn, boxes, undrawn int) string {
	var notes []string
	if p.guess != "" {
		notes = append(notes, p.guess)
	}
	if drawn < boxes {
		notes = append(notes, fmt.Sprintf("%d of %d boxes drawn, mismatches first", drawn, boxes))
	}
	if undrawn > 0 {
		notes = append(notes, fmt.Sprintf("%d without a valid shape", undrawn))
	}
	return strings.Join(notes, "; ")
}

// The colours on paper, which is white on a dark screen, too; each is legible on
// white and under white text, and they differ for the colour-blind.
const (
	wantColour  = "#0550ae"
	matchColour = "#1a7f37"
	missColour  = "#bc4c00"
)

func writeLegend(w io.Writer) {
	x := float64(overlayMargin)
	for _, entry := range []struct{ class, colour, dash, text string }{
		{"overlay-want", wantColour, ` stroke-dasharray="5 3"`, "want"},
		{"overlay-match", matchColour, "", "got, match"},
		{"overlay-miss", missColour, "", "got, no match"},
	} {
		fmt.Fprintf(w, `<rect class="%s" x="%s" y="32" width="16" height="10" fill="none" stroke="%s" stroke-width="2"%s/>`, entry.class, px(x), entry.colour, entry.dash)
		fmt.Fprintf(w, `<text class="overlay-text" x="%s" y="42" fill="#1f2328">%s</text>`+"\n", px(x+22), entry.text)
		x += 40 + 7*float64(len(entry.text))
	}
}

func writeBoxes(w io.Writer, p paper, boxes []placed) {
	// What does not match is drawn last, on top.
	order := mismatchesFirst(boxes)
	slices.Reverse(order)
	for _, b := range order {
		fmt.Fprintf(w, "<g><title>%s</title>", xmlText(b.caption(), maxTooltip))
		writeOutline(w, b.want, wantColour, ` stroke-dasharray="5 3"`)
		writeOutline(w, b.got, b.colour(), "")
		if b.apart() {
			from, to := middle(b.want), middle(b.got)
			fmt.Fprintf(w, `<path d="M%s %sL%s %s" stroke="%s" stroke-dasharray="1 4" stroke-width="1.5"/>`, px(from.X), px(from.Y), px(to.X), px(to.Y), missColour)
		}
		io.WriteString(w, "</g>\n")
	}
	labels := labeller{w: w, paper: p}
	for _, b := range order { // labels on top of all outlines
		if len(boxes) > maxLabelled && b.Match {
			continue
		}
		if b.got == nil {
			labels.write(b.want, b.Label, b.state(), wantColour)
			continue
		}
		if b.apart() {
			labels.write(b.want, b.Label, "", wantColour)
		}
		labels.write(b.got, b.Label, b.state(), b.colour())
	}
}

// apart reports whether it takes a line to see that two boxes belong together.
func (b placed) apart() bool { return b.got != nil && b.want != nil && !(b.IoU > 0) }

// middle is the centre of the outer bounds.
func middle(rings [][]geometry.Point) geometry.Point {
	return geometry.Polygon{Rings: rings}.Centre()
}

func (b placed) colour() string {
	switch {
	case b.got == nil:
		return wantColour
	case b.Match:
		return matchColour
	}
	return missColour
}

func (b placed) caption() string { return strings.TrimSpace(b.Label + " " + b.state()) }

// state says what came of the box.
func (b placed) state() string {
	switch {
	case b.Note != "":
		return b.Note
	case b.got == nil:
		return "missing"
	case b.want == nil:
		return "unexpected"
	}
	return strconv.FormatFloat(b.IoU, 'f', 2, 64)
}

func writeOutline(w io.Writer, rings [][]geometry.Point, colour, dash string) {
	if rings == nil {
		return
	}
	io.WriteString(w, `<path d="`)
	for _, ring := range rings {
		for i, v := range ring {
			command := "L"
			if i == 0 {
				command = "M"
			}
			io.WriteString(w, command+px(v.X)+" "+px(v.Y))
		}
		io.WriteString(w, "Z")
	}
	fmt.Fprintf(w, `" fill="%[1]s" fill-opacity="0.07" fill-rule="evenodd" stroke="%[1]s" stroke-width="2" stroke-linejoin="round"%[2]s/>`, colour, dash)
}

// labeller writes labels so that they cover each other as little as can be.
type labeller struct {
	w     io.Writer
	paper paper
	taken []geometry.Box
}

// write writes above the outline, or where the page ends above or another label is,
// as near as there is room.
func (l *labeller) write(outline [][]geometry.Point, label, state, colour string) {
	text := state
	if label = words.Clip(terminal.Visible(label), max(maxLabelWidth-words.Width(state)-1, 8)); label != "" {
		text = strings.TrimSpace(label + " " + state)
	}
	text = words.Clip(terminal.Visible(text), maxLabelWidth+8)
	width := labelColumn*float64(words.Width(text)) + 6
	at := l.room(geometry.Polygon{Rings: outline}.BoundingBox(), width)
	fmt.Fprintf(l.w, `<rect x="%s" y="%s" width="%s" height="%d" rx="2" fill="%s"/>`, px(at.X1), px(at.Y1), px(width), labelHeight, colour)
	fmt.Fprintf(l.w, `<text x="%s" y="%s" font-family="ui-monospace, monospace" font-size="11" fill="#ffffff">%s</text>`+"\n", px(at.X1+3), px(at.Y1+11), xmlText(text, maxTooltip))
}

// room takes the place for a label of a box: above it, else near it, else above it
// all the same.
func (l *labeller) room(box geometry.Box, width float64) geometry.Box {
	above := box.Y1 - 1 - labelHeight
	tops := []float64{above, above - labelHeight, above - 2*labelHeight, box.Y2 + 1, box.Y2 + 1 + labelHeight, above - 3*labelHeight, above}
	var at geometry.Box
	for _, top := range tops {
		x := max(0, min(box.X1-1, l.paper.width-width))
		y := max(0, min(top, l.paper.height-labelHeight))
		at = geometry.Box{X1: x, Y1: y, X2: x + width, Y2: y + labelHeight}
		if !slices.ContainsFunc(l.taken, func(other geometry.Box) bool { return at.IoU(other) > 0.001 }) {
			break
		}
	}
	l.taken = append(l.taken, at)
	return at
}

// xmlText is a text for XML, with at most so many characters, without any that
// are not seen.
func xmlText(text string, most int) string {
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(terminal.Visible(text))); err != nil {
		return "" // a Builder does not fail
	}
	return b.String()
}

// px writes a length in pixels, to a hundredth.
func px(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
