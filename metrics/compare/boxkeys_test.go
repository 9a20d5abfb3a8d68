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
		{"xyxy", `{"x":10,"y":20,"width":40,"height":40}`, `[10,20,50,60]`, 0,
			`got: "x1" is missing; the object needs it with y1, x2, y2; for xyxy the object has "x", "y", "width", "height"`},
		{"xyxy", `{"bbox":[10,20,50,60],"pageNumber":2}`, `{"bbox":[10,20,50,60],"page":2}`, 0,
			`got: the page is under "pageNumber", which is not read; write "page", counted from 1`},
		{"xyxy", `{"bbox":[10,20,50,60],"Page":2}`, `[10,20,50,60]`, 0, `got: the page is under "Page", which is not read; write "page", counted from 1`},
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
