package eval_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func evaluated(t *testing.T, spec eval.Spec, got, want string) eval.Result {
	t.Helper()
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(context.Background(), got, want)
	require.NoError(t, err)
	return r
}

// An optional list that got lacks is no miss, nor is any list within its items. Its values are counted all the same.
func TestNestedListsOfAnOptionalList(t *testing.T) {
	orders := func(outer, inner bool) eval.Spec {
		return eval.Spec{Fields: []eval.Field{
			{Path: "number", Match: compare.Exact{}},
			{Path: "orders", Optional: outer, List: &eval.List{By: []string{"id"}, Fields: []eval.Field{
				{Path: "id", Match: compare.Exact{}},
				{Path: "lines", Optional: inner, List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{
					{Path: "sku", Match: compare.Exact{}}, {Path: "amount", Match: compare.Numeric{}},
				}}},
			}}},
		}}
	}
	const want = `{"number": "A", "orders": [{"id": 1, "lines": [{"sku": "x", "amount": 1}, {"sku": "y", "amount": 2}]}]}`
	for _, tt := range []struct {
		name         string
		outer, inner bool
		got          string
		score        float64
		verdict      eval.Verdict
		reasoning    string
		misses       []string
		missing      int // of lines[].amount
		weight       float64
	}{
		{"the outer list is lacking, and optional", true, false, `{"number": "A"}`, 1, eval.Pass, "1/1 fields matched", nil, 2, 0},
		{"it is there, and empty", true, false, `{"number": "A", "orders": []}`, 1, eval.Pass, "1/1 fields matched", nil, 2, 0},
		{"the outer list is lacking, the inner one optional", false, true, `{"number": "A"}`, 0.5, eval.Partial, "1/2 fields matched", []string{"orders[0]"}, 2, 0},
		{"the inner list is lacking, and optional", false, true, `{"number": "A", "orders": [{"id": 1}]}`, 1, eval.Pass, "2/2 fields matched", nil, 2, 0},
		{"the inner list is lacking", false, false, `{"number": "A", "orders": [{"id": 1}]}`, (1 + 1.0/5) / 2, eval.Partial, "1/2 fields matched",
			[]string{"orders[0].lines[0]", "orders[0].lines[1]"}, 2, 0.2},
		{"the inner list is there in part, and optional", false, true, `{"number": "A", "orders": [{"id": 1, "lines": [{"sku": "x", "amount": 1}]}]}`, (1 + 3.0/5) / 2, eval.Partial, "1/2 fields matched",
			[]string{"orders[0].lines[1]"}, 1, 0.2},
		{"the inner list is there in part, the outer one optional", true, false, `{"number": "A", "orders": [{"id": 1, "lines": [{"sku": "x", "amount": 1}]}]}`, (1 + 3.0/5) / 2, eval.Partial, "1/2 fields matched",
			[]string{"orders[0].lines[1]"}, 1, 0.2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluated(t, orders(tt.outer, tt.inner), tt.got, want)
			var misses []string
			for _, m := range r.Misses {
				misses = append(misses, m.Path)
			}
			assert.InDelta(t, tt.score, r.Score, 1e-9)
			assert.Equal(t, tt.verdict, r.Verdict)
			assert.Equal(t, tt.misses, misses)
			assert.Equal(t, tt.reasoning, r.Reasoning)
			hits := []string{"number"}
			if tt.reasoning == "2/2 fields matched" {
				hits = append(hits, "orders")
			}
			assert.Equal(t, hits, r.Hits)
			counts, _ := r.Table.Counts("orders[].lines[].amount")
			assert.Equal(t, tt.missing, counts.Missing)
			for _, f := range r.Fields {
				if f.Attribute == "orders[].lines[].amount" && f.Outcome == metrics.Missing {
					assert.InDelta(t, tt.weight, f.Weight, 1e-9, f.Path)
				}
			}
		})
	}
}

// Elements that a comparator could not judge are unknown, each once: not missing, and not invented. Others are.
func TestPairsOfASetThatAreNotJudged(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "tags", Set: &eval.Set{Match: compare.Func{
		Name: "judge",
		Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
			if strings.HasPrefix(got.Text(), "x") {
				return compare.Comparison{}, errors.New("timeout")
			}
			return compare.Binary(got.Text() == want.Text()), nil
		},
	}}}}}
	for _, tt := range []struct {
		name, got, want string
		counts          metrics.Counts
	}{
		{"one of each", `["x1"]`, `["a"]`, metrics.Counts{Errored: 1}},
		{"one for two truths", `["x1"]`, `["a", "b"]`, metrics.Counts{Errored: 1, Missing: 1}},
		{"two for one truth", `["x1", "x2"]`, `["a"]`, metrics.Counts{Errored: 1, Invented: 1}},
		{"two of each", `["x1", "x2"]`, `["a", "b"]`, metrics.Counts{Errored: 2}},
		{"a match is not given up", `["x1", "a"]`, `["a", "b"]`, metrics.Counts{Match: 1, Errored: 1}},
		{"a truth that has its match", `["x1", "a"]`, `["a"]`, metrics.Counts{Match: 1, Invented: 1}},
		{"others are missing and invented", `["x1", "c"]`, `["a", "b"]`, metrics.Counts{Errored: 1, Missing: 1, Invented: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluated(t, spec, `{"tags": `+tt.got+`}`, `{"tags": `+tt.want+`}`)
			counts, ok := r.Table.Counts("tags[]")
			assert.True(t, ok)
			assert.Equal(t, tt.counts, counts)
		})
	}
}

// A remark that fits many items stands in the result once; one that differs, for each.
func TestAWarningIsGivenOnce(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "orders", List: &eval.List{By: []string{"id"}, Fields: []eval.Field{
			{Path: "id", Match: compare.Exact{}},
			{Path: "note", Match: compare.Exact{}},
			{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}}}},
		}}},
		{Path: "paid", Match: compare.Exact{}},
	}}
	const want = `{"orders": [{"id": 1, "lines": [{"sku": "a"}]}, {"id": 2, "lines": [{"sku": "b"}]}, {"id": 3, "lines": [{"sku": "c"}]}]}`
	const got = `{"orders": [{"id": 1, "note": 0, "lines": ["a"]}, {"id": 2, "note": 0, "lines": ["b"]}, {"id": 3, "note": 0, "lines": ["c"]}], "paid": false}`
	r := evaluated(t, spec, got, want)
	seen := map[string]int{}
	for _, w := range r.Warnings {
		seen[w]++
	}
	assert.Equal(t, 1, seen[`field "orders[].lines": the truth has objects where got has texts or numbers, so no items can match`], r.Warnings)
	zeros := 0
	for w, times := range seen {
		assert.Equal(t, 1, times, w)
		if strings.Contains(w, "where the truth is empty counts as hallucinated") {
			zeros++
		}
	}
	assert.Equal(t, 2, zeros, "of note and of paid")
}
