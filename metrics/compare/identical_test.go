package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

// A truth that is not a place has no overlap and no distance: no answer is right, an identical one neither.
func TestIdenticalPlacesThatAreInvalid(t *testing.T) {
	const square = `[[0,0],[1,0],[1,1]]`
	for _, tt := range []struct {
		name      string
		rule      compare.Comparator
		got, want string
	}{
		{"two members in another order", compare.Box{}, `{"b":1,"a":[]}`, `{"a":[],"b":1.0}`},
		{"another value in an object", compare.Box{}, `{"a":1}`, `{"a":2}`},
		{"a text where a box is meant", compare.Box{}, `"top left"`, `"top left"`},
		{"white space", compare.Box{}, `" top\n left"`, `"top left"`},
		{"case is not folded", compare.Box{}, `"Top left"`, `"top left"`},
		{"more words", compare.Box{}, `"top left corner"`, `"top left"`},
		{"another type", compare.Box{}, `"7"`, `7`},
		{"a polygon without area to speak of", compare.Box{Format: "polygon"}, `[[0,0]]`, `[[0,0]]`},
		{"only the answer cannot be read", compare.Box{Format: "polygon"}, `[[0,0]]`, square},
		{"a point that is a text", compare.Point{}, `"here"`, `"here"`},
		{"another text", compare.Point{}, `"there"`, `"here"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := tt.rule.Compare(t.Context(), parse(t, tt.got), parse(t, tt.want))
			assert.NoError(t, err)
			assert.False(t, c.Match)
			assert.Zero(t, c.Score)
			assert.NotEmpty(t, c.Note)
			assert.NotEmpty(t, c.Tag)
		})
	}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name string
		rule compare.Comparator
		want string
		ok   bool
		r    compare.Reading
	}{
		{"a box", compare.Box{}, `[1,1,2,2]`, true, compare.Reading{OK: true}},
		{"no box", compare.Box{}, `[1,1,2]`, true, compare.Reading{Why: "xyxy takes 4 coordinates, got 3"}},
		{"no polygon", &compare.Box{Format: "polygon"}, `[1,1,2,2]`, true, compare.Reading{Why: "ring 0 of a polygon takes at least 3 vertices, got 2"}},
		{"a point", compare.Point{}, `[1,1]`, true, compare.Reading{OK: true}},
		{"a box without area", compare.Box{}, `[5,5,5,9]`, true, compare.Reading{Why: "it does not match itself: IoU 0, want at least 0.5"}},
		{"a vector without direction", compare.Point{Metric: "cosine"}, `[0,0]`, true, compare.Reading{Why: "it does not match itself: off by 1"}},
		{"no point", compare.Point{}, `[]`, true, compare.Reading{Why: "a point without coordinates"}},
		{"exact takes everything", compare.Exact{}, `7`, false, compare.Reading{}},
		{"nobody asks a function in advance", compare.Semantic{}, `7`, false, compare.Reading{}},
		{"invalid options", compare.Box{Format: "oval"}, `[1,1,2,2]`, false, compare.Reading{}},
		{"an empty value", compare.Box{}, `null`, false, compare.Reading{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, ok := compare.Read(tt.rule, parse(t, tt.want))
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.r, r)
		})
	}
}
