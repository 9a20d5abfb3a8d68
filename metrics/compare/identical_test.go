package compare_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Where the truth cannot be read, what is identical is right, and nothing else is.
func TestIdentical(t *testing.T) {
	const square = `[[0,0],[1,0],[1,1]]`
	for _, tt := range []struct {
		name      string
		rule      compare.Comparator
		got, want string
		match     bool
	}{
		{"two members in another order", compare.Box{}, `{"b":1,"a":[]}`, `{"a":[],"b":1.0}`, true},
		{"another value in an object", compare.Box{}, `{"a":1}`, `{"a":2}`, false},
		{"a text where a box is meant", compare.Box{}, `"top left"`, `"top left"`, true},
		{"white space", compare.Box{}, `" top\n left"`, `"top left"`, true},
		{"case is not folded", compare.Box{}, `"Top left"`, `"top left"`, false},
		{"more words", compare.Box{}, `"top left corner"`, `"top left"`, false},
		{"another type", compare.Box{}, `"7"`, `7`, false},
		{"a polygon without area to speak of", compare.Box{Format: "polygon"}, `[[0,0]]`, `[[0,0]]`, true},
		{"only the answer cannot be read", compare.Box{Format: "polygon"}, `[[0,0]]`, square, false},
		{"a point that is a text", compare.Point{}, `"here"`, `"here"`, true},
		{"another text", compare.Point{}, `"there"`, `"here"`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := tt.rule.Compare(t.Context(), parse(t, tt.got), parse(t, tt.want))
			assert.NoError(t, err)
			assert.Equal(t, tt.match, c.Match)
			if tt.match {
				assert.Equal(t, 1.0, c.Score)
				assert.Contains(t, c.Note, "; both sides are the same")
				assert.Empty(t, c.Tag)
			} else {
				assert.NotContains(t, c.Note, "both sides")
			}
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

// What SureMatch knows is what Compare says, whatever the comparator and the value.
func TestSureMatch(t *testing.T) {
	values := []string{
		`"a"`, `""`, `" "`, `"a\u0020b"`, "\"\xff\"", `true`, `false`, `null`, `[]`, `[1]`, `{}`, `{"a":"2024-03-01"}`,
		`0`, `-0`, `1889.00`, `-1.5`, `123456789012345678`, `1234567890123456789`, `1e5`, `1E999999999`, `1e-99999`, `0.00000000000000001`, `"1889.00"`, `"5 EUR"`, `"NaN"`,
		`"2024-03-01"`, `"2024-02-30"`, `"0000-01-01"`, `"2024-3-1"`, `"03/04/2024"`, `"2024-03-01T10:00"`, `"20240301"`, `20240301`, `"\u0032024-03-01"`, `" 2024-03-01"`,
	}
	comparators := []compare.Comparator{
		compare.Exact{}, &compare.Exact{Fold: true}, compare.Exact{Loose: true}, compare.Auto{}, compare.Fuzzy{}, &compare.Fuzzy{Verbatim: true, Threshold: 1},
		compare.Numeric{}, &compare.Numeric{Tolerance: 0.1, Relative: true, HalfDigit: true}, compare.Numeric{Format: "eu"},
		compare.Date{}, &compare.Date{Instant: true, Tolerance: 0.5}, compare.Date{Precision: "month"}, compare.Date{Order: "dmy"}, compare.Date{Formats: []string{"YYYY-DD-MM"}},
		compare.Code{}, compare.Regex{Pattern: ".+"}, compare.Box{}, compare.Point{}, compare.OneOf{}, compare.Ignore{},
		compare.Func{Name: "never", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
			return compare.Comparison{}, nil
		}},
	}
	sure := 0
	for _, c := range comparators {
		prepared, err := compare.Prepare(c)
		if !assert.NoError(t, err) {
			continue
		}
		for _, v := range values {
			if !compare.SureMatch(prepared, parse(t, v)) {
				continue
			}
			sure++
			got, err := prepared.Compare(t.Context(), parse(t, v), parse(t, v))
			assert.NoError(t, err)
			assert.Equal(t, compare.Binary(true), got, "%#v of %s", c, v)
		}
	}
	assert.Greater(t, sure, 150)
	for _, known := range []struct {
		c compare.Comparator
		v string
	}{{compare.Exact{}, `"a"`}, {compare.Auto{}, `7`}, {compare.Numeric{}, `1889.00`}, {compare.Date{}, `"2024-03-01"`}, {compare.Fuzzy{}, `"a b"`}} {
		prepared, err := compare.Prepare(known.c)
		assert.NoError(t, err)
		assert.True(t, compare.SureMatch(prepared, parse(t, known.v)), known.v)
	}
}
