package internal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// The picture shows the boxes that eval finds and report records.
func TestOverlaysOfARecord(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{
		{Path: "number"},
		{Path: "places", List: &eval.List{By: []string{"name"}, Fields: []eval.Field{
			{Path: "name"}, {Path: "box", Match: compare.Box{Format: "xywh"}},
		}}},
		{Path: "stamp", Match: compare.Box{}},
	}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(),
		`{"number":1,"places":[{"name":"a","box":{"bbox":[0,0,10,10],"page":1}},{"name":"b","box":{"bbox":[0,20,10,10],"page":2}},
		  {"name":"c","box":{"bbox":[0,0,-1,5],"page":1}},{"name":"z","box":{"bbox":[90,0,1,1],"page":1}}],"stamp":[9,9,0,0]}`,
		`{"number":2,"places":[{"name":"a","box":{"bbox":[0,0,10,5],"page":1}},{"name":"b","box":{"bbox":[0,20,10,10],"page":1}},
		  {"name":"c","box":{"bbox":[0,40,10,10],"page":1}},{"name":"d","box":{"bbox":[0,60,10,10],"page":1}}],"stamp":[0,0,9,9]}`)
	require.NoError(t, err)
	c := report.NewCase(report.Observation{ID: "scan-1", Result: &r}, report.CaseOptions{})

	at := func(page int, x1, y1, x2, y2 float64) geometry.Box {
		return geometry.Box{X1: x1, Y1: y1, X2: x2, Y2: y2, Page: page}
	}
	places := map[string]compare.Box{"places[].box": {Format: "xywh"}}
	assert.Equal(t, []figures.Overlay{
		{Title: "scan-1, page 1", Page: 1, Boxes: []figures.OverlayBox{
			{Key: "2", Label: "places[0].box", Got: at(1, 0, 0, 10, 10), Want: at(1, 0, 0, 10, 5), IoU: 0.5, Match: true},
			{Key: "4", Label: "places[1].box", Want: at(1, 0, 20, 10, 30), Note: "got on page 2"},
			{Key: "6", Label: "places[2].box", Want: at(1, 0, 40, 10, 50), Note: "invalid"},
			{Key: "8", Label: "places[3].box", Want: at(1, 0, 60, 10, 70)},
			{Key: "10", Label: "places[3].box", Got: at(1, 90, 0, 91, 1)},
		}},
		{Title: "scan-1, page 2", Page: 2, Boxes: []figures.OverlayBox{
			{Key: "4", Label: "places[1].box", Got: at(2, 0, 20, 10, 30), Note: "want on page 1"},
		}},
	}, figures.Overlays(c.ID, c.Fields, places))
	withStamp := figures.Overlays(c.ID, c.Fields, map[string]compare.Box{"stamp": {}})
	assert.Equal(t, []figures.Overlay{{Title: "scan-1", Boxes: []figures.OverlayBox{{Key: "11", Label: "stamp", Want: at(0, 0, 0, 9, 9), Note: "invalid"}}}}, withStamp)
	for _, o := range figures.Overlays(c.ID, c.Fields, places) {
		svg(t, o)
	}
}

func TestPagesToDraw(t *testing.T) {
	page := func(number int) report.Page { return report.Page{Number: number, Image: "a.png"} }
	for _, tt := range []struct {
		name      string
		box       string
		pages     []report.Page
		some, all string // titles of the pages
	}{
		{"a box on one of three", `{"bbox":[0,0,9,9],"page":2}`, []report.Page{page(1), page(2), page(3)}, "Boxes, page 2", "Page 1|Boxes, page 2|Page 3"},
		{"a box without a page, of one", `[0,0,9,9]`, []report.Page{page(1)}, "Boxes", "Boxes"},
		{"a box without a page, of three", `[0,0,9,9]`, []report.Page{page(1), page(2), page(3)}, "Boxes|Page 1|Page 2", "Boxes|Page 1|Page 2|Page 3"},
		{"a box on a page without a picture", `{"bbox":[0,0,9,9],"page":4}`, []report.Page{page(1), {Number: 4, Width: 10, Height: 10}}, "Page 1|Boxes, page 4", "Page 1|Boxes, page 4"},
		{"no box", `null`, []report.Page{page(1), page(2), page(3)}, "Page 1|Page 2", "Page 1|Page 2|Page 3"},
		{"no picture", `[0,0,9,9]`, nil, "Boxes", "Boxes"},
	} {
		c := &report.Case{Pages: tt.pages, Fields: []report.Field{{Path: "a", Attribute: "a", Got: json.RawMessage(tt.box), Want: json.RawMessage(tt.box)}}}
		titles := func(all bool) string {
			drawn := figures.PagesToDraw(c, map[string]compare.Box{"a": {}}, 2, all)
			return strings.Join(arithmetic.Each(drawn, func(o figures.Overlay) string { return o.Title }), "|")
		}
		assert.Equal(t, []string{tt.some, tt.all}, []string{titles(false), titles(true)}, tt.name)
	}
}

func TestOverlaysOfOtherRecords(t *testing.T) {
	pages := func(got string, boxes map[string]compare.Box) []figures.Overlay {
		return figures.Overlays("x", []report.Field{{Path: "a", Attribute: "a", Got: json.RawMessage(got), Want: json.RawMessage(got)}}, boxes)
	}
	boxes := map[string]compare.Box{"a": {Format: "xyxy"}}
	assert.Empty(t, pages(`[0,0,1,1]`, nil), "no boxes in the spec")
	assert.Empty(t, pages(`"[0,0,"`, boxes), "a cut value")
	assert.Empty(t, pages(``, boxes), "no value")
	one := pages(`[0,0,1,1]`, boxes)
	require.Len(t, one, 1)
	assert.Equal(t, "x", one[0].Title, "no page, no number")
}
