package compare_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
)

// measured is a judgement on two points with its details.
func measured(c compare.Comparison, distance float64, metric string, threshold float64) compare.Comparison {
	c.Details = json.RawMessage(fmt.Sprintf(`{"distance":%v,"metric":%q,"threshold":%v}`, distance, metric, threshold))
	return c
}

func TestPoint(t *testing.T) {
	within := func(metric string, max float64) compare.Point { return compare.Point{Metric: metric, Max: max} }
	run(t, []row{
		{"3, 4, 5", within("", 5), `[10,20]`, `[13,24]`, measured(hit, 5, "euclidean", 5)},
		{"5 against 4.9", within("euclidean", 4.9), `[10,20]`, `[13,24]`, measured(missWith("outside tolerance", "off by 5, allowed 4.9"), 5, "euclidean", 4.9)},
		{"manhattan", within("manhattan", 7), `[10,20]`, `[13,24]`, measured(hit, 7, "manhattan", 7)},
		{"chebyshev", within("chebyshev", 3), `[10,20]`, `[13,24]`, measured(missWith("outside tolerance", "off by 4, allowed 3"), 4, "chebyshev", 3)},
		{"parallel vectors are at 0 exactly", within("cosine", 0), `[3,4]`, `[6,8]`, measured(hit, 0, "cosine", 0)},
		{"a right angle", within("cosine", 0.5), `[1,0]`, `[0,1]`, measured(missWith("outside tolerance", "off by 1, allowed 0.5"), 1, "cosine", 0.5)},
		{"a zero vector", within("cosine", 1), `[0,0]`, `[0,1]`, measured(hit, 1, "cosine", 1)},
		{"the same point, nothing allowed", compare.Point{}, `[1,2,3]`, `[1.0,"2",3]`, measured(hit, 0, "euclidean", 0)},
		{"another point, nothing allowed", compare.Point{}, `[1,2,3]`, `[1,2,4]`, measured(missWith("", "off by 1"), 1, "euclidean", 0)},
		{"rounding is allowed for", within("manhattan", 0.3), `[0.1,0.2]`, `[0,0]`, measured(hit, 0.30000000000000004, "manhattan", 0.3)},
		{"numeric strings", within("", 5), `["10"," 20 "]`, `["13","24.0"]`, measured(hit, 5, "euclidean", 5)},
		{"by name", within("", 5), `{"x":10,"y":20}`, `{"point":["13",24]}`, measured(hit, 5, "euclidean", 5)},
		{"by name, in space", within("", 5), `{"z":0,"x":10,"y":20}`, `[13,24,0]`, measured(hit, 5, "euclidean", 5)},
		{"one dimension", within("", 2), `[1]`, `[3]`, measured(hit, 2, "euclidean", 2)},
		{"the same page", within("", 5), `{"x":10,"y":20,"page":3}`, `{"point":[13,24],"page":3}`, measured(hit, 5, "euclidean", 5)},
		{"other pages", within("", 5), `{"x":10,"y":20,"page":3}`, `[10,20]`, missWith("", "got on page 3, want on no page")},

		{"2-D against 3-D", within("", 5), `[10,20]`, `[10,20,30]`, missWith("dimension mismatch", "points of different dimensions: got 2 coordinates, want 3")},
		{"no coordinates", within("", 5), `[]`, `[10,20]`, missWith("invalid point", "got: a point without coordinates")},
		{"no number", within("", 5), `[1,"a"]`, `[10,20]`, missWith("invalid point", `got: "a" is not a number`)},
		{"NaN", within("", 5), `["NaN",1]`, `["NaN",1]`, missWith("invalid point", "want: coordinate 0, NaN, is not finite")},
		{"NaN in the truth", within("", 5), `[0,1]`, `["NaN",1]`, missWith("invalid point", "want: coordinate 0, NaN, is not finite")},
		{"beyond float64", within("", 5), `[1,-1e999]`, `[10,20]`, missWith("invalid point", "got: coordinate 1, -Inf, is not finite")},
		{"no y", within("", 5), `{"x":1}`, `[10,20]`, missWith("invalid point", `got: "y" is missing; the object needs it with x`)},
		{"not a point", within("", 5), `7`, `[10,20]`, missWith("invalid point", "got: number 7 is not a point, want an array of coordinates")},
		{"half a page", within("", 5), `{"x":1,"y":2,"page":"p. 3"}`, `[10,20]`, missWith("invalid point", `got: page: string "p. 3" is not a whole number`)},
	})
}

// √(3² + 4² + 2²) = √29 = 5.385….
func TestPointInSpace(t *testing.T) {
	c, err := compare.Point{Max: 5.386}.Compare(t.Context(), parse(t, `[10,20,30]`), parse(t, `[13,24,32]`))
	require.NoError(t, err)
	assert.True(t, c.Match)
	var details struct{ Distance, Threshold float64 }
	require.NoError(t, json.Unmarshal(c.Details, &details))
	assert.InDelta(t, 5.385, details.Distance, 5e-4)
	assert.Equal(t, 5.386, details.Threshold)
}

func TestPointWithAnInvalidOption(t *testing.T) {
	for _, tt := range []struct {
		rule compare.Point
		text string
	}{
		{compare.Point{Metric: "hamming"}, `compare: point: metric: unknown value "hamming"; valid are euclidean, manhattan, cosine, chebyshev`},
		{compare.Point{Max: -1}, `compare: point: max: got -1, want a distance that is finite and not negative`},
		{compare.Point{Max: math.NaN()}, `compare: point: max: got NaN, want a distance that is finite and not negative`},
		{compare.Point{Max: math.Inf(1)}, `compare: point: max: got +Inf, want a distance that is finite and not negative`},
	} {
		_, err := tt.rule.Compare(t.Context(), parse(t, `[1,2]`), parse(t, `[1,2]`))
		assert.EqualError(t, err, tt.text)
	}
}
