package figures

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

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
