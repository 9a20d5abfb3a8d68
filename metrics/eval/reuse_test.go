package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Details that a comparator writes into a buffer of its own, over and over, stay those of
// their leaf.
func TestDetailsAreThoseOfTheirLeaf(t *testing.T) {
	var buffer []byte
	says := compare.Func{Name: "says", Judge: func(_ context.Context, got, _ document.Value) (compare.Comparison, error) {
		buffer = fmt.Appendf(buffer[:0], `{"got":%q}`, got.Text())
		return compare.Comparison{Match: true, Score: 1, Details: buffer}, nil
	}}
	e, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: says}, {Path: "b", Match: says}}}.Compile()
	require.NoError(t, err)
	first, err := e.Evaluate(t.Context(), `{"a":"one","b":"two"}`, `{"a":"x","b":"x"}`)
	require.NoError(t, err)
	_, err = e.Evaluate(t.Context(), `{"a":"SECRET","b":"SECRET"}`, `{"a":"x","b":"x"}`)
	require.NoError(t, err)
	assert.Equal(t, `{"got":"one"}`, string(first.Fields[0].Details))
	assert.Equal(t, `{"got":"two"}`, string(first.Fields[1].Details))
}

// What is kept of an answer does not change with the bytes that it was given in.
func TestKeptTextIsACopy(t *testing.T) {
	for _, lenient := range []bool{false, true} {
		e, err := eval.Spec{Fields: []eval.Field{{Path: "a"}}, Lenient: lenient}.Compile()
		require.NoError(t, err)
		got := json.RawMessage("Here it is: {\"a\":1}")
		r, err := e.Evaluate(t.Context(), got, `{"a":1}`)
		require.NoError(t, err)
		copy(got, "SECRET SECRET SECRET")
		_, text, ok := r.Kept()
		assert.True(t, ok)
		assert.Equal(t, "Here it is: {\"a\":1}", text)
	}
}

// An Ahead that panics is one that has said nothing: the pairs are asked about one by one.
func TestAheadPanics(t *testing.T) {
	model := compare.Semantic{
		Name:       "m",
		Similarity: func(context.Context, string, string) (float64, error) { return 0.9, nil },
		Ahead:      func(context.Context, [][2]string) { panic("no connection") },
	}
	e, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: model}, {Path: "b", Match: model}}}.Compile()
	require.NoError(t, err)
	var r eval.Result
	for range 2 {
		require.NotPanics(t, func() {
			err = e.EvaluateInto(t.Context(), &r, `{"a":"car","b":"boat"}`, `{"a":"auto","b":"ship"}`, nil)
		})
		require.NoError(t, err)
		assert.Equal(t, []string{"a", "b"}, r.Hits)
	}
}

// A comparator may evaluate with the result that it is asked for, and panic behind that.
func TestEvaluateIntoWithinItself(t *testing.T) {
	var r eval.Result
	var inner *eval.Evaluator
	nested := compare.Func{Name: "nested", Judge: func(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
		if err := inner.EvaluateInto(ctx, &r, got, want, nil); err != nil {
			return compare.Comparison{}, err
		}
		if r.Verdict != eval.Pass {
			panic("not alike")
		}
		return compare.Comparison{Match: true, Score: 1}, nil
	}}
	outer, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: nested}, {Path: "b", Match: nested}, {Path: "c"}}}.Compile()
	require.NoError(t, err)
	inner, err = eval.Spec{Fields: []eval.Field{{Path: "x"}, {Path: "y"}}}.Compile()
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, outer.EvaluateInto(t.Context(), &r, `{"a":{"x":1,"y":2},"b":{"x":7,"y":8},"c":3}`, `{"a":{"x":1,"y":2},"b":{"x":1,"y":2},"c":3}`, nil))
		require.Len(t, r.Fields, 3)
		assert.Equal(t, []string{"a", "c"}, r.Hits)
		assert.Equal(t, metrics.Errored, r.Fields[1].Outcome)
		assert.Equal(t, "the comparator panicked: not alike", r.Fields[1].Note)
		assert.Equal(t, "3", string(r.Fields[2].Got))
	}
}
