package figures

import (
	"cmp"
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"

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

//go:embed overlay.tmpl
var overlays string

// drawings are the templates of pictures. What stands in them is escaped: see [xmlText].
var drawings = template.Must(template.New("").Parse(overlays))

// drawnOverlay is a picture: lengths in pixels, and texts for XML.
type drawnOverlay struct {
	Label, Title, Summary, Note                   string
	Width, Height, NoteY, PaperWidth, PaperHeight string
	Image                                         string
	Legend                                        bool
	Boxes                                         []drawnBox
	Labels                                        []drawnLabel
}

// drawnBox is a box, or a small picture of it.
type drawnBox struct {
	Key, Caption, Width, Height string
	Outlines                    []outline
	Line                        string // that joins the centres of truth and answer, "" for none
}

type outline struct {
	Path, Colour string
	Dashed       bool
}

type drawnLabel struct{ X, Y, Width, TextX, TextY, Colour, Text string }

// WriteSVG writes a picture that needs nothing else: no script, no style sheet, no font and no request. The truth is
// dashed and blue; the answer is green if it matches, else orange. Every box has a description in a tooltip. Texts are
// escaped, and invisible characters are shown by name. A page for dark screens has colours for its classes.
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
	d := drawnOverlay{
		Label: cmp.Or(xmlText(o.Title, maxTooltip), "Boxes"), Title: xmlText(o.Title, 100), Summary: summary(boxes), Note: notes(p, len(drawn), len(boxes), undrawn),
		Width: pixels(max(p.width, 420) + 2*margin), Height: pixels(p.height + header + footer + margin/2), NoteY: pixels(header + p.height + footer - 2),
		PaperWidth: pixels(p.width), PaperHeight: pixels(p.height), Image: o.Image, Legend: len(o.Boxes) > 0,
	}
	labels := labeller{paper: p}
	// Boxes that do not match are drawn last, on top, and the labels on top of all.
	for _, b := range slices.Backward(mismatchesFirst(drawn)) {
		box := drawnBox{Key: xmlText(b.Key, maxTooltip), Caption: xmlText(b.caption(), maxTooltip), Outlines: b.outlines()}
		if b.apart() {
			box.Line = b.line()
		}
		d.Boxes = append(d.Boxes, box)
		switch {
		case len(drawn) > maxLabelled && b.Match:
		case b.got == nil:
			labels.add(b.want, b.Label, b.state(), wantColour)
		default:
			if b.apart() {
				labels.add(b.want, b.Label, "", wantColour)
			}
			labels.add(b.got, b.Label, b.state(), b.colour())
		}
	}
	d.Labels = labels.all
	return drawings.ExecuteTemplate(w, "overlay", d)
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

// The colours on paper are those of the legend in overlay.tmpl, which is also white on a dark screen. Each is legible
// on white and under white text. They differ for the colour-blind.
const (
	wantColour  = "#0550ae"
	matchColour = "#1a7f37"
	missColour  = "#bc4c00"
)

// apart reports whether two boxes need a line that shows that they belong together.
func (b placed) apart() bool { return b.got != nil && b.want != nil && !(b.IoU > 0) }

// line joins the centres of the two boxes.
func (b placed) line() string {
	start, end := geometry.Polygon{Rings: b.want}.BoundingBox().Centre(), geometry.Polygon{Rings: b.got}.BoundingBox().Centre()
	return "M" + point(start) + "L" + point(end)
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

// outlines returns the outlines of the truth and of the answer.
func (b placed) outlines() (all []outline) {
	if b.want != nil {
		all = append(all, outline{path(b.want), wantColour, true})
	}
	if b.got != nil {
		all = append(all, outline{path(b.got), b.colour(), false})
	}
	return all
}

func path(rings [][]geometry.Point) string {
	var b strings.Builder
	for _, ring := range rings {
		for i, v := range ring {
			b.WriteString([]string{"M", "L"}[min(i, 1)] + point(v))
		}
		b.WriteString("Z")
	}
	return b.String()
}

func point(v geometry.Point) string { return pixels(v.X) + " " + pixels(v.Y) }

// xmlText returns a text for XML, with at most most characters, none of them invisible.
func xmlText(text string, most int) string {
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	var b strings.Builder
	xml.EscapeText(&b, []byte(terminal.Visible(text))) // a Builder does not fail
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
