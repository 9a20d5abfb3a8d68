package internal_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

func box(x1, y1, x2, y2 float64) geometry.Box {
	return geometry.Box{X1: x1, Y1: y1, X2: x2, Y2: y2}
}

// invoicePage has one box of each kind.
func invoicePage() figures.Overlay {
	return figures.Overlay{
		Title: "scan-017, page 1",
		Width: 595, Height: 842,
		Boxes: []figures.OverlayBox{
			{Label: "number", Got: box(60, 80, 180, 100), Want: box(60, 80, 180, 100), IoU: 1, Match: true},
			{Label: "date", Got: box(400, 82, 500, 100), Want: box(404, 80, 500, 100), IoU: 0.87, Match: true},
			{Label: "vendor.name", Got: box(60, 130, 180, 150), Want: box(60, 140, 300, 160), IoU: 0.2},
			{Label: "total", Want: box(420, 700, 520, 722)},
			{Label: "tax", Want: box(420, 740, 520, 762), Got: box(250, 780, 300, 800)},
			{Label: "due", Got: box(60, 700, 150, 720)},
			{Label: "stamp", Got: geometry.RotatedBox{X: 430, Y: 480, Width: 140, Height: 60, Degrees: 20},
				Want: geometry.RotatedBox{X: 420, Y: 470, Width: 140, Height: 60, Degrees: 15}, IoU: 0.67, Match: true},
			{Label: "table", Got: geometry.Polygon{Rings: [][]geometry.Point{{{X: 60, Y: 250}, {X: 300, Y: 250}, {X: 300, Y: 420}, {X: 60, Y: 420}}, {{X: 90, Y: 300}, {X: 200, Y: 300}, {X: 200, Y: 380}}}},
				Want: geometry.Box{X1: 0.1, Y1: 0.3, X2: 0.52, Y2: 0.5, Relative: true}, IoU: 0.8, Match: true},
			{Label: "header", Got: box(60, 10, 535, 40), Note: "want on page 2"},
			{Label: `</title><script>alert("x")</script>` + "\u202e\x00 & a label that goes on", Got: box(300, 600, 400, 640), Want: box(310, 610, 420, 640), IoU: 0.6, Match: true},
			{Label: "inverted", Got: box(9, 9, 1, 1)},
		},
	}
}

func svg(t *testing.T, o figures.Overlay) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, o.WriteSVG(&b))
	wellFormed(t, b.String())
	return b.String()
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

var updateOverlay = flag.Bool("update-overlay", false, "write testdata/overlay.svg")

func TestOverlayGolden(t *testing.T) {
	golden := filepath.Join("render", "figures", "testdata", "overlay.svg")
	got := svg(t, invoicePage())
	if *updateOverlay {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestOverlayIsSelfContained(t *testing.T) {
	got := svg(t, invoicePage())
	assert.NotContains(t, strings.ReplaceAll(got, `xmlns="http://www.w3.org/2000/svg"`, ""), "http")
	assert.NotContains(t, got, "<script")
	assert.NotContains(t, got, "\u202e")
	assert.NotContains(t, got, "href")
	assert.Contains(t, got, "<title>scan-017, page 1</title>")
	assert.Contains(t, got, "<desc>5 boxes match, 2 do not, 1 are missing, 2 are unexpected.</desc>")
	assert.Contains(t, got, "1 without a valid shape")
}

func TestOverlayImage(t *testing.T) {
	const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
	assert.Contains(t, svg(t, figures.Overlay{Image: dot, Width: 1, Height: 1}), `href="`+dot+`"`)
	for _, uri := range []string{"https://example.com/a.png", "a.png", "data:image/svg+xml;base64,AAAA", `data:image/png;base64,AAAA"/><script/>`, "data:text/html;base64,AAAA"} {
		err := figures.Overlay{Image: uri, Width: 1, Height: 1}.WriteSVG(io.Discard)
		assert.ErrorContains(t, err, "overlay: the image is", uri)
	}
}

func TestOverlayIsBounded(t *testing.T) {
	o := figures.Overlay{Width: 1000, Height: 1000}
	for i := range 1000 {
		x := float64(i)
		o.Boxes = append(o.Boxes, figures.OverlayBox{Label: fmt.Sprintf("word-%d", i), Got: box(x, x, x+5, x+5), Want: box(x, x, x+5, x+5), IoU: 1, Match: i != 777})
	}
	got := svg(t, o)
	assert.Equal(t, 200, strings.Count(got, "<g>"))
	assert.Contains(t, got, "200 of 1000 boxes drawn, mismatches first")
	assert.Contains(t, got, "word-777 1.00</text>", "what does not match is drawn and labelled")
	assert.Equal(t, 1, strings.Count(got, "font-size=\"11\""), "and nothing else is labelled")

	ring := make([]geometry.Point, 100_000)
	for i := range ring {
		sin, cos := math.Sincos(float64(i) / 100_000 * 2 * math.Pi)
		ring[i] = geometry.Point{X: cos, Y: sin}
	}
	assert.Less(t, len(svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Label: strings.Repeat("x", 1e6), Got: geometry.Polygon{Rings: [][]geometry.Point{ring}}}}})), 5000)
}

func TestOverlayOfUnknownSize(t *testing.T) {
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: box(100, 100, 300, 200)}}}), `<svg x="12" y="52" width="800" height="436.36">`, "a border of 10: 220 x 120")
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: geometry.Box{X2: 0.5, Y2: 0.5, Relative: true}}}}), `d="M0 0L400 0L400 400L0 400Z"`)
	assert.Contains(t, svg(t, figures.Overlay{}), `width="800" height="800"`)
	const note = "size of the page unknown: "
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: box(1, 1, 2, 2)}}}), ">"+note+"drawn as far as there are boxes</text>")
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: geometry.Box{X2: 0.5, Y2: 0.5, Relative: true}}}}), ">"+note+"drawn as a square</text>")
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: geometry.Box{X2: 0.5, Y2: 0.5, Relative: true}, Want: box(1, 1, 2, 2)}}}), ">"+note+"drawn as far as there are boxes, relative ones in the wrong place</text>")
	for _, known := range []figures.Overlay{{}, {Width: 10, Height: 10, Boxes: []figures.OverlayBox{{Got: box(1, 1, 2, 2)}}}} {
		assert.NotContains(t, svg(t, known), note)
	}
	assert.Contains(t, svg(t, figures.Overlay{Boxes: []figures.OverlayBox{{Got: box(5, 5, 5, 5)}, {Want: box(-1e308, -1e308, 1e308, 1e308)}, {Got: box(0, 0, 1e-320, math.NaN())}}}), "1 without a valid shape")
	assert.Contains(t, svg(t, figures.Overlay{Width: 1, Height: 1000}), `width="1.1" height="1100"`)
	for _, size := range [][2]float64{{-1, 1}, {0, 1}, {math.NaN(), 1}, {1, math.Inf(1)}} {
		err := figures.Overlay{Width: size[0], Height: size[1]}.WriteSVG(io.Discard)
		assert.ErrorContains(t, err, "want a positive width and height, or neither")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestOverlayReportsWriteErrors(t *testing.T) {
	assert.EqualError(t, invoicePage().WriteSVG(failing{}), "disk full")
}

// FuzzOverlay: whatever labels say and wherever boxes are, the picture is
// well-formed and holds nothing but shapes and text.
func FuzzOverlay(f *testing.F) {
	f.Add("total", "a & b", 1.0, 2.0, 3.0, 4.0, 0.5)
	f.Add("]]><script>", "\xff\x00\u2028", -1e308, 0.0, 1e308, 1e-320, math.NaN())
	f.Fuzz(func(t *testing.T, title, label string, x1, y1, x2, y2, iou float64) {
		o := figures.Overlay{Title: title, Boxes: []figures.OverlayBox{
			{Label: label, Got: box(x1, y1, x2, y2), Want: box(0, 0, 1, 1), IoU: iou, Note: title},
			{Label: title, Want: geometry.Polygon{Rings: [][]geometry.Point{{{X: x1, Y: y1}, {X: x2, Y: y2}, {X: x2, Y: y1}}}}, Match: true},
		}}
		var b bytes.Buffer
		if err := o.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(&b)
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			if start, ok := token.(xml.StartElement); ok && !strings.Contains(" svg title desc style rect text path g ", " "+start.Name.Local+" ") {
				t.Fatalf("there is a <%s>", start.Name.Local)
			}
		}
	})
}
