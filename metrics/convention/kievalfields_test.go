package convention_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/convention"
	"github.com/extracteval/extracteval/metrics/eval"
)

// By hand, after get_group_confusion_matrix and get_non_group_confusion_matrix with split_merged_value.
func TestKIEvalOfFields(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(`
fields:
  - {path: tags, match: set, each: exact}
  - {path: date, match: exact}
  - path: lines
    match: list
    by: [sku]
    assign: optimal
    fields: [{path: sku, match: exact}, {path: names, match: set, each: exact}]
`), nil)
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	for _, tt := range []struct {
		name, got, want string
		fields, rows    convention.KIEval
	}{
		{"one value", `{"date":"1 May"}`, `{"date":"2 May"}`,
			kieval(0, 1, 1, 1, 0), kieval(0, 1, 1, 1, 0)},
		{"several values of the document", `{"tags":["a","x"]}`, `{"tags":["a","b","c"]}`,
			kieval(1, 1, 2, 1, 1),
			kieval(1, 1, 2, 1, 1)},
		{"several values in a group: q for q, and one too many",
			`{"lines":[{"sku":"2","names":["q","r"]}]}`, `{"lines":[{"sku":"2","names":["q"]}]}`,
			kieval(2, 1, 0, 0, 1), kieval(2, 1, 0, 0, 1)},
		{"one pair lacks a value, another has one too many: two corrections",
			`{"lines":[{"sku":"2","names":["q","r"]},{"sku":"1","names":["b"]}]}`,
			`{"lines":[{"sku":"1","names":["a","b"]},{"sku":"2","names":["q"]}]}`,
			kieval(4, 1, 1, 0, 2),
			kieval(4, 1, 1, 1, 0)},
		{"groups that are unlike are paired: sku 9 for 7, i for m, and j",
			`{"lines":[{"sku":"9","names":["i","j"]}]}`, `{"lines":[{"sku":"7","names":["m"]}]}`,
			kieval(0, 3, 2, 2, 1),
			kieval(0, 3, 2, 2, 1)},
		{"a group too few: its values are to be added",
			`{"lines":[{"sku":"1","names":["a"]}]}`, `{"lines":[{"sku":"7","names":["m","n"]},{"sku":"1","names":["a"]}]}`,
			kieval(2, 0, 3, 0, 3), kieval(2, 0, 3, 0, 3)},
		{"keys that are not known", `{"date":"1 May","other":5}`, `{"date":"1 May"}`,
			kieval(1, 0, 0, 0, 0), kieval(1, 0, 0, 0, 0)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := evaluator.Evaluate(t.Context(), tt.got, tt.want)
			require.NoError(t, err)
			assert.Equal(t, tt.fields, convention.KIEvalOfFields(r.Fields))
			assert.Equal(t, tt.rows, convention.KIEvalOf(r.Table.Attributes))
		})
	}
}
