package eval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// tester is a *testing.T or a *rapid.T.
type tester interface {
	require.TestingT
	Helper()
}

func evaluate(tb tester, spec eval.Spec, got, want any) eval.Result {
	tb.Helper()
	e, err := spec.Compile()
	require.NoError(tb, err)
	r, err := e.Evaluate(context.Background(), got, want)
	require.NoError(tb, err)
	return r
}

func fields(f ...eval.Field) eval.Spec { return eval.Spec{Fields: f} }

func TestFieldAccuracy(t *testing.T) {
	three := []eval.Field{{Path: "a", Weight: 1}, {Path: "b", Weight: 0.5}, {Path: "c", Weight: 0.8}}
	four := []eval.Field{{Path: "a"}, {Path: "b"}, {Path: "c"}, {Path: "d"}}
	for _, tt := range []struct {
		name      string
		spec      eval.Spec
		got, want any
		score     float64
		verdict   eval.Verdict
		hits      []string
		misses    []string
		reasoning string
		note      string // of the first field
		warnings  []string
	}{{
		name: "exact hit", spec: fields(eval.Field{Path: "invoice.number"}),
		got: `{"invoice":{"number":"INV-1"}}`, want: `{"invoice":{"number":"INV-1"}}`,
		score: 1, verdict: eval.Pass, hits: []string{"invoice.number"}, reasoning: "1/1 fields matched",
	}, {
		name: "exact miss", spec: fields(eval.Field{Path: "invoice.number"}),
		got: `{"invoice":{"number":"INV-2"}}`, want: `{"invoice":{"number":"INV-1"}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice.number"}, reasoning: "0/1 fields matched",
	}, {
		name: "missing required field", spec: fields(eval.Field{Path: "invoice.number"}),
		got: `{"invoice":{}}`, want: `{"invoice":{"number":"INV-1"}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice.number (required, missing)"}, reasoning: "0/1 fields matched",
		note: "got has no such value",
	}, {
		name: "absolute tolerance", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 0.05}}),
		got: `{"total":100.02}`, want: `{"total":100.00}`,
		score: 1, verdict: eval.Pass, hits: []string{"total"}, reasoning: "1/1 fields matched",
	}, {
		name: "relative tolerance", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 0.02, Relative: true}}),
		got: `{"total":101}`, want: `{"total":100}`,
		score: 1, verdict: eval.Pass, hits: []string{"total"}, reasoning: "1/1 fields matched",
	}, {
		name: "outside tolerance", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 1}}),
		got: `{"total":105}`, want: `{"total":100}`,
		score: 0, verdict: eval.Fail, misses: []string{"total (outside tolerance)"}, reasoning: "0/1 fields matched",
		note: "off by 5, allowed 1",
	}, {
		name: "tolerance exactly met", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 0.01}}),
		got: `{"total":1.01}`, want: `{"total":1.00}`,
		score: 1, verdict: eval.Pass, hits: []string{"total"}, reasoning: "1/1 fields matched",
	}, {
		name: "relative tolerance where want is 0 is absolute", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 0.02, Relative: true}}),
		got: `{"total":0.01}`, want: `{"total":0}`,
		score: 1, verdict: eval.Pass, hits: []string{"total"}, reasoning: "1/1 fields matched",
	}, {
		name: "fuzzy, other case", spec: fields(eval.Field{Path: "vendor", Match: compare.Fuzzy{Threshold: 0.8}}),
		got: `{"vendor":"ACME CORP"}`, want: `{"vendor":"Acme Corp"}`,
		score: 1, verdict: eval.Pass, hits: []string{"vendor"}, reasoning: "1/1 fields matched",
	}, {
		// 14 matching characters of 14 and 21 from the start on, no transposition:
		// Jaro (1 + 14/21 + 1)/3 = 8/9, Winkler 8/9 + 4·0.1·(1 - 8/9) = 14/15.
		name: "fuzzy, similarity is the score", spec: fields(eval.Field{Path: "vendor", Match: compare.Fuzzy{Threshold: 0.85, Algorithm: "jaro_winkler"}}),
		got: `{"vendor":"Microsoft Corp"}`, want: `{"vendor":"Microsoft Corporation"}`,
		score: 14.0 / 15, verdict: eval.Pass, hits: []string{"vendor"}, reasoning: "1/1 fields matched",
	}, {
		name: "fuzzy miss", spec: fields(eval.Field{Path: "vendor", Match: compare.Fuzzy{Threshold: 0.8}}),
		got: `{"vendor":"XYZ Inc"}`, want: `{"vendor":"Acme Corp"}`,
		score: 0, verdict: eval.Fail, misses: []string{"vendor"}, reasoning: "0/1 fields matched",
	}, {
		name: "path with an index", spec: fields(eval.Field{Path: "invoice.line_items[0].amount"}),
		got: `{"invoice":{"line_items":[{"amount":10},{"amount":9}]}}`, want: `{"invoice":{"line_items":[{"amount":10}]}}`,
		score: 1, verdict: eval.Pass, hits: []string{"invoice.line_items[0].amount"}, reasoning: "1/1 fields matched",
	}, {
		name: "path that the document does not have", spec: fields(eval.Field{Path: "invoice.vendor.name"}),
		got: `{"invoice":{"total":1}}`, want: `{"invoice":{"vendor":{"name":"Acme"}}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice.vendor.name (required, missing)"}, reasoning: "0/1 fields matched",
		note: "got has no such value",
	}, {
		name: "invalid path", spec: eval.Spec{LenientPaths: true, Fields: []eval.Field{{Path: "invoice..total"}}},
		got: `{"invoice":{"total":1}}`, want: `{"invoice":{"total":1}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice..total (required, missing)"}, reasoning: "0/1 fields matched",
		note: `invalid path at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key`,
		warnings: []string{
			`field "invoice..total": invalid path at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key; it is taken as missing`,
			`the truth has "invoice", which no field of the spec compares`,
		},
	}, {
		name: "weights", spec: eval.Spec{Fields: three},
		got: `{"a":1,"b":0,"c":3}`, want: `{"a":1,"b":2,"c":3}`,
		score: 1.8 / 2.3, verdict: eval.Partial, hits: []string{"a", "c"}, misses: []string{"b"}, reasoning: "2/3 fields matched",
	}, {
		name: "all or nothing: all", spec: eval.Spec{Fields: three, Aggregation: eval.AllOrNothing},
		got: `{"a":1,"b":2,"c":3}`, want: `{"a":1,"b":2,"c":3}`,
		score: 1, verdict: eval.Pass, hits: []string{"a", "b", "c"}, reasoning: "3/3 fields matched",
	}, {
		name: "all or nothing: nothing", spec: eval.Spec{Fields: three, Aggregation: eval.AllOrNothing},
		got: `{"a":1,"b":0,"c":3}`, want: `{"a":1,"b":2,"c":3}`,
		score: 0, verdict: eval.Fail, hits: []string{"a", "c"}, misses: []string{"b"}, reasoning: "2/3 fields matched",
	}, {
		name: "three of four", spec: eval.Spec{Fields: four},
		got: `{"a":1,"b":2,"c":3,"d":0}`, want: `{"a":1,"b":2,"c":3,"d":4}`,
		score: 0.75, verdict: eval.Partial, hits: []string{"a", "b", "c"}, misses: []string{"d"}, reasoning: "3/4 fields matched",
	}, {
		name: "null", spec: fields(eval.Field{Path: "invoice.total", Match: compare.Numeric{}}),
		got: `{"invoice":{"total":null}}`, want: `{"invoice":{"total":100}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice.total (null value)"}, reasoning: "0/1 fields matched",
		note: "got is null",
	}, {
		name: "blank", spec: fields(eval.Field{Path: "number"}),
		got: `{"number":" \t"}`, want: `{"number":"1"}`,
		score: 0, verdict: eval.Fail, misses: []string{"number (blank value)"}, reasoning: "0/1 fields matched",
		note: "got is blank",
	}, {
		name: "text for a number", spec: fields(eval.Field{Path: "invoice.total", Match: compare.Exact{}}),
		got: `{"invoice":{"total":"100"}}`, want: `{"invoice":{"total":100}}`,
		score: 0, verdict: eval.Fail, misses: []string{"invoice.total (type mismatch)"}, reasoning: "0/1 fields matched",
		note: "got string, want number",
	}, {
		name: "no number", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{}}),
		got: `{"total":"12abc"}`, want: `{"total":12}`,
		score: 0, verdict: eval.Fail, misses: []string{"total (not a number)"}, reasoning: "0/1 fields matched",
	}, {
		name: "a truth that is not a date", spec: fields(eval.Field{Path: "date", Match: compare.Date{}}),
		got: `{"date":"2024-03-01"}`, want: `{"date":"2024-02-30"}`,
		score: 0, verdict: eval.Fail, misses: []string{"date (not a date)"}, reasoning: "0/1 fields matched",
		note: `the truth "2024-02-30" is not a date: February 2024 has 29 days`,
	}, {
		name: "no date", spec: fields(eval.Field{Path: "date", Match: compare.Date{}}),
		got: `{"date":"2024-02-30"}`, want: `{"date":"2024-03-01"}`,
		score: 0, verdict: eval.Fail, misses: []string{"date (not a date)"}, reasoning: "0/1 fields matched",
	}, {
		name: "not a number", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 1}}),
		got: map[string]any{"total": math.NaN()}, want: `{"total":12}`,
		score: 0, verdict: eval.Fail, misses: []string{"total (not a number)"}, reasoning: "0/1 fields matched",
		note: `got "NaN" is NaN: NaN never matches`,
	}, {
		name: "infinite", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 1}}),
		got: map[string]any{"total": math.Inf(-1)}, want: `{"total":12}`,
		score: 0, verdict: eval.Fail, misses: []string{"total (not a number)"}, reasoning: "0/1 fields matched",
		note: `got "-Inf" is infinite: an infinite number never matches`,
	}, {
		name: "infinite on both sides", spec: fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 1}}),
		got: map[string]any{"total": math.Inf(1)}, want: map[string]any{"total": math.Inf(1)},
		score: 0, verdict: eval.Fail, misses: []string{"total (not a number)"}, reasoning: "0/1 fields matched",
		note: `the truth "+Inf" is infinite: an infinite number never matches`,
	}, {
		name: "unexpected", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b"}),
		got: `{"a":1,"b":2}`, want: `{"a":1,"b":null}`,
		score: 0.5, verdict: eval.Partial, hits: []string{"a"}, misses: []string{"b (unexpected value)"}, reasoning: "1/2 fields matched",
	}, {
		name: "optional and missing changes nothing", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b", Optional: true, Weight: 9}),
		got: `{"a":1}`, want: `{"a":1,"b":2}`,
		score: 1, verdict: eval.Pass, hits: []string{"a"}, reasoning: "1/1 fields matched",
	}, {
		name: "optional and wrong is a miss", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b", Optional: true}),
		got: `{"a":1,"b":3}`, want: `{"a":1,"b":2}`,
		score: 0.5, verdict: eval.Partial, hits: []string{"a"}, misses: []string{"b"}, reasoning: "1/2 fields matched",
	}, {
		name: "unscored", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b", Unscored: true}),
		got: `{"a":1,"b":3}`, want: `{"a":1,"b":2}`,
		score: 1, verdict: eval.Pass, hits: []string{"a"}, reasoning: "1/1 fields matched",
	}, {
		name: "nothing scored", spec: fields(eval.Field{Path: "b", Unscored: true}),
		got: `{"b":2}`, want: `{"b":2}`,
		score: 0, verdict: eval.Fail, reasoning: "no field was scored",
	}, {
		name: "ignored", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b", Match: compare.Ignore{}}),
		got: `{"a":1,"b":3}`, want: `{"a":1,"b":2}`,
		score: 1, verdict: eval.Pass, hits: []string{"a"}, reasoning: "1/1 fields matched",
	}, {
		name: "threshold reached within rounding", spec: eval.Spec{Threshold: 0.8, Fields: []eval.Field{{Path: "a"}, {Path: "b", Match: similarity(0.7)}, {Path: "c", Match: similarity(0.7)}}},
		got: `{"a":1,"b":2,"c":3}`, want: `{"a":1,"b":2,"c":3}`, // (1+.7+.7)/3 is 0.7999999999999999
		score: 0.8, verdict: eval.Pass, hits: []string{"a", "b", "c"}, reasoning: "3/3 fields matched",
	}, {
		name: "threshold missed", spec: eval.Spec{Threshold: 0.8, Fields: four},
		got: `{"a":1,"b":2,"c":3,"d":0}`, want: `{"a":1,"b":2,"c":3,"d":4}`,
		score: 0.75, verdict: eval.Fail, hits: []string{"a", "b", "c"}, misses: []string{"d"}, reasoning: "3/4 fields matched",
	}, {
		name: "the truth keeps it elsewhere", spec: fields(eval.Field{Path: "total", WantPath: "gold.sum"}),
		got: `{"total":5}`, want: `{"gold":{"sum":5}}`,
		score: 1, verdict: eval.Pass, hits: []string{"total"}, reasoning: "1/1 fields matched",
	}, {
		name: "duplicate keys: the last one", spec: fields(eval.Field{Path: "v.a"}, eval.Field{Path: "v.b"}),
		got: `{"v":{"a":1,"b":2},"v":{"b":3}}`, want: `{"v":{"a":1,"a":null,"b":3}}`,
		score: 1, verdict: eval.Pass, hits: []string{"v.a", "v.b"}, reasoning: "2/2 fields matched",
	}, {
		name: "zero is a value", spec: fields(eval.Field{Path: "a"}),
		got: `{"a":0}`, want: `{"a":null}`,
		score: 0, verdict: eval.Fail, misses: []string{"a (unexpected value)"}, reasoning: "0/1 fields matched", note: "the truth is null",
		warnings: []string{`field "a": got 0 where the truth is empty counts as hallucinated; if it means that nothing was found, set zero_is_empty: true for the field (in Go ZeroIsEmpty, or omitzero in the json tag)`},
	}, {
		name: "zero is empty", spec: fields(eval.Field{Path: "a", ZeroIsEmpty: true}, eval.Field{Path: "b", ZeroIsEmpty: true}, eval.Field{Path: "c", ZeroIsEmpty: true}, eval.Field{Path: "d", ZeroIsEmpty: true}),
		got: `{"a":0,"b":false,"c":-0.0e5,"d":0}`, want: `{"a":null,"d":0,"c":7}`,
		score: 0.75, verdict: eval.Partial, hits: []string{"a", "b", "d"}, misses: []string{"c (zero value)"}, reasoning: "3/4 fields matched",
	}, {
		name: "zero is empty, and so is a blank truth", spec: fields(eval.Field{Path: "a", ZeroIsEmpty: true}, eval.Field{Path: "b", ZeroIsEmpty: true}),
		got: `{"a":0,"b":false}`, want: `{"a":"","b":" "}`,
		score: 1, verdict: eval.Pass, hits: []string{"a", "b"}, reasoning: "2/2 fields matched",
	}, {
		name: "the answer is not read", spec: fields(eval.Field{Path: "a"}, eval.Field{Path: "b"}),
		got: `I am sorry`, want: `{"a":1}`,
		score: 0, verdict: eval.Fail, misses: []string{"a (unreadable answer)", "b (unreadable answer)", "(document) (unreadable answer)"},
		reasoning: "0/3 fields matched; got could not be read: document: invalid JSON at offset 1: invalid character 'I' looking for beginning of value",
		warnings:  []string{"got could not be read: document: invalid JSON at offset 1: invalid character 'I' looking for beginning of value"},
	}, {
		name: "the answer would be read leniently", spec: fields(eval.Field{Path: "a"}),
		got: "```json\n{\"a\":1}\n```", want: `{"a":1}`,
		score: 0, verdict: eval.Fail, misses: []string{"a (unreadable answer)", "(document) (unreadable answer)"},
		note:      "there is text around the JSON; lenient: true in the spec, a line by itself, lets it pass (in Go Lenient): document: invalid JSON at offset 1: invalid character '`' looking for beginning of value",
		reasoning: "0/2 fields matched; got could not be read: there is text around the JSON; lenient: true in the spec, a line by itself, lets it pass (in Go Lenient): document: invalid JSON at offset 1: invalid character '`' looking for beginning of value",
		warnings:  []string{"got could not be read: there is text around the JSON; lenient: true in the spec, a line by itself, lets it pass (in Go Lenient): document: invalid JSON at offset 1: invalid character '`' looking for beginning of value"},
	}, {
		name: "an answer of fences and prose", spec: eval.Spec{Lenient: true, Fields: []eval.Field{{Path: "a"}}},
		got: "Here it is:\n```json\n{\"a\":1}\n```\n", want: `{"a":1}`,
		score: 1, verdict: eval.Pass, hits: []string{"a"}, reasoning: "1/1 fields matched",
	}, {
		name: "no answer at all", spec: fields(eval.Field{Path: "a"}),
		got: document.Value{}, want: `{"a":1}`,
		score: 0, verdict: eval.Fail, misses: []string{"a (required, missing)"}, reasoning: "0/1 fields matched",
	}} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, tt.spec, tt.got, tt.want)
			assert.InDelta(t, tt.score, r.Score, 1e-12)
			assert.Equal(t, tt.verdict, r.Verdict)
			assert.Equal(t, tt.reasoning, r.Reasoning)
			assert.ElementsMatch(t, tt.hits, r.Hits)
			assert.ElementsMatch(t, tt.misses, missTexts(r))
			if tt.note != "" {
				assert.Equal(t, tt.note, r.Fields[0].Note)
			}
			if tt.warnings != nil {
				assert.Equal(t, tt.warnings, r.Warnings)
			}
		})
	}
}

// similarity is a comparator that always finds the same similarity and matches.
func similarity(s float64) compare.Func {
	return compare.Func{Name: "constant", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
		return compare.Comparison{Match: true, Score: s, Similarity: s}, nil
	}}
}

func TestErroredLeaves(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	judge := func(c compare.Comparison, err error) compare.Func {
		return compare.Func{Name: "judge", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) { return c, err }}
	}
	for _, tt := range []struct {
		name  string
		match compare.Comparator
		note  string
	}{
		{"error", judge(compare.Comparison{}, errors.New("the judge timed out")), "the judge timed out"},
		{"panic", compare.Func{Name: "p", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
			panic("no such model")
		}},
			"the comparator panicked: no such model"},
		{"score that is not a number", judge(compare.Comparison{Match: true, Score: math.NaN()}, nil), "the comparator gave the score NaN, which is not in [0,1]"},
		{"similarity out of range", judge(compare.Comparison{Match: true, Score: 1, Similarity: 1.5}, nil), "the comparator gave the similarity 1.5, which is not in [0,1]"},
		{"cancelled", compare.Func{Name: "c", Judge: func(ctx context.Context, _, _ document.Value) (compare.Comparison, error) {
			return compare.Comparison{}, ctx.Err()
		}}, "context canceled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := fields(eval.Field{Path: "a", Match: tt.match}, eval.Field{Path: "b"}).Compile()
			require.NoError(t, err)
			r, err := e.Evaluate(cancelled, `{"a":1,"b":1}`, `{"a":2,"b":1}`)
			require.NoError(t, err)
			assert.Equal(t, metrics.Counts{Match: 1, Errored: 1}, r.Table.Total())
			assert.Equal(t, tt.note, r.Fields[0].Note)
			assert.Equal(t, []string{"a (errored)"}, missTexts(r))
			assert.Equal(t, 0.5, r.Score)
		})
	}
}

func TestUnlabelled(t *testing.T) {
	spec := eval.Spec{Unlabelled: eval.UnlabelledSkip, Fields: []eval.Field{{Path: "a"}, {Path: "b"}, {Path: "lines", List: &eval.List{
		By: []string{"d"}, Fields: []eval.Field{{Path: "d"}, {Path: "q"}, {Path: "r"}}}}}}
	r := evaluate(t, spec, `{"a":1,"b":2}`, `{"a":null}`)
	assert.Equal(t, metrics.Counts{Hallucinated: 1}, r.Table.Total(), "the truth says that there is no a, and nothing of b and the lines")
	r = evaluate(t, spec, `{"a":1,"lines":[{"d":"x","q":1,"r":1},{"d":"y","q":1,"r":1}]}`, `{"a":1,"lines":[{"d":"x"},{"d":"z","q":3}]}`)
	var lines []string
	for _, row := range r.Table.Attributes {
		lines = append(lines, fmt.Sprint(row.Attribute, " ", row.Counts.Match, row.Counts.Missing, row.Counts.Hallucinated, row.Counts.Invented))
	}
	assert.Equal(t, []string{"a 1 0 0 0", "b 0 0 0 0", "lines[] 1 1 0 1", "lines[].d 1 1 0 1", "lines[].q 0 1 0 1", "lines[].r 0 0 0 0"}, lines)
}

func TestHostileAnswers(t *testing.T) {
	spec := fields(eval.Field{Path: "a", Match: compare.Numeric{}}, eval.Field{Path: "tags", Set: &eval.Set{}})
	for _, tt := range []struct{ name, got string }{
		{"truncated", `{"a":`},
		{"deep", strings.Repeat("[", 100_000)},
		{"deep and closed", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)},
		{"nothing", ``},
		{"prose", strings.Repeat("lorem ipsum ", 100_000)},
		{"invalid UTF-8", "{\"b\":\"\xff\"}"},
		{"an array", `[1,2]`},
		{"a scalar", `7`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, spec, tt.got, `{"a":1,"tags":["x"]}`)
			assert.Equal(t, metrics.Counts{Missing: 2}, withoutInvented(r).Total())
			assert.Equal(t, eval.Fail, r.Verdict)
			assert.Zero(t, r.Score)
		})
	}
	r := evaluate(t, spec, `{"a":`+strings.Repeat("9", 10_000)+`}`, `{"a":1,"tags":[]}`)
	assert.Equal(t, metrics.Counts{Wrong: 1}, mustCounts(t, r, "a"))
	r = evaluate(t, spec, make(chan int), `{"a":1,"tags":[]}`)
	assert.Contains(t, r.Unreadable, "chan int")
}

func withoutInvented(r eval.Result) metrics.Table {
	var t metrics.Table
	for _, row := range r.Table.Attributes {
		if row.Attribute != metrics.InventedAttribute {
			t.Merge(metrics.NewTable(row))
		}
	}
	return t
}

func mustCounts(tb tester, r eval.Result, attribute string) metrics.Counts {
	tb.Helper()
	c, ok := r.Table.Counts(attribute)
	require.True(tb, ok, "no attribute %q", attribute)
	return c
}

func TestErrorsAreTheAuthors(t *testing.T) {
	lines := fields(eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}, {Path: "sub", List: &eval.List{Fields: []eval.Field{{Path: "b"}}}}}}})
	for _, tt := range []struct {
		name string
		spec eval.Spec
		want any
		err  string
	}{
		{"no truth", lines, nil, `eval: want is nil; give json.RawMessage("null") for a truth without any value`},
		{"no JSON", lines, `{"lines":`, `eval: reading the truth: document: invalid JSON at offset 9: unexpected end of JSON input`},
		{"no list", lines, `{"lines":{"a":1}}`, `eval: field "lines": the truth has an object at "lines", want an array`},
		{"no items", lines, `{"lines":[{"a":1},3]}`, `eval: field "lines": item 1 of the truth is a number, want an object; use a Set for an array of scalars`},
		{"no list in a list", lines, `{"lines":[{"a":1},{"sub":true}]}`, `eval: field "lines[].sub": the truth has a bool at "lines[1].sub", want an array`},
		{"no set", fields(eval.Field{Path: "tags", Set: &eval.Set{}}), `{"tags":"a"}`, `eval: field "tags": the truth has a string at "tags", want an array`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := tt.spec.Compile()
			require.NoError(t, err)
			_, err = e.Evaluate(context.Background(), `{}`, tt.want)
			assert.EqualError(t, err, tt.err)
		})
	}
}

// The subject, the reason and the detail of a miss are values: nobody has to take a text apart.
func TestMissesAreValues(t *testing.T) {
	spec := fields(eval.Field{Path: "total (net)", Match: compare.Numeric{Tolerance: 0.5}}, eval.Field{Path: "number"}, eval.Field{Path: "tags", Set: &eval.Set{}},
		eval.Field{Path: "lines", List: &eval.List{By: []string{"a"}, Fields: []eval.Field{{Path: "a"}, {Path: "b"}}}}, eval.Field{Path: "name"})
	r := evaluate(t, spec, `{"total (net)":12,"tags":["a"],"lines":[{"a":"x","b":1},{"a":"z"}],"name":"Bob"}`,
		`{"total (net)":10,"number":"7","tags":["a","b"],"lines":[{"a":"x","b":2}],"name":"Eve"}`)
	assert.Equal(t, []eval.Miss{
		{Path: "total (net)", Tag: "outside tolerance", Note: "off by 2, allowed 0.5"},
		{Path: "number", Tag: "required, missing", Note: "got has no such value"},
		{Path: "tags[1]", Tag: "missing", Note: "got has no such item"},
		{Path: "lines[0].b"},
		{Path: "lines[1]", Tag: "unexpected item", Note: "the truth has no such item"},
		{Path: "name"},
	}, r.Misses)
	assert.Equal(t, "[total (net) (outside tolerance) number (required, missing) tags[1] (missing) lines[0].b lines[1] (unexpected item) name]", fmt.Sprint(r.Misses))
}
