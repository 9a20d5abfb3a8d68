package figures

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/geometry"
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
