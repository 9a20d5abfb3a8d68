package overlay

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/geometry"
)

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
