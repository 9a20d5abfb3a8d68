package overlay

import (
	"bytes"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report"
)

// Size of a small picture, in pixels.
const smallWidth, smallHeight, smallMargin = 88.0, 56.0, 4.0

// Small returns a small picture of the boxes of one value, SVG without any text of the
// record: where the box of the answer lies beside the box of the truth. It is "" where a
// page shows neither or they are on different pages.
func Small(f *report.Field, rule compare.Box) string {
	got, gotPage := shapeOf(f.Got, rule)
	want, wantPage := shapeOf(f.Want, rule)
	if got == nil && want == nil || got != nil && want != nil && gotPage != wantPage {
		return ""
	}
	box := Box{Got: got, Want: want, Match: f.Outcome == metrics.Match}
	var p paper
	p.fit([]Box{box})
	if !(p.unitsWide > 0 && p.unitsHigh > 0) {
		return ""
	}
	scale := min((smallWidth-2*smallMargin)/p.unitsWide, (smallHeight-2*smallMargin)/p.unitsHigh)
	p.width, p.height = p.unitsWide*scale, p.unitsHigh*scale
	drawn, _ := p.place([]Box{box})
	if len(drawn) == 0 {
		return ""
	}
	var b bytes.Buffer
	width, height := p.width+2*smallMargin, p.height+2*smallMargin
	fmt.Fprintf(&b, `<svg class="small" role="img" aria-label="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s">`, smallLabel(drawn[0]), px(width), px(height))
	io.WriteString(&b, `<rect width="100%" height="100%" fill="#ffffff"/>`)
	fmt.Fprintf(&b, `<g transform="translate(%s %[1]s)">`, px(smallMargin))
	writeOutline(&b, drawn[0].want, wantColour, ` stroke-dasharray="5 3"`)
	writeOutline(&b, drawn[0].got, drawn[0].colour(), "")
	if drawn[0].apart() && got != nil && want != nil && !meet(got, want) {
		writeLine(&b, drawn[0])
	}
	io.WriteString(&b, "</g></svg>")
	return b.String()
}

func smallLabel(b placed) string {
	switch {
	case b.got == nil:
		return "the box of the truth alone"
	case b.want == nil:
		return "the box of the answer alone"
	case meet(b.Got, b.Want):
		return "the box of the answer beside that of the truth, which it meets"
	}
	return "the box of the answer, away from that of the truth"
}

// meet reports whether the bounds of two shapes have a point in common.
func meet(a, b geometry.Shape) bool {
	p, q := a.BoundingBox(), b.BoundingBox()
	return p.Relative == q.Relative && p.X1 <= q.X2 && q.X1 <= p.X2 && p.Y1 <= q.Y2 && q.Y1 <= p.Y2
}
