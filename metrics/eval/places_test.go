package eval_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

type placed struct {
	Value float64   `json:"value" eval:"numeric"`
	BBox  []float64 `json:"bbox" eval:"box,page_path=page"`
	Page  int       `json:"page" eval:"-"`
}

type located struct {
	Total placed `json:"total"`
}

// Value and place of one object, as tags, as YAML and in Go, are graded with the page.
func TestPageBesideABox(t *testing.T) {
	tagged, err := eval.SpecOf[located]()
	require.NoError(t, err)
	written, err := eval.ParseSpec([]byte("fields:\n- {path: total.value, match: numeric}\n- {path: total.bbox, match: box, page_path: page}\n"), nil)
	require.NoError(t, err)
	for name, spec := range map[string]eval.Spec{
		"tags": tagged,
		"YAML": written,
		"Go": {Fields: []eval.Field{
			{Path: "total.value", Match: compare.Numeric{}},
			{Path: "total.bbox", Match: compare.Box{PagePath: "page"}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := spec.Compile()
			require.NoError(t, err)
			r, err := e.Evaluate(context.Background(), `{"total":{"value":119,"bbox":[0,0,10,10],"page":3}}`, `{"total":{"value":119,"bbox":[0,0,10,10],"page":2}}`)
			require.NoError(t, err)
			assert.Equal(t, 0.5, r.Score)
			require.Equal(t, "total.bbox", r.Fields[1].Path)
			assert.Equal(t, "got on page 3, want on page 2", r.Fields[1].Note)
			assert.JSONEq(t, `{"bbox":[0,0,10,10],"page":2}`, string(r.Fields[1].Want), "what was compared")
			assert.Empty(t, r.Warnings, "the page is known to the spec")

			text, err := spec.MarshalJSON()
			require.NoError(t, err)
			assert.Contains(t, string(text), `"page_path":"page"`)
		})
	}
}

func TestPagePathIsChecked(t *testing.T) {
	for _, tt := range []struct {
		name  string
		field []eval.Field
		want  string
	}{
		{"a path that cannot be read", []eval.Field{{Path: "a", Match: compare.Box{PagePath: "page["}}}, `compare: box: page_path: `},
		{"one of several", []eval.Field{{Path: "a", Match: compare.OneOf{Each: compare.Box{PagePath: "page"}}}}, `eval: field "a": page_path is for a field with one box`},
		{"a set", []eval.Field{{Path: "a", Set: &eval.Set{Match: compare.Box{PagePath: "page"}}}}, `eval: field "a[]": page_path is for a field with one box`},
		{"a box around the value", []eval.Field{{Path: "a.value"}, {Path: "a", Match: compare.Box{}}}, `; name the box alone, such as a.bbox, and page_path: page`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := eval.Spec{Fields: tt.field}.Compile()
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// A wrong value that extractors write for a page or a box is a miss with a reason.
func TestPageBesideABoxIsHostile(t *testing.T) {
	e, err := eval.Spec{Strict: true, Fields: []eval.Field{{Path: "a.bbox", Match: compare.Box{PagePath: "page"}}}}.Compile()
	require.NoError(t, err)
	for got, note := range map[string]string{
		`{"a":{"bbox":[0,0,1,1],"page":"two"}}`:               "page: ",
		`{"a":{"bbox":[0,0,1,1],"page":{"n":1}}}`:             "page: ",
		`{"a":{"bbox":"0 0 1 1","page":2}}`:                   "is not a box",
		`{"a":{"bbox":{ },"page":2}}`:                         "is missing; the object needs it",
		`{"a":{"bbox":{"x1":0,"page":null},"page":2}}`:        "x1",
		`{"a":{"bbox":[0,0,1,1]},"page":{}}`:                  "page: ",
		`{"a":{"bbox":[0,0,1,1],"page":[]},"page":1}`:         "page: ",
		`{"a":[{"bbox":[0,0,1,1],"page":2}]}`:                 "got has no such value",
		`{"a":{"bbox":[5,5,6,6],"page":1,"page":2},"b":{}}`:   "IoU 0",
		`{"a":{"bbox":[0,0,1,1],"page":1e99},"page":2}`:       "page: ",
		`{"a":{"bbox":[0,0,1,1],"page":""},"page":1}`:         "got on page 1",
		`{"a":{"bbox":{"bbox":[0,0,1,1],"page":3},"page":2}}`: "got on page 3",
	} {
		r, err := e.Evaluate(context.Background(), got, `{"a":{"bbox":[0,0,1,1],"page":2}}`)
		require.NoError(t, err, got)
		require.NotEmpty(t, r.Fields, got)
		assert.Zero(t, r.Score, got)
		assert.Contains(t, r.Fields[0].Note, note, got)
	}
}
