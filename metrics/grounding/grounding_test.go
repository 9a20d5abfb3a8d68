package grounding_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/grounding"
)

func grade(t *testing.T, spec grounding.Spec, got, want string) grounding.Result {
	t.Helper()
	g, err := spec.Compile()
	require.NoError(t, err)
	r, err := g.Grade(context.Background(), got, want)
	require.NoError(t, err)
	return r
}

// counted holds the counts of one claim by its grade.
var counted = map[string]grounding.Counts{
	"not_located": {NotLocated: 1},
	"errored":     {Errored: 1},
	"value_wrong": {Gradeable: 1},
	"value_right": {Gradeable: 1, Value: 1},
	"page_right":  {Gradeable: 1, Value: 1, Page: 1},
	"box_right":   {Gradeable: 1, Value: 1, Page: 1, Box: 1},
}

// One claim against the truth {"value":"A","bbox":[0,0,10,10],"page":2}, unless
// another is given.
func TestGrade(t *testing.T) {
	const located = `{"total":{"value":"A","bbox":[0,0,10,10],"page":2}}`
	for _, tt := range []struct {
		name, got, want string
		grade           string
		iou             float64
		note            string
	}{
		{"all right", located, located, "box_right", 1, ""},
		{"IoU .5 reaches the threshold", `{"total":{"value":"A","bbox":[0,0,10,5],"page":"2"}}`, located, "box_right", 0.5, ""},
		{"box beside", `{"total":{"value":"A","bbox":[0,0,10,4],"page":2}}`, located, "page_right", 0.4, "IoU 0.4, want at least 0.5"},
		{"box on another page", `{"total":{"value":"A","bbox":[0,0,10,10],"page":1}}`, located, "value_right", 1, "got page 1, want page 2"},
		{"no page", `{"total":{"value":"A","bbox":[0,0,10,10]}}`, located, "value_right", 1, "got no page, want page 2"},
		{"right place, wrong value", `{"total":{"value":"B","bbox":[0,0,10,10],"page":2}}`, located, "value_wrong", 1, "value wrong"},
		{"value of another type", `{"total":{"value":1,"bbox":[0,0,10,10],"page":2}}`, located, "value_wrong", 1, "value wrong: got number, want string"},
		{"no value", `{"total":{"bbox":[0,0,10,10],"page":2}}`, located, "value_wrong", 1, "value wrong: got has no such value"},
		{"nothing", `{}`, located, "value_wrong", 0, "value wrong: got has no such value"},
		{"no box", `{"total":{"value":"A","page":2}}`, located, "page_right", 0, "got: there is no box"},
		{"a box that is none", `{"total":{"value":"A","bbox":[9,9,1,1],"page":2}}`, located, "page_right", 0,
			"got: Invalid bounding box format: right edge 1 is left of left edge 9 in xyxy [9 9 1 1]"},
		{"a page that is none", `{"total":{"value":"A","bbox":[0,0,10,10],"page":"ii"}}`, located, "value_right", 1, `got: the page is "ii", want a whole number`},
		{"a page that is none, and the truth states none", `{"total":{"value":"A","bbox":[0,0,10,10],"page":"ii"}}`, `{"total":{"value":"A","bbox":[0,0,10,10]}}`, "box_right", 1, ""},
		{"boxes that hold their pages", `{"total":{"value":"A","bbox":{"bbox":[0,0,10,10],"page":2}}}`,
			`{"total":{"value":"A","bbox":{"bbox":[0,0,10,10],"page":2}}}`, "box_right", 1, ""},
		{"boxes that hold other pages", `{"total":{"value":"A","bbox":{"bbox":[0,0,10,10],"page":3}}}`, located, "value_right", 1, "got page 3, want page 2"},
		{"the truth states no page", located, `{"total":{"value":"A","bbox":[0,0,10,10]}}`, "box_right", 1, ""},
		{"pages from 0", `{"total":{"value":"A","bbox":[0,0,10,10],"page":0}}`, `{"total":{"value":"A","bbox":[0,0,10,10],"page":0}}`, "box_right", 1, ""},
		{"page 0 is one", `{"total":{"value":"A","bbox":[0,0,10,10]}}`, `{"total":{"value":"A","bbox":[0,0,10,10],"page":0}}`, "value_right", 1, "got no page, want page 0"},
		{"other units", `{"total":{"value":"A","bbox":{"bbox":[0,0,1,1],"relative":true},"page":2}}`, located, "page_right", 0,
			"got is in relative units, want in absolute units; convert the relative one with the page size"},

		{"a list", `{"total":{"value":["B","A"],"bbox":[0,0,10,10]}}`, `{"total":{"value":["A","B"],"bbox":[0,0,10,10]}}`, "box_right", 1, ""},
		{"a list with a wrong item", `{"total":{"value":["A","C"],"bbox":[0,0,10,10]}}`, `{"total":{"value":["A","B"],"bbox":[0,0,10,10]}}`, "value_wrong", 1, "value wrong: got has no such item"},
		{"a list with an item too many", `{"total":{"value":["A","B"],"bbox":[0,0,10,10]}}`, `{"total":{"value":["A"],"bbox":[0,0,10,10]}}`, "value_wrong", 1, "value wrong: unexpected item"},
		{"a list that is missing", `{"total":{"bbox":[0,0,10,10]}}`, `{"total":{"value":["A"],"bbox":[0,0,10,10]}}`, "value_wrong", 1, "value wrong: got has no such item"},
		{"rows", `{"total":{"value":[{"a":1,"b":2}],"bbox":[0,0,10,10]}}`, `{"total":{"value":[{"a":1,"b":null}],"bbox":[0,0,10,10]}}`, "value_wrong", 1, "value wrong: the truth is null"},
		{"a list without items in the truth", `{"total":{"value":["A"],"bbox":[0,0,10,10]}}`, `{"total":{"value":[],"bbox":[0,0,10,10]}}`, "not_located", 0, "the truth does not locate it"},

		{"the truth has no box", located, `{"total":{"value":"A","page":2}}`, "not_located", 0, "the truth does not locate it"},
		{"the truth has no value", located, `{"total":{"value":" ","bbox":[0,0,10,10],"page":2}}`, "not_located", 0, "the truth does not locate it"},
		{"the truth has nothing", located, `{}`, "not_located", 0, "the truth does not locate it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := grade(t, grounding.Spec{Claims: []grounding.Claim{{Path: "total"}}}, tt.got, tt.want)
			assert.Equal(t, grounding.Result{
				Findings: []grounding.Finding{{Claim: "total", Grade: tt.grade, IoU: tt.iou, Note: tt.note}},
				Counts:   counted[tt.grade],
			}, r)
		})
	}
}

// Five claims, of which the truth locates four: all four values but one are right,
// two of them on the right page, one in the right box. 3/4, 2/4, 1/4.
func TestNestedRates(t *testing.T) {
	spec := grounding.Spec{Claims: []grounding.Claim{{Path: "a"}, {Path: "b"}, {Path: "c"}, {Path: "d"}, {Path: "e"}}}
	r := grade(t, spec,
		`{"a":{"value":1,"bbox":[0,0,2,2],"page":1},"b":{"value":2,"bbox":[5,5,6,6],"page":1},"c":{"value":3,"bbox":[0,0,2,2],"page":9},
		  "d":{"value":0,"bbox":[0,0,2,2],"page":1},"e":{"value":5,"bbox":[0,0,2,2],"page":1}}`,
		`{"a":{"value":1,"bbox":[0,0,2,2],"page":1},"b":{"value":2,"bbox":[0,0,2,2],"page":1},"c":{"value":3,"bbox":[0,0,2,2],"page":1},
		  "d":{"value":4,"bbox":[0,0,2,2],"page":1},"e":{"value":5}}`)
	assert.Equal(t, grounding.Counts{Gradeable: 4, Value: 3, Page: 2, Box: 1, NotLocated: 1}, r.Counts)
	for want, rate := range map[float64]func() (float64, bool){0.75: r.Counts.ValueRate, 0.5: r.Counts.PageRate, 0.25: r.Counts.BoxRate} {
		value, ok := rate()
		assert.True(t, ok)
		assert.Equal(t, want, value)
	}
	for _, rate := range []func() (float64, bool){grounding.Counts{NotLocated: 3}.ValueRate, grounding.Counts{}.PageRate, grounding.Counts{Errored: 1}.BoxRate} {
		_, ok := rate()
		assert.False(t, ok)
	}
}

func TestPathsApart(t *testing.T) {
	spec := grounding.Spec{
		Claims: []grounding.Claim{
			{Value: "total", Box: "places.total.quad", Page: "places.total.page", Match: compare.Numeric{Tolerance: 0.01}},
			{Path: "parties[0]", Value: "name", Match: compare.Fuzzy{}},
		},
		Box: compare.Box{Format: "polygon", Threshold: 0.9},
	}
	r := grade(t, spec,
		`{"total":"119.00","places":{"total":{"quad":[0,0,2,0,2,2,0,2],"page":1}},"parties":[{"name":"ACME","bbox":[0,0,2,0,2,1,0,1]}]}`,
		`{"total":119,"places":{"total":{"quad":[0,0,2,0,2,2,0,2],"page":1}},"parties":[{"name":"Acme","bbox":[0,0,2,0,2,2,0,2]}]}`)
	assert.Equal(t, []grounding.Finding{
		{Claim: "total", Grade: "box_right", IoU: 1},
		{Claim: "parties[0]", Grade: "page_right", IoU: 0.5, Note: "IoU 0.5, want at least 0.9"},
	}, r.Findings)
}

func TestUnreadableAnswer(t *testing.T) {
	r := grade(t, grounding.Spec{Claims: []grounding.Claim{{Path: "a"}}}, `{`, `{"a":{"value":1,"bbox":[0,0,2,2]}}`)
	assert.Equal(t, grounding.Counts{Gradeable: 1}, r.Counts)
	assert.Equal(t, "document: invalid JSON at offset 1: unexpected end of JSON input", r.Unreadable)
}

func TestErroredValue(t *testing.T) {
	fails := compare.Func{Name: "judge", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
		return compare.Comparison{}, errors.New("timed out")
	}}
	truth := `{"a":{"value":1,"bbox":[0,0,2,2]}}`
	r := grade(t, grounding.Spec{Claims: []grounding.Claim{{Path: "a", Match: fails}}}, truth, truth)
	assert.Equal(t, grounding.Counts{Errored: 1}, r.Counts)
	assert.Contains(t, r.Findings[0].Note, "timed out")
}

func TestTruthThatIsWrong(t *testing.T) {
	g, err := grounding.Spec{Claims: []grounding.Claim{{Path: "a"}}}.Compile()
	require.NoError(t, err)
	for want, text := range map[string]string{
		`{"a":{"value":1,"bbox":[2,2,0,0]}}`:            `grounding: claim "a": want: Invalid bounding box format: right edge 0 is left of left edge 2 in xyxy [2 2 0 0]`,
		`{"a":{"value":1,"bbox":[0,0,1,1],"page":1.5}}`: `grounding: claim "a": want: the page is "1.5", want a whole number`,
		`{`: `grounding: want: document: invalid JSON at offset 1: unexpected end of JSON input`,
	} {
		_, err := g.Grade(t.Context(), `{}`, want)
		assert.EqualError(t, err, text)
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		spec grounding.Spec
		text string
	}{
		{"nothing", grounding.Spec{}, "grounding: the spec has no claims"},
		{"a path", grounding.Spec{Claims: []grounding.Claim{{Path: "a..b"}}}, `grounding: claim "a..b": document:`},
		{"a format", grounding.Spec{Claims: []grounding.Claim{{Path: "a"}}, Box: compare.Box{Format: "yolo"}}, `grounding: compare: box: format: unknown value "yolo"; valid are xyxy, xywh, polygon`},
		{"twice", grounding.Spec{Claims: []grounding.Claim{{Path: "a"}, {Path: "a"}}}, `grounding: eval:`},
		{"an option", grounding.Spec{Claims: []grounding.Claim{{Path: "a", Match: compare.Fuzzy{Threshold: 2}}}}, `threshold: got 2, want a number above 0 and at most 1`},
		{"not compared", grounding.Spec{Claims: []grounding.Claim{{Path: "a", Match: compare.Ignore{}}}}, `grounding: claim "a": its value is not compared`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := tt.spec.Compile()
			assert.ErrorContains(t, err, tt.text)
			assert.Nil(t, g)
		})
	}
}

// Two lines of three are found, in another order, and one is invented: line 0 is
// right in all, line 1 has its box elsewhere, line 2 is missing; the truth does
// not locate the value of line 3.
func TestOfResult(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "lines", List: &eval.List{By: []string{"amount.value"}, Fields: []eval.Field{
			{Path: "amount.value"}, {Path: "amount.bbox", Match: compare.Box{}}, {Path: "amount.page"},
		}}},
		{Path: "total.value"},
		{Path: "total.place", Match: compare.Box{}},
	}}
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(),
		`{"lines":[{"amount":{"value":22,"bbox":[0,5,9,9],"page":1}},{"amount":{"value":77,"bbox":[0,0,9,9],"page":1}},
		  {"amount":{"value":11,"bbox":[0,0,9,1],"page":1}},{"amount":{"value":44,"bbox":[0,0,9,1],"page":1}}],
		  "total":{"value":77,"place":{"bbox":[0,0,1,1],"page":2}}}`,
		`{"lines":[{"amount":{"value":11,"bbox":[0,0,9,1],"page":1}},{"amount":{"value":22,"bbox":[0,1,9,2],"page":1}},
		  {"amount":{"value":33,"bbox":[0,2,9,3],"page":1}},{"amount":{"value":44}}],
		  "total":{"value":77,"place":{"bbox":[0,0,1,1],"page":1}}}`)
	require.NoError(t, err)
	lines := grounding.Attributes{Value: "lines[].amount.value", Box: "lines[].amount.bbox", Page: "lines[].amount.page"}
	total := grounding.Attributes{Value: "total.value", Box: "total.place"}
	graded, err := grounding.OfResult(r, lines, total)
	require.NoError(t, err)
	assert.Equal(t, []grounding.Finding{
		{Claim: "lines[0].amount.value", Grade: "box_right", IoU: 1},
		{Claim: "lines[1].amount.value", Grade: "page_right", Note: "box wrong: IoU 0, want at least 0.5"},
		{Claim: "lines[2].amount.value", Grade: "value_wrong", Note: "value wrong: got has no such item"},
		{Claim: "lines[3].amount.value", Grade: "not_located", Note: "the truth does not locate it"},
		{Claim: "total.value", Grade: "value_right", Note: "got page 2, want page 1"},
	}, graded.Findings)
	assert.Equal(t, grounding.Counts{Gradeable: 4, Value: 3, Page: 2, Box: 1, NotLocated: 1}, graded.Counts)

	_, err = grounding.OfResult(r, grounding.Attributes{Value: "total.value", Box: "total.bbox"})
	assert.EqualError(t, err, `grounding: the result has no attribute "total.bbox"`)
	_, err = grounding.OfResult(r, grounding.Attributes{Value: "lines[].amount.value", Box: "total.place"})
	assert.EqualError(t, err, `grounding: "total.place" cannot be the place of "lines[].amount.value": the two are not in the same list`)
}

func TestCountsAreAMonoid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grades := rapid.SliceOf(rapid.SampledFrom(slices.Sorted(maps.Keys(counted))))
		counts := func(gs []string) (c grounding.Counts) {
			for _, g := range gs {
				c = c.Plus(counted[g])
			}
			return c
		}
		a, b := grades.Draw(t, "a"), grades.Draw(t, "b")
		sum := counts(append(a[:len(a):len(a)], b...))
		if ca, cb := counts(a), counts(b); ca.Plus(cb) != sum || cb.Plus(ca) != sum || ca.Plus(grounding.Counts{}) != ca {
			t.Fatalf("%+v and %+v do not add up to %+v", ca, cb, sum)
		}
		if sum.Gradeable < sum.Value || sum.Value < sum.Page || sum.Page < sum.Box || sum.Gradeable+sum.NotLocated+sum.Errored != len(a)+len(b) {
			t.Fatalf("not nested: %+v", sum)
		}
		text, err := json.Marshal(sum)
		var back grounding.Counts
		if err != nil || json.Unmarshal(text, &back) != nil || back != sum {
			t.Fatalf("%s reads back as %+v", text, back)
		}
	})
}

// FuzzGrade: whatever an extractor answers, each claim has one grade, and no error
// is its fault.
func FuzzGrade(f *testing.F) {
	f.Add(`{"a":{"value":"A","bbox":[0,0,1,1],"page":2},"b":{"value":1}}`)
	f.Add(`{"a":{"value":["A"],"bbox":{"bbox":["0",0,1e999,1],"page":-1,"relative":true}}}`)
	f.Add(`[`)
	g, err := grounding.Spec{Claims: []grounding.Claim{{Path: "a"}, {Path: "b"}, {Path: "c"}}}.Compile()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, got string) {
		r, err := g.Grade(t.Context(), got, `{"a":{"value":"A","bbox":[0,0,1,1],"page":2},"b":{"value":1,"bbox":[0,0,9,9]},"c":{"value":3}}`)
		if err != nil {
			t.Fatal(err)
		}
		if c := r.Counts; len(r.Findings) != 3 || c.Gradeable != 2 || c.NotLocated != 1 {
			t.Fatalf("%s: %+v", got, r)
		}
		for _, finding := range r.Findings {
			if !(finding.IoU >= 0 && finding.IoU <= 1) || len(finding.Note) > 400 {
				t.Fatalf("%s: %+v", got, finding)
			}
		}
	})
}
