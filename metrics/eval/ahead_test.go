package eval_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A comparator that asks a model receives all pairs of a case before the first comparison, and the
// result is the same as without.
func TestSemanticIsToldAhead(t *testing.T) {
	var told [][][2]string
	asked := 0
	model := compare.Semantic{Name: "m", Similarity: func(_ context.Context, got, want string) (float64, error) {
		asked++
		return map[string]float64{"car": 0.9, "boat": 0.1, "x": 0.85}[got], nil
	}}
	alone := model
	model.Ahead = func(_ context.Context, pairs [][2]string) {
		assert.Zero(t, asked, "the pairs come first")
		told = append(told, pairs)
	}
	spec := func(m compare.Comparator) eval.Spec {
		return eval.Spec{Fields: []eval.Field{
			{Path: "a", Match: m}, {Path: "b", Match: m}, {Path: "same", Match: m}, {Path: "none", Match: m}, {Path: "n", Match: compare.Numeric{}},
			{Path: "lines", List: &eval.List{By: []string{"id"}, Assign: eval.ByKey, Fields: []eval.Field{{Path: "id", Match: compare.Exact{}}, {Path: "text", Match: m}}}},
		}}
	}
	const got = `{"a":"car","b":"boat","same":"The Same","n":1,"lines":[{"id":"2","text":"x"},{"id":"1","text":"car"}]}`
	const want = `{"a":"auto","b":"house","same":"the same","none":"y","n":1,"lines":[{"id":"1","text":"auto"},{"id":"2","text":"z"}]}`
	results := make([]eval.Result, 2)
	for i, m := range []compare.Comparator{alone, model} {
		evaluator, err := spec(m).Compile()
		require.NoError(t, err)
		asked = 0
		results[i], err = evaluator.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		assert.Equal(t, 4, asked)
	}
	assert.Equal(t, [][][2]string{{{"car", "auto"}, {"boat", "house"}, {"x", "z"}}}, told, "once, each pair once, none that is equal or missing")
	assert.Equal(t, results[0], results[1])
	assert.Equal(t, metrics.Wrong, results[1].Fields[1].Outcome)

	for _, tt := range []struct {
		reason, got string
		with        compare.Comparator
	}{
		{"one pair is no more than a question", `{"a":"car"}`, compare.Exact{}},
		{"a function of the user's would be called twice", got, compare.Func{Name: "f", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
			return compare.Comparison{Match: true, Score: 1}, nil
		}}},
		{"so would another model", got, alone},
		{"and in it", got, compare.OneOf{Each: alone}},
		{"and a comparator of the user's", got, mine{}},
	} {
		told = nil
		s := spec(model)
		s.Fields[4].Match = tt.with
		evaluator, err := s.Compile()
		require.NoError(t, err)
		asked = 0
		_, err = evaluator.Evaluate(t.Context(), tt.got, want)
		require.NoError(t, err)
		assert.Empty(t, told, tt.reason)
	}
}

// A one_of asks about its accepted values, up to one that equals the answer.
func TestOneOfIsToldAhead(t *testing.T) {
	var told [][][2]string
	model := compare.Semantic{
		Name:       "m",
		Similarity: func(context.Context, string, string) (float64, error) { return 0, nil },
		Ahead:      func(_ context.Context, pairs [][2]string) { told = append(told, pairs) },
	}
	evaluator, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.OneOf{Each: model}}}}.Compile()
	require.NoError(t, err)
	_, err = evaluator.Evaluate(t.Context(), `{"a":"car"}`, `{"a":["auto","van","Car","wagon"]}`)
	require.NoError(t, err)
	assert.Equal(t, [][][2]string{{{"car", "auto"}, {"car", "van"}}}, told)
}

type mine struct{}

func (mine) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Comparison{Match: true, Score: 1}, nil
}
