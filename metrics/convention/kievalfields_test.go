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
			convention.KIEval{FP: 1, FN: 1, WrongMatch: 1}, convention.KIEval{FP: 1, FN: 1, WrongMatch: 1}},
		{"several values of the document", `{"tags":["a","x"]}`, `{"tags":["a","b","c"]}`,
			convention.KIEval{ExactMatch: 1, FP: 1, FN: 2, WrongMatch: 1, NoMatch: 1},
			convention.KIEval{ExactMatch: 1, FP: 1, FN: 2, WrongMatch: 1, NoMatch: 1}},
		{"several values in a group: q for q, and one too many",
			`{"lines":[{"sku":"2","names":["q","r"]}]}`, `{"lines":[{"sku":"2","names":["q"]}]}`,
			convention.KIEval{ExactMatch: 2, FP: 1, NoMatch: 1}, convention.KIEval{ExactMatch: 2, FP: 1, NoMatch: 1}},
		{"one pair lacks a value, another has one too many: two corrections",
			`{"lines":[{"sku":"2","names":["q","r"]},{"sku":"1","names":["b"]}]}`,
			`{"lines":[{"sku":"1","names":["a","b"]},{"sku":"2","names":["q"]}]}`,
			convention.KIEval{ExactMatch: 4, FP: 1, FN: 1, NoMatch: 2},
			convention.KIEval{ExactMatch: 4, FP: 1, FN: 1, WrongMatch: 1}},
		{"groups that are unlike are paired: sku 9 for 7, i for m, and j",
			`{"lines":[{"sku":"9","names":["i","j"]}]}`, `{"lines":[{"sku":"7","names":["m"]}]}`,
			convention.KIEval{FP: 3, FN: 2, WrongMatch: 2, NoMatch: 1},
			convention.KIEval{FP: 3, FN: 2, WrongMatch: 2, NoMatch: 1}},
		{"a group too few: its values are to be added",
			`{"lines":[{"sku":"1","names":["a"]}]}`, `{"lines":[{"sku":"7","names":["m","n"]},{"sku":"1","names":["a"]}]}`,
			convention.KIEval{ExactMatch: 2, FN: 3, NoMatch: 3}, convention.KIEval{ExactMatch: 2, FN: 3, NoMatch: 3}},
		{"keys that are not known", `{"date":"1 May","other":5}`, `{"date":"1 May"}`,
			convention.KIEval{ExactMatch: 1}, convention.KIEval{ExactMatch: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := evaluator.Evaluate(t.Context(), tt.got, tt.want)
			require.NoError(t, err)
			assert.Equal(t, tt.fields, convention.KIEvalOfFields(r.Fields))
			assert.Equal(t, tt.rows, convention.KIEvalOf(r.Table.Attributes))
		})
	}
}
