package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// snapshot returns a result as text, which holds all that the result holds at this moment.
func snapshot(t *testing.T, r eval.Result) string {
	t.Helper()
	written, err := json.Marshal(r)
	require.NoError(t, err)
	_, kept, _ := r.Kept()
	return fmt.Sprintf("%s\n%s\n%s", written, r.Answer.RawText(), kept)
}

// A result does not change when the caller uses the bytes of answer and truth for something else.
func TestResultDoesNotShareTheCallersBytes(t *testing.T) {
	const truth = `{"n":"R-1","lines":[{"sku":"a","text":"Bolt \u00e9","amount":1},{"sku":"b","text":"Nut","amount":2}],"tags":["x","y"],"none":null}`
	for name, answer := range map[string]string{
		"right":      truth,
		"wrong":      `{"n":"R-2","lines":[{"sku":"a","text":"B\u006flt","amount":7},{"sku":"c"}],"tags":["x","z"],"none":3,"more":{"deep":[1]}}`,
		"lenient":    "Here it is: ```json\n{\"n\":\"R-1\"}\n```",
		"unreadable": `{"n":"R-1"`,
		"other kind": `["R-1"]`,
	} {
		for _, lenient := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " ", lenient), func(t *testing.T) {
				e, err := eval.Spec{Strict: true, Lenient: lenient, Fields: []eval.Field{
					{Path: "n", Match: compare.Exact{}},
					{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "text"}, {Path: "amount"}}}},
					{Path: "tags", Set: &eval.Set{}},
					{Path: "none"},
				}}.Compile()
				require.NoError(t, err)
				got, want := []byte(answer), json.RawMessage(truth)
				r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: got, Want: want, Text: "R-1 Bolt"})
				require.NoError(t, err)
				before := snapshot(t, r)
				copy(got, bytes.Repeat([]byte("#"), len(got)))
				copy(want, bytes.Repeat([]byte("#"), len(want)))
				assert.Equal(t, before, snapshot(t, r))
				assert.NotContains(t, before, "###")
			})
		}
	}
}

// A comparator may call another Evaluator, or panic, in many evaluations at the same time. Each result is the
// result of its evaluation alone.
func TestEvaluationsAreNestedAndConcurrent(t *testing.T) {
	inner, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Exact{}}, {Path: "b", Set: &eval.Set{}}}}.Compile()
	require.NoError(t, err)
	nested := compare.Func{Name: "nested", Judge: func(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
		r, err := inner.Evaluate(ctx, got, want)
		return compare.Comparison{Match: r.Verdict == eval.Pass, Score: r.Score, Note: r.Reasoning}, err
	}}
	panics := compare.Func{Name: "panics", Judge: func(_ context.Context, got, _ document.Value) (compare.Comparison, error) {
		if got.Text() == "bang" {
			panic("bang")
		}
		return compare.Binary(true), nil
	}}
	e, err := eval.Spec{Fields: []eval.Field{
		{Path: "id", Match: compare.Exact{}},
		{Path: "part", Match: nested},
		{Path: "odd", Match: panics},
		{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "part", Match: nested}, {Path: "odd", Match: panics}}}},
	}}.Compile()
	require.NoError(t, err)

	const documents = 24
	odd := func(i int) string {
		if i%3 == 0 {
			return "bang"
		}
		return "quiet"
	}
	answer := func(i int) string {
		part := fmt.Sprintf(`{"a":%d,"b":["x%d","y%d"]}`, i%2, i, i)
		return fmt.Sprintf(`{"id":"d%d","part":%s,"odd":%q,"lines":[{"sku":"s%d","part":%s,"odd":%q},{"sku":"t","part":%s,"odd":"quiet"}]}`, i, part, odd(i), i, part, odd(i+1), part)
	}
	truth := func(i int) string {
		part := fmt.Sprintf(`{"a":0,"b":["y%d","x%d"]}`, i, i)
		return fmt.Sprintf(`{"id":"d%d","part":%s,"odd":"quiet","lines":[{"sku":"t","part":%s,"odd":"quiet"},{"sku":"s%d","part":%s,"odd":"quiet"}]}`, i, part, part, i, part)
	}
	alone := make([]string, documents)
	for i := range alone {
		r, err := e.Evaluate(t.Context(), answer(i), truth(i))
		require.NoError(t, err)
		assert.Equal(t, i%2 == 0, r.Fields[1].Outcome == metrics.Match, "the inner evaluation of %d decides", i)
		assert.Equal(t, i%3 == 0, r.Fields[2].Outcome == metrics.Errored, "the comparator panics in %d", i)
		alone[i] = snapshot(t, r)
	}
	var all sync.WaitGroup
	results := make([][4]eval.Result, documents)
	for i := range results {
		for n := range results[i] {
			all.Go(func() {
				var err error
				results[i][n], err = e.Evaluate(t.Context(), answer(i), truth(i))
				assert.NoError(t, err)
			})
		}
	}
	all.Wait()
	for i := range results {
		for n := range results[i] {
			assert.Equal(t, alone[i], snapshot(t, results[i][n]))
		}
	}
}
