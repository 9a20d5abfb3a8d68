package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
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

// A context that ends in the midst of one evaluation, at whatever question, leaves nothing in the
// next one.
func TestContextThatEndsInTheMidst(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	items := func(n int) string {
		var all []string
		for range n {
			all = append(all, fmt.Sprintf(`{"text":"t%d","n":%d}`, r.IntN(20), r.IntN(9)))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	var cancel context.CancelFunc
	left := 0
	slow := compare.Func{Name: "slow", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		if left--; left == 0 {
			cancel()
		}
		return compare.Binary(got.Text() == want.Text()), nil
	}}
	e, err := eval.Spec{Strict: true, Fields: []eval.Field{
		{Path: "lines", List: &eval.List{By: []string{"text", "n"}, Fields: []eval.Field{{Path: "text", Match: slow}, {Path: "n", Match: slow}}}},
		{Path: "tags", Set: &eval.Set{Match: slow}}, {Path: "n", Match: slow},
	}}.Compile()
	require.NoError(t, err)
	var again eval.Result
	ended := 0
	for range 300 {
		got := fmt.Sprintf(`{"lines":%s,"tags":["a%d","b","c"],"n":1,"more":{"of":%d}}`, items(r.IntN(9)), r.IntN(4), r.IntN(9))
		want := fmt.Sprintf(`{"lines":%s,"tags":["a1","c","d"],"n":%d}`, items(r.IntN(9)), r.IntN(2))
		var ctx context.Context
		ctx, cancel = context.WithCancel(t.Context())
		left = r.IntN(60)
		if err := e.EvaluateInto(ctx, &again, got, want, nil); err == nil && ctx.Err() != nil {
			ended++
		}
		cancel()
		left = 0
		if r.IntN(5) == 0 {
			require.Error(t, e.EvaluateInto(t.Context(), &again, got, `{"lines":7}`, nil), "a truth that is not one")
			require.Empty(t, again)
		}
		fresh, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		require.NoError(t, e.EvaluateInto(t.Context(), &again, got, want, nil))
		require.Equal(t, textOf(t, fresh), textOf(t, again))
	}
	require.Greater(t, ended, 50)
}

// A result whose memory was that of others before, of other specs and other sizes, in any
// order, says what a new one says; and what was taken out of it stays what it was.
func TestEvaluateIntoInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 77))
	matches := []compare.Comparator{nil, compare.Exact{}, compare.Numeric{Tolerance: 0.5}, compare.Date{}, compare.Fuzzy{}, compare.Ignore{}}
	texts := []string{`"2024-03-01"`, `"2024-02-30"`, `"03/04/2024"`, `1889.00`, `1889`, `"INV-1"`, `"inv-1"`, `null`, `""`, `true`, `["a","b"]`, `[{"x":1}]`, `{"x":1}`, `"\u00e9t\u00e9 et plus"`, `1e99999`}
	var evaluators []*eval.Evaluator
	for n := range 26 {
		spec := eval.Spec{Strict: n%3 == 0, Fields: make([]eval.Field, n)}
		for i := range spec.Fields {
			spec.Fields[i] = eval.Field{Path: fmt.Sprintf("f%d", i), Match: matches[r.IntN(len(matches))], Optional: r.IntN(5) == 0, Unscored: r.IntN(5) == 0}
		}
		e, err := spec.Compile()
		require.NoError(t, err)
		evaluators = append(evaluators, e)
	}
	document := func() json.RawMessage {
		var members []string
		for i := range r.IntN(28) {
			members = append(members, fmt.Sprintf(`"f%d":%s`, i, texts[r.IntN(len(texts))]))
		}
		return json.RawMessage("{" + strings.Join(members, ",") + "}")
	}
	type taken struct {
		text string
		raw  json.RawMessage
	}
	var again eval.Result
	var kept, copies []taken
	keep := func(text string, raw json.RawMessage) {
		kept = append(kept, taken{text, raw})
		copies = append(copies, taken{strings.Clone(text), bytes.Clone(raw)})
	}
	for range 4000 {
		e := evaluators[r.IntN(len(evaluators))]
		want := document()
		got := want
		if r.IntN(3) > 0 {
			got = document()
		}
		if r.IntN(20) == 0 {
			got = json.RawMessage(`[`)
		}
		fresh, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		require.NoError(t, e.EvaluateInto(t.Context(), &again, got, want, nil))
		require.Equal(t, textOf(t, fresh), textOf(t, again))
		keep(again.Answer.Text(), again.Answer.Raw())
		keep(again.Reasoning, nil)
		for _, f := range again.Fields {
			keep(f.Path, f.Got)
			keep(f.Note, f.Want)
		}
		copy(got, bytes.Repeat([]byte("7"), len(got))) // whoever gave it may use it again, too
	}
	assert.Equal(t, copies, kept)
}

// textOf returns all that a result says.
func textOf(t *testing.T, r eval.Result) string {
	t.Helper()
	if len(r.Misses) == 0 {
		r.Misses = nil // be it empty or nil
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return string(text)
}
