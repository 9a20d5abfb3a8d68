package eval_test

import (
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

// Details that a comparator writes into a buffer of its own, over and over, stay with their leaf.
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

// A leaf says nothing that was about a leaf before it which is counted and not listed.
func TestLeavesAfterOnesThatAreNotListed(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "x"}}}}, {Path: "a"}, {Path: "b", Match: compare.Numeric{}},
	}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"a":"A","b":1,"lines":[`+strings.Repeat(`{"x":1},`, 1001)+`{"x":1}]}`, `{"a":"A","b":1,"lines":[]}`)
	require.NoError(t, err)
	assert.Equal(t, 1002, r.Table.Attributes[0].Counts.Invented)
	require.Len(t, r.Fields, 1002)
	for i, path := range []string{"a", "b"} {
		value := json.RawMessage([]string{`"A"`, `1`}[i])
		assert.Equal(t, eval.FieldResult{Path: path, Attribute: path, Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1, Got: value, Want: value}, r.Fields[1000+i])
	}
}

// The kept text of an answer does not change with the bytes that it was given in.
func TestKeptTextIsACopy(t *testing.T) {
	for _, lenient := range []bool{false, true} {
		e, err := eval.Spec{Fields: []eval.Field{{Path: "a"}}, Lenient: lenient}.Compile()
		require.NoError(t, err)
		got := json.RawMessage("Here it is: {\"a\":1}")
		r, err := e.Evaluate(t.Context(), got, `{"a":1}`)
		require.NoError(t, err)
		copy(got, "SECRET SECRET SECRET")
		_, text, _ := r.Kept()
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
	require.NotPanics(t, func() { r, err = e.Evaluate(t.Context(), `{"a":"car","b":"boat"}`, `{"a":"auto","b":"ship"}`) })
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, r.Hits)
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
	spec := eval.Spec{Strict: true, Fields: []eval.Field{
		{Path: "lines", List: &eval.List{By: []string{"text", "n"}, Fields: []eval.Field{{Path: "text", Match: slow}, {Path: "n", Match: slow}}}},
		{Path: "tags", Set: &eval.Set{Match: slow}}, {Path: "n", Match: slow},
	}}
	e, err := spec.Compile()
	require.NoError(t, err)
	other, err := spec.Compile() // which nothing interrupts
	require.NoError(t, err)
	ended := 0
	for range 300 {
		got := fmt.Sprintf(`{"lines":%s,"tags":["a%d","b","c"],"n":1,"more":{"of":%d}}`, items(r.IntN(9)), r.IntN(4), r.IntN(9))
		want := fmt.Sprintf(`{"lines":%s,"tags":["a1","c","d"],"n":%d}`, items(r.IntN(9)), r.IntN(2))
		var ctx context.Context
		ctx, cancel = context.WithCancel(t.Context())
		left = r.IntN(60)
		if _, err := e.Evaluate(ctx, got, want); err == nil && ctx.Err() != nil {
			ended++
		}
		cancel()
		left = 0
		refused, err := e.Evaluate(t.Context(), got, `{"lines":7}`)
		require.Error(t, err, "a truth that is not one")
		require.Empty(t, refused)
		fresh, err := other.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		again, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		require.Equal(t, fresh, again)
	}
	require.Greater(t, ended, 50)
}
