package figures

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// Overlay is one page with the boxes of truth and answer drawn over it.
type Overlay struct {
	// Title heads the picture.
	Title string
	// Page is the page number of the boxes, 0 if they have none.
	Page int
	// Width and Height are the size of the page in the units of absolute boxes. If both are 0, the page is as large as
	// the boxes need, or a square if all of them are relative, and the picture says so.
	Width, Height float64
	// Image is shown under the boxes, stretched to the page: a data URI of type
	// image/png, image/jpeg, image/gif or image/webp in base64. Empty for a blank
	// page.
	Image string
	// Boxes are the boxes to draw. At most 200 are drawn, those that do not match first; the picture says if there are
	// more.
	Boxes []OverlayBox
}

// OverlayBox is a box of the truth with the box of the answer. Either may be nil. An invalid shape is not drawn, and the
// picture says how many are not.
type OverlayBox struct {
	// Key is the attribute data-leaf of the group of the box, for pages that link a value to its box. An empty Key is
	// left out.
	Key       string
	Label     string
	Got, Want geometry.Shape
	IoU       float64 // shown if there are both boxes
	Match     bool
	Note      string // shown in place of the IoU, "missing" and "unexpected"
}

const (
	maxBoxes         = 200
	maxLabelled      = 40  // with more boxes only those that do not match have labels
	maxLabelWidth    = 28  // columns on the picture; the whole label is in the tooltip
	maxTooltip       = 200 // characters
	maxDrawnVertices = 500 // a larger polygon is drawn as its bounding box
)

// Lengths on the picture, in pixels.
const (
	paperWidth  = 800
	paperHeight = 1100 // at most
	margin      = 12
	header      = 52
	footer      = 18
	labelHeight = 14
	labelColumn = 6.63 // one column of the monospaced font at 11 px
)

// WriteSVG writes a picture that needs nothing else: no script, no style sheet, no font and no request. The truth is
// dashed and blue; the answer is green if it matches, else orange. Every box has a description in a tooltip. Texts are
// escaped, and invisible characters are shown by name.
//
// WriteSVG returns an error if a given size is not positive and finite, if Image is not a data URI of the form above,
// or if w fails.
func (o Overlay) WriteSVG(w io.Writer) error {
	p, err := o.paper()
	if err != nil {
		return err
	}
	boxes, undrawn := p.place(o.Boxes)
	drawn := boxes
	if len(boxes) > maxBoxes {
		drawn = mismatchesFirst(boxes)[:maxBoxes]
	}
	b := bufio.NewWriter(w)
	o.writeHead(b, p, boxes)
	if len(o.Boxes) > 0 {
		writeLegend(b)
	}
	if note := notes(p, len(drawn), len(boxes), undrawn); note != "" {
		fmt.Fprintf(b, `<text class="overlay-text" x="%d" y="%s" font-size="12" fill="#1f2328">%s</text>`+"\n", margin, pixels(header+p.height+footer-2), note)
	}
	fmt.Fprintf(b, `<svg x="%d" y="%d" width="%s" height="%s">`+"\n", margin, header, pixels(p.width), pixels(p.height))
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="#ffffff" stroke="#8c959f" stroke-width="2"/>`+"\n")
	if o.Image != "" {
		fmt.Fprintf(b, `<image width="100%%" height="100%%" preserveAspectRatio="none" href="%s"/>`+"\n", o.Image)
	}
	writeBoxes(b, p, drawn)
	io.WriteString(b, "</svg>\n</svg>\n")
	return b.Flush()
}

func (o Overlay) writeHead(w io.Writer, p paper, boxes []placed) {
	width, height := max(p.width, 420)+2*margin, p.height+header+footer+margin/2
	title := cmp.Or(xmlText(o.Title, maxTooltip), "Boxes")
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s" font-family="ui-sans-serif, sans-serif" font-size="13">`+"\n",
		title, pixels(width), pixels(height))
	fmt.Fprintf(w, "<title>%s</title>\n<desc>%s</desc>\n", title, summary(boxes))
	// The attributes suffice if the policy of a page forbids styles; the style is for readers with a dark screen.
	io.WriteString(w, "<style>@media (prefers-color-scheme: dark) { .overlay-back { fill: #0d1117 } .overlay-text { fill: #e6edf3 } .overlay-want { stroke: #58a6ff } .overlay-match { stroke: #3fb950 } .overlay-miss { stroke: #f0883e } }</style>\n")
	io.WriteString(w, `<rect class="overlay-back" width="100%" height="100%" fill="#ffffff"/>`+"\n")
	fmt.Fprintf(w, `<text class="overlay-text" x="%d" y="20" font-weight="600" fill="#1f2328">%s</text>`+"\n", margin, xmlText(o.Title, 100))
}

// summary describes the picture in words.
func summary(boxes []placed) string {
	if len(boxes) == 0 {
		return "No boxes."
	}
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

// notes says which boxes the picture leaves out, and which facts it lacks.
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

func writeLegend(w io.Writer) {
	x := float64(margin)
	for _, entry := range []struct{ class, colour, dash, text string }{
		{"overlay-want", wantColour, ` stroke-dasharray="5 3"`, "want"},
		{"overlay-match", matchColour, "", "got, match"},
		{"overlay-miss", missColour, "", "got, no match"},
	} {
		fmt.Fprintf(w, `<rect class="%s" x="%s" y="32" width="16" height="10" fill="none" stroke="%s" stroke-width="2"%s/>`, entry.class, pixels(x), entry.colour, entry.dash)
		fmt.Fprintf(w, `<text class="overlay-text" x="%s" y="42" fill="#1f2328">%s</text>`+"\n", pixels(x+22), entry.text)
		x += 40 + 7*float64(len(entry.text))
	}
}

// The colours on paper, which is white on a dark screen, too; each is legible on
// white and under white text, and they differ for the colour-blind.
const (
	wantColour  = "#0550ae"
	matchColour = "#1a7f37"
	missColour  = "#bc4c00"
)

func writeBoxes(w io.Writer, p paper, boxes []placed) {
	// Boxes that do not match are drawn last, on top.
	order := mismatchesFirst(boxes)
	slices.Reverse(order)
	for _, b := range order {
		key := ""
		if b.Key != "" {
			key = fmt.Sprintf(` data-leaf="%s"`, xmlText(b.Key, maxTooltip))
		}
		fmt.Fprintf(w, "<g%s><title>%s</title>", key, xmlText(b.caption(), maxTooltip))
		writeOutline(w, b.want, wantColour, ` stroke-dasharray="5 3"`)
		writeOutline(w, b.got, b.colour(), "")
		if b.apart() {
			writeLine(w, b)
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

// apart reports whether two boxes need a line that shows that they belong together.
func (b placed) apart() bool { return b.got != nil && b.want != nil && !(b.IoU > 0) }

// writeLine joins the centres of two boxes.
func writeLine(w io.Writer, b placed) {
	start, end := geometry.Polygon{Rings: b.want}.BoundingBox().Centre(), geometry.Polygon{Rings: b.got}.BoundingBox().Centre()
	fmt.Fprintf(w, `<path d="M%s %sL%s %s" stroke="%s" stroke-dasharray="1 4" stroke-width="1.5"/>`, pixels(start.X), pixels(start.Y), pixels(end.X), pixels(end.Y), missColour)
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

// state says whether the box matches.
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
			io.WriteString(w, command+pixels(v.X)+" "+pixels(v.Y))
		}
		io.WriteString(w, "Z")
	}
	fmt.Fprintf(w, `" fill="%[1]s" fill-opacity="0.07" fill-rule="evenodd" stroke="%[1]s" stroke-width="2" stroke-linejoin="round"%[2]s/>`, colour, dash)
}

// xmlText returns a text for XML, with at most most characters, none of them invisible.
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

// pixels writes a length in pixels, to a hundredth.
func pixels(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
