package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Objects that name their sides are read, or refused with a list of their keys.
func TestBoxesByTheNamesOfTheirSides(t *testing.T) {
	for _, tt := range []struct {
		format, got, want string
		score             float64
		note              string
	}{
		{"xyxy", `{"left":10,"top":20,"right":50,"bottom":60}`, `[10,20,50,60]`, 1, ""},
		{"xyxy", `{"bbox":{"left":10,"top":20,"right":50,"bottom":60},"page":2}`, `{"bbox":[10,20,50,60],"page":2}`, 1, ""},
		{"xywh", `{"left":10,"top":20,"width":40,"height":40}`, `[10,20,40,40]`, 1, ""},
		{"xywh", `{"x":10,"y":20,"width":40,"height":40}`, `[10,20,40,40]`, 1, ""},
		{"xyxy", `{"l":10,"t":20,"r":50,"b":60,"coord_origin":"TOPLEFT"}`, `[10,20,50,60]`, 1, ""},
		{"xyxy", `{"xmin":10,"ymin":20,"xmax":50,"ymax":60}`, `[10,20,50,60]`, 1, ""},
		{"xyxy", `{"bbox_2d":[10,20,50,60],"label":"total"}`, `[10,20,50,60]`, 1, ""},
		{"xywh", `{"BoundingBox":{"Width":40,"Height":40,"Left":10,"Top":20}}`, `[10,20,40,40]`, 1, ""},
		{"xywh", `{"Left":10,"Top":20,"Width":40}`, `[10,20,40,40]`, 0,
			`got: "x" is missing; the object needs it with y, width, height; for xywh the object has "Left", "Top", "Width"`},
		{"xyxy", `{"l":10,"t":60,"r":50,"b":20,"coord_origin":"BOTTOMLEFT"}`, `[10,20,50,60]`, 0,
			`got: lower edge 20 is above upper edge 60 in xyxy [10 60 50 20]`},
		{"polygon", `[{"X":0,"Y":0},{"X":10,"Y":0},{"X":10,"Y":10},{"X":0,"Y":10}]`, `[0,0,10,0,10,10,0,10]`, 1, ""},
		{"polygon", `{"Polygon":[{"X":0,"Y":0},{"X":10,"Y":0},{"X":10,"Y":10}]}`, `{"polygon":[[0,0],[10,0],[10,10]]}`, 1, ""},
		{"polygon", `{"Polygons":[]}`, `[0,0,10,0,10,10,0,10]`, 0, `got: the object has no "polygon"`},
		{"xyxy", `{"x":10,"y":20,"width":40,"height":40}`, `[10,20,50,60]`, 0,
			`got: "x1" is missing; the object needs it with y1, x2, y2; for xyxy the object has "x", "y", "width", "height"`},
		{"xyxy", `{"bbox":[10,20,50,60],"pageNumber":2}`, `{"bbox":[10,20,50,60],"page":2}`, 0,
			`got: the page is under "pageNumber", which is not read; write "page", counted from 1`},
		{"xyxy", `{"bbox":[10,20,50,60],"Page":2}`, `[10,20,50,60]`, 0, `got: the page is under "Page", which is not read; write "page", counted from 1`},
		{"xywh", `{"x":10,"y":20,"width":40,"height":40,"rotation":0}`, `{"x":10,"y":20,"width":40,"height":40,"angle":null}`, 1, ""},
		{"xywh", `{"x":10,"y":20,"width":40,"height":40,"rotation":45}`, `[10,20,40,40]`, 0,
			`got: the box is turned by its "rotation", which is not read; write its corners, and format: polygon`},
		{"xywh", `[10,20,40,40]`, `{"left":10,"top":20,"width":40,"height":40,"angle":-1.5}`, 0,
			`want: the box is turned by its "angle", which is not read; write its corners, and format: polygon`},
		{"xyxy", `{"bbox":[10,20,50,60],"rotation":90,"text":"of a word that stands on end"}`, `[10,20,50,60]`, 1, ""},
		{"xyxy", `{"bbox":[10,20,50,60],"page_size":[1,2],"page_no":null}`, `[10,20,50,60]`, 1, ""},
	} {
		box, err := compare.Prepare(compare.Box{Format: tt.format})
		require.NoError(t, err)
		got, want := mustParse(t, tt.got), mustParse(t, tt.want)
		c, err := box.Compare(t.Context(), got, want)
		require.NoError(t, err)
		assert.InDelta(t, tt.score, c.Score, 1e-12, tt.got)
		assert.Equal(t, tt.note, c.Note, tt.got)
	}
}

func mustParse(t *testing.T, text string) document.Value {
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}
