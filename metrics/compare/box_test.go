package compare_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// overlap is the judgement on two boxes with these areas.
func overlap(format string, match bool, intersection, union float64, note string) compare.Comparison {
	iou := 0.0
	if union > 0 {
		iou = intersection / union
	}
	details, err := json.Marshal(struct {
		IoU          float64 `json:"iou"`
		Intersection float64 `json:"intersection"`
		Union        float64 `json:"union"`
		Format       string  `json:"format"`
	}{iou, intersection, union, format})
	if err != nil {
		panic(err)
	}
	return compare.Comparison{Match: match, Score: iou, Similarity: iou, Note: note, Details: details}
}

func noBox(note string) compare.Comparison { return missWith("Invalid bounding box format", note) }

func TestBox(t *testing.T) {
	xyxy, xywh := compare.Box{}, compare.Box{Format: "xywh"}
	at70 := compare.Box{Format: "xyxy", Threshold: 0.7}
	run(t, []row{
		{"a box and itself", xyxy, `[10,10,50,50]`, `[10,10,50,50]`, overlap("xyxy", true, 1600, 1600, "")},
		{"100 of 700", xyxy, `[10,10,30,30]`, `[20,20,40,40]`, overlap("xyxy", false, 100, 700, "IoU 0.142857, want at least 0.5")},
		{"disjoint", xyxy, `[0,0,10,10]`, `[20,20,30,30]`, overlap("xyxy", false, 0, 200, "IoU 0, want at least 0.5")},
		{"touching", xyxy, `[0,0,10,10]`, `[10,0,20,10]`, overlap("xyxy", false, 0, 200, "IoU 0, want at least 0.5")},
		{"xywh, 225 of 575", xywh, `[10,10,20,20]`, `[15,15,20,20]`, overlap("xywh", false, 225, 575, "IoU 0.391304, want at least 0.5")},
		{"IoU .75 at .7 passes with .75", at70, `[0,0,100,75]`, `[0,0,100,100]`, overlap("xyxy", true, 7500, 10000, "")},
		{"IoU .65 at .7 fails with .65", at70, `[0,0,100,65]`, `[0,0,100,100]`, overlap("xyxy", false, 6500, 10000, "IoU 0.65, want at least 0.7")},
		{"the default threshold met", xyxy, `[0,0,1,1]`, `[0,0,1,2]`, overlap("xyxy", true, 1, 2, "")},
		{"a threshold met but for rounding", compare.Box{Threshold: 0.3 + 5e-10}, `[0,0,3,1]`, `[0,0,10,1]`, overlap("xyxy", true, 3, 10, "")},
		{"a threshold not met", compare.Box{Threshold: 0.3 + 2e-9}, `[0,0,3,1]`, `[0,0,10,1]`, overlap("xyxy", false, 3, 10, "IoU 0.3, want at least 0.3")},
		{"boxes without area", xyxy, `[5,5,5,5]`, `[5,5,5,5]`, overlap("xyxy", false, 0, 0, "IoU 0, want at least 0.5")},

		{"numeric strings", xyxy, `["10"," 10.0 ","5e1",50]`, `[10,10,50,50]`, overlap("xyxy", true, 1600, 1600, "")},
		{"an object with coordinates", xyxy, `{"text":"x","bbox":[10,10,50,50]}`, `[10,10,50,50]`, overlap("xyxy", true, 1600, 1600, "")},
		{"corners by name", xyxy, `{"x1":10,"y1":10,"x2":50,"y2":50}`, `[10,10,50,50]`, overlap("xyxy", true, 1600, 1600, "")},
		{"corners by name within", xyxy, `{"page":1,"bbox":{"y2":50,"x2":50,"y1":10,"x1":10}}`, `{"bbox":[10,10,50,50],"page":"1"}`, overlap("xyxy", true, 1600, 1600, "")},
		{"size by name", xywh, `{"x":10,"y":10,"width":40,"height":"40"}`, `[10,10,40,40]`, overlap("xywh", true, 1600, 1600, "")},
		{"other pages", xyxy, `{"bbox":[0,0,1,1],"page":1}`, `{"bbox":[0,0,1,1],"page":2}`, overlap("xyxy", false, 0, 2, "got on page 1, want on page 2")},
		{"no page", xyxy, `[0,0,1,1]`, `{"bbox":[0,0,1,1],"page":2}`, overlap("xyxy", false, 0, 2, "got on no page, want on page 2")},
		{"page 0 is none, and so is null", xyxy, `{"bbox":[0,0,1,1],"page":0}`, `{"bbox":[0,0,1,1],"page":null}`, overlap("xyxy", true, 1, 1, "")},
		{"the same unit", xyxy, `{"bbox":[0,0,0.5,0.5],"relative":true}`, `{"bbox":[0,0,0.5,1],"relative":true}`, overlap("xyxy", true, 0.25, 0.5, "")},
		{"another unit", xyxy, `{"bbox":[0,0,1,1],"relative":true}`, `[0,0,1,1]`, overlap("xyxy", false, 0, 2, "got in fractions of the page, want in absolute units")},

		{"inverted", xyxy, `[50,50,10,10]`, `[10,10,50,50]`, noBox("got: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]")},
		{"inverted truth", xyxy, `[10,10,50,50]`, `[10,50,50,10]`, noBox("want: lower edge 10 is above upper edge 50 in xyxy [10 50 50 10]")},
		{"inverted on both sides", xyxy, `[50,50,10,10]`, `[50,50,10,10]`, missWith("Invalid bounding box format", "want: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]")},
		{"inverted truth, another answer", xyxy, `[10,10,50,50]`, `[50,50,10,10]`, noBox("want: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]")},
		{"negative width", xywh, `[10,10,-1,5]`, `[10,10,1,5]`, noBox("got: negative size in xywh [10 10 -1 5]")},
		{"a width too small to move the edge", xywh, `[1e16,0,-0.1,5]`, `[1e16,0,1,5]`, noBox("got: negative size in xywh [1e+16 0 -0.1 5]")},
		{"short", xyxy, `[10,10,50]`, `[10,10,50,50]`, noBox("got: xyxy takes 4 coordinates, got 3")},
		{"no coordinates", xywh, `[]`, `[10,10,50,50]`, noBox("got: xywh takes 4 coordinates, got 0")},
		{"five", xyxy, `[10,10,50,50,1]`, `[10,10,50,50]`, noBox("got: xyxy takes 4 coordinates, got 5")},
		{"beyond float64", xyxy, `[0,0,1,1e999]`, `[0,0,1,1]`, noBox("got: coordinate +Inf is not finite in xyxy [0 0 1 +Inf]")},
		{"NaN", xyxy, `[0,0,1,"NaN"]`, `[0,0,1,1]`, noBox("got: coordinate NaN is not finite in xyxy [0 0 1 NaN]")},
		{"an infinite width", xywh, `[0,0,"Inf",1]`, `[0,0,1,1]`, noBox("got: coordinate +Inf is not finite in xyxy [0 0 +Inf 1]")},
		{"no number", xyxy, `[0,0,1,"12abc"]`, `[0,0,1,1]`, noBox(`got: "12abc" is not a number`)},
		{"hexadecimal", xyxy, `[0,0,1,"0x10"]`, `[0,0,1,1]`, noBox(`got: "0x10" is not a number`)},
		{"null", xyxy, `[0,0,1,null]`, `[0,0,1,1]`, noBox("got: null is not a coordinate")},
		{"text", xyxy, `"0,0,1,1"`, `[0,0,1,1]`, noBox(`got: string "0,0,1,1" is not a box, want an array of 4 coordinates`)},
		{"a corner left out", xyxy, `{"x1":0,"y1":0,"x2":1}`, `[0,0,1,1]`, noBox(`got: "y2" is missing; the object needs it with x1, y1, x2; for xyxy the object has "x1", "y1", "x2"`)},
		{"names of the other format", xyxy, `{"x":0,"y":0,"width":1,"height":1}`, `[0,0,1,1]`, noBox(`got: "x1" is missing; the object needs it with y1, x2, y2; for xyxy the object has "x", "y", "width", "height"`)},
		{"half a page", xyxy, `{"bbox":[0,0,1,1],"page":1.5}`, `[0,0,1,1]`, noBox("got: page: number 1.5 is not a whole number")},
		{"a unit that is none", xyxy, `{"bbox":[0,0,1,1],"relative":"yes"}`, `[0,0,1,1]`, noBox(`got: relative: string "yes" is neither true nor false`)},
		{"vertices where a box is meant", xyxy, `[[0,0],[1,0],[1,1],[0,1]]`, `[0,0,1,1]`, noBox("got: array [0,0] is not a coordinate")},
	})
}

func TestBoxOfPolygons(t *testing.T) {
	polygon := compare.Box{Format: "polygon"}
	bounds, wideBounds, polygonBounds := compare.Box{Polygon: "bounds"}, compare.Box{Format: "xywh", Polygon: "bounds"}, compare.Box{Format: "polygon", Polygon: "bounds"}
	run(t, []row{
		{"a square and itself from another corner, closed", polygon, `[[0,0],[2,0],[2,2],[0,2]]`, `[[2,2],[2,0],[0,0],[0,2],[2,2]]`, overlap("polygon", true, 4, 4, "")},
		{"a flat list", polygon, `[0,0,2,0,2,2,0,2]`, `[[0,0],["2",0],[2,2],[0,2]]`, overlap("polygon", true, 4, 4, "")},
		{"vertices by name", polygon, `[{"x":0,"y":0},{"x":2,"y":0},{"x":2,"y":1},{"x":0,"y":1}]`, `[0,0,2,0,2,2,0,2]`, overlap("polygon", true, 2, 4, "")},
		{"a triangle in a square", polygon, `[[0,0],[2,0],[0,2]]`, `[[0,0],[2,0],[2,2],[0,2]]`, overlap("polygon", true, 2, 4, "")},
		{"a concave L in its square: not the bounding box", polygon, `[[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]`, `[[0,0],[2,0],[2,2],[0,2]]`, overlap("polygon", true, 3, 4, "")},
		{"a list of flat lists", polygon, `[[0,0,4,0,4,4,0,4],[1,1,3,1,3,3,1,3]]`, `[[0,0,4,0,4,4,0,4]]`, overlap("polygon", true, 12, 16, "")},
		{"a list of both", polygon, `[[0,0,4,0,4,4,0,4],[[1,1],[3,1],[3,3],[1,3]]]`, `[0,0,4,0,4,4,0,4]`, overlap("polygon", true, 12, 16, "")},
		{"a ring with a hole", polygon, `[[[0,0],[4,0],[4,4],[0,4]],[[1,1],[3,1],[3,3],[1,3]]]`, `[0,0,4,0,4,4,0,4]`, overlap("polygon", true, 12, 16, "")},
		{"pages", polygon, `{"polygon":[0,0,1,0,0,1],"page":1}`, `{"polygon":[0,0,1,0,0,1],"page":2}`, overlap("polygon", false, 0, 1, "got on page 1, want on page 2")},
		{"units", polygon, `{"polygon":[0,0,1,0,0,1],"relative":true}`, `[0,0,1,0,0,1]`, missWith("", "got in fractions of the page, want in absolute units")},

		{"two vertices", polygon, `[[0,0],[1,1]]`, `[0,0,1,0,0,1]`, noBox("got: ring 0 of a polygon takes at least 3 vertices, got 2")},
		{"a polygon by its bounds, in place of a box", bounds, `{"polygon":[[1,0],[10,1],[9,10],[0,9]],"page":1}`, `{"bbox":[0,0,10,10],"page":1}`, overlap("xyxy", true, 100, 100, "")},
		{"a box in place of a polygon", bounds, `[0,0,10,5]`, `[5,0,10,5,5,10,0,5]`, overlap("xyxy", true, 50, 100, "")},
		{"two polygons", bounds, `[[0,0],[10,0],[0,10]]`, `[[10,0],[10,10],[0,10]]`, overlap("xyxy", true, 100, 100, "")},
		{"of width and height", wideBounds, `[0,0,10,0,10,10,0,10]`, `[0,0,10,10]`, overlap("xywh", true, 100, 100, "")},
		{"polygons alone", polygonBounds, `[[0,0],[10,0],[0,10]]`, `[[0,0],[10,0],[0,10]]`, overlap("polygon", true, 100, 100, "")},
		{"a box where polygons are alone", polygonBounds, `[0,0,10,10]`, `[0,0,10,0,10,10]`, noBox("got: ring 0 of a polygon takes at least 3 vertices, got 2")},
		{"neither box nor polygon", bounds, `[1,2,3]`, `[0,0,10,10]`, noBox("got: xyxy takes 4 coordinates, got 3")},

		{"no vertices", polygon, `[]`, `[0,0,1,0,0,1]`, noBox("got: ring 0 of a polygon takes at least 3 vertices, got 0")},
		{"an odd number of coordinates", polygon, `[0,0,1,0,0]`, `[0,0,1,0,0,1]`, noBox("got: a polygon takes pairs of coordinates, got 5 numbers")},
		{"a vertex in space", polygon, `[[0,0,0],[1,0,0],[0,1,0]]`, `[0,0,1,0,0,1]`, noBox("got: vertex 0: array [0,0,0] is not [x, y]")},
		{"a vertex without y", polygon, `[{"x":1}]`, `[0,0,1,0,0,1]`, noBox(`got: vertex 0: "y" is missing; the object needs it with x`)},
		{"not finite", polygon, `[0,0,1,0,0,"Inf"]`, `[0,0,1,0,0,1]`, noBox("got: vertex 2 of ring 0, [0 +Inf], is not finite")},
		{"no such member", polygon, `{"bbox":[0,0,1,0,0,1]}`, `[0,0,1,0,0,1]`, noBox(`got: the object has no "polygon"`)},
		{"no list", polygon, `true`, `[0,0,1,0,0,1]`, noBox("got: bool true is not a polygon, want an array of vertices")},
		{"rings and something else", polygon, `[[[0,0],[1,0],[0,1]],7]`, `[0,0,1,0,0,1]`, noBox("got: number 7 is not a ring of a polygon, want an array of vertices")},
	})
}

// The intersection of a unit square with itself turned by 45° about its centre is
// a regular octagon of inradius 1/2, area 2(√2-1), so that IoU = 2(√2-1)/(2-2(√2-1))
// = 1/√2.
func TestBoxOfARotatedSquare(t *testing.T) {
	r := math.Sqrt2 / 2
	turned := fmt.Sprintf(`[[%[1]v,0],[0,%[1]v],[-%[1]v,0],[0,-%[1]v]]`, r)
	c, err := compare.Box{Format: "polygon"}.Compare(t.Context(), parse(t, turned), parse(t, `[[-0.5,-0.5],[0.5,-0.5],[0.5,0.5],[-0.5,0.5]]`))
	require.NoError(t, err)
	assert.InDelta(t, 1/math.Sqrt2, c.Score, 1e-12)
	assert.True(t, c.Match)
}

func TestBoxWithAnInvalidOption(t *testing.T) {
	_, err := compare.Box{Format: "yolo", Polygon: "hull", Threshold: 2}.Compare(t.Context(), parse(t, `[0,0,1,1]`), parse(t, `[0,0,1,1]`))
	assert.EqualError(t, err, "compare: box: format: unknown value \"yolo\"; valid are xyxy, xywh, polygon\n"+
		"compare: box: polygon: unknown value \"hull\"; valid are bounds\n"+
		"compare: box: threshold: got 2, want a number above 0 and at most 1")
}

func TestBoxShape(t *testing.T) {
	shape, err := compare.Box{Format: "xywh"}.Shape(parse(t, `{"bbox":[1,2,3,4],"page":5,"relative":true}`))
	require.NoError(t, err)
	assert.Equal(t, geometry.Box{X1: 1, Y1: 2, X2: 4, Y2: 6, Page: 5, Relative: true}, shape)

	shape, err = compare.Box{Format: "polygon"}.Shape(parse(t, `{"polygon":[0,0,1,0,0,1],"page":5}`))
	require.NoError(t, err)
	assert.Equal(t, geometry.Polygon{Rings: [][]geometry.Point{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}}, Page: 5}, shape)

	shape, err = compare.Box{Polygon: "bounds"}.Shape(parse(t, `{"polygon":[0,1,3,0,2,5],"page":5}`))
	require.NoError(t, err)
	assert.Equal(t, geometry.Box{X1: 0, Y1: 0, X2: 3, Y2: 5, Page: 5}, shape)

	for format, text := range map[string]string{
		"":        "Invalid bounding box format: xyxy takes 4 coordinates, got 2",
		"polygon": "Invalid bounding box format: ring 0 of a polygon takes at least 3 vertices, got 1",
		"yolo":    `compare: box: format: unknown value "yolo"; valid are xyxy, xywh, polygon`,
	} {
		shape, err = compare.Box{Format: format}.Shape(parse(t, `[1,2]`))
		assert.EqualError(t, err, text)
		assert.Nil(t, shape)
	}
}

// However a box is written, it is the same box.
func TestBoxFormatsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(side string) [4]int { // x, y, width, height
			g := rapid.IntRange(0, 50)
			return [4]int{g.Draw(t, side), g.Draw(t, side), g.Draw(t, side) + 1, g.Draw(t, side) + 1}
		}
		g, w := draw("got"), draw("want")
		texts := map[string]func(b [4]int) string{
			"xywh": func(b [4]int) string { return fmt.Sprintf(`[%d,%d,%d,%d]`, b[0], b[1], b[2], b[3]) },
			"xyxy": func(b [4]int) string { return fmt.Sprintf(`[%d,%d,%d,%d]`, b[0], b[1], b[0]+b[2], b[1]+b[3]) },
			"polygon": func(b [4]int) string {
				return fmt.Sprintf(`[%[1]d,%[2]d,%[3]d,%[2]d,%[3]d,%[4]d,%[1]d,%[4]d]`, b[0], b[1], b[0]+b[2], b[1]+b[3])
			},
		}
		width := max(0, min(g[0]+g[2], w[0]+w[2])-max(g[0], w[0]))
		height := max(0, min(g[1]+g[3], w[1]+w[3])-max(g[1], w[1]))
		iou := float64(width*height) / float64(g[2]*g[3]+w[2]*w[3]-width*height)
		for format, text := range texts {
			got, _ := document.Of(text(g))
			want, _ := document.Of(text(w))
			c, err := compare.Box{Format: format}.Compare(t.Context(), got, want)
			if err != nil || math.Abs(c.Score-iou) > 1e-12 || c.Match != (iou >= 0.5-1e-9) {
				t.Fatalf("%s %v %v: %+v %v, want IoU %v", format, g, w, c, err, iou)
			}
		}
	})
}

func TestBoxAndPointAllocateTheirDetailsOnly(t *testing.T) {
	for name, tt := range map[string]struct {
		rule      compare.Comparator
		got, want string
	}{
		"arrays":  {compare.Box{}, `[10,10,30,30]`, `[10,10,30,31]`},
		"strings": {compare.Box{}, `["10","10","30","30"]`, `[10,10,30,31]`},
		"objects": {compare.Box{}, `{"bbox":[10,10,30,30],"page":2}`, `{"x1":10,"y1":10,"x2":30,"y2":31,"page":2}`},
		"points":  {compare.Point{Max: 5}, `[10,20,30]`, `{"x":"10","y":20,"z":31}`},
	} {
		got, want := parse(t, tt.got), parse(t, tt.want)
		rule, err := compare.Prepare(tt.rule)
		require.NoError(t, err)
		ctx := t.Context()
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = rule.Compare(ctx, got, want) }), 1.0, name)
	}
}
