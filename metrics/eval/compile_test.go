package eval_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestCompileErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		spec eval.Spec
		err  []string
	}{
		{"path", fields(eval.Field{Path: "invoice..total"}),
			[]string{`eval: field "invoice..total": invalid path at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key`}},
		{"open bracket", fields(eval.Field{Path: "a["}),
			[]string{`eval: field "a[": invalid path at offset 1: the bracket is not closed; write lines[0]`}},
		{"negative index", fields(eval.Field{Path: "a[-1]"}),
			[]string{`eval: field "a[-1]": invalid path at offset 2: "-1" is not an index; write a number from 0, or a quoted name such as ["a.b"]`}},
		{"empty path", fields(eval.Field{}),
			[]string{`eval: field "": invalid path at offset 0: it is empty; name a member, such as "total"`}},
		{"a name that is taken", fields(eval.Field{Path: "(invented).x"}, eval.Field{Path: `["(document)"]`}, eval.Field{Path: "note.(x)"}),
			[]string{`eval: field "(invented).x": a name that begins with ( could be mistaken for a name such as "(invented)"; write ["(invented)"].x`}},
		{"items", fields(eval.Field{Path: "lines[].amount"}),
			[]string{`eval: field "lines[].amount": invalid path at offset 5: [] names all items, not one; give a field Path "lines" and a List with the field "amount"`}},
		{"elements", fields(eval.Field{Path: "tags[]"}),
			[]string{`eval: field "tags[]": invalid path at offset 4: [] names all items, not one; give a field Path "tags" and a Set`}},
		{"want path", fields(eval.Field{Path: "a", WantPath: "b."}),
			[]string{`eval: field "a": invalid path at offset 2: a name is missing after the dot; write a.b`}},
		{"whole and part", fields(eval.Field{Path: "vendor.name"}, eval.Field{Path: "x"}, eval.Field{Path: "vendor"}),
			[]string{`eval: fields "vendor.name" and "vendor" overlap; compare either the whole value or its parts`}},
		{"list and item", fields(eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}}}}, eval.Field{Path: "lines[0].b"}),
			[]string{`eval: fields "lines" and "lines[0].b" overlap; compare either the whole value or its parts`}},
		{"two spellings", fields(eval.Field{Path: "lines.0"}, eval.Field{Path: "lines[0]"}),
			[]string{`eval: fields "lines.0" and "lines[0]" overlap; compare either the whole value or its parts`}},
		{"twice", fields(eval.Field{Path: "a"}, eval.Field{Path: "a"}),
			[]string{`eval: field "a": it appears twice`}},
		{"in the truth", fields(eval.Field{Path: "a", WantPath: "x"}, eval.Field{Path: "b", WantPath: "x.y"}),
			[]string{`eval: fields "a" and "b" overlap in the truth; give each a WantPath of its own (want=PATH in a tag, expected_path in a file)`}},
		{"everything and something", fields(eval.Field{List: &eval.List{Fields: []eval.Field{{Path: "a"}}}}, eval.Field{Path: "b"}),
			[]string{`eval: fields "" and "b" overlap; compare either the whole value or its parts`}},
		{"in a list", fields(eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}, {Path: "a.b"}, {Path: "c", Weight: -1}}}}),
			[]string{`eval: field "lines[].c": weight -1 is not positive and finite; leave it 0 for 1, or set Unscored for no weight at all`,
				`eval: fields "lines[].a" and "lines[].a.b" overlap; compare either the whole value or its parts`}},
		{"two rules", fields(eval.Field{Path: "a", Match: compare.Exact{}, Set: &eval.Set{}}),
			[]string{`eval: field "a": it has Match and Set; give at most one of Match, List, Set, Map and Sections`}},
		{"three rules", fields(eval.Field{Path: "a", Match: compare.Exact{}, List: &eval.List{}, Set: &eval.Set{}}),
			[]string{`eval: field "a": it has Match and List and Set; give at most one of Match, List, Set, Map and Sections`}},
		{"weights", fields(eval.Field{Path: "a", Weight: math.NaN()}, eval.Field{Path: "b", Weight: math.Inf(1)}),
			[]string{`eval: field "a": weight NaN is not positive and finite; leave it 0 for 1, or set Unscored for no weight at all`,
				`eval: field "b": weight +Inf is not positive and finite; leave it 0 for 1, or set Unscored for no weight at all`}},
		{"threshold", eval.Spec{Threshold: 1.5}, []string{`eval: threshold 1.5 is not in (0,1]; leave it 0 for none`}},
		{"threshold that a score of 0 reaches", eval.Spec{Threshold: 1e-10}, []string{`eval: threshold 1e-10 is not in (0,1]; leave it 0 for none`}},
		{"threshold that is not a number", eval.Spec{Threshold: math.NaN()}, []string{`eval: threshold NaN is not in (0,1]; leave it 0 for none`}},
		{"list threshold", fields(eval.Field{Path: "l", List: &eval.List{Threshold: -0.5}}),
			[]string{`eval: field "l": threshold -0.5 of the list is not in (0,1]; leave it 0 for 0.8`}},
		{"names", eval.Spec{Aggregation: "mean", Unlabelled: "ignore", Fields: []eval.Field{
			{Path: "l", List: &eval.List{Assign: "hungarian"}}, {Path: "s", Set: &eval.Set{Assign: "best"}}}},
			[]string{`eval: unknown aggregation "mean", want "weighted_average", "all_or_nothing" or "macro_f1"`,
				`eval: unknown value of unlabelled "ignore", want "empty" or "skip"`,
				`eval: field "l": unknown assign "hungarian", want "greedy", "optimal", "by_key" or "in_order"`,
				`eval: field "s": unknown assign "best", want "greedy", "optimal", "by_key" or "in_order"`}},
		{"by", fields(eval.Field{Path: "l", List: &eval.List{By: []string{"a", "a", "b[", "sub", "set"}, Fields: []eval.Field{{Path: "sub", List: &eval.List{}}, {Path: "set", Set: &eval.Set{}}}}}),
			[]string{`eval: field "l": By names "a" twice`,
				`eval: field "l": By names "b[": invalid path at offset 1: the bracket is not closed; write lines[0]`,
				`eval: field "l": By names "sub", which is a list; items are matched by leaves and sets`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.spec.Compile()
			assert.EqualError(t, err, strings.Join(tt.err, "\n"))
		})
	}
}

func TestCompileReportsComparators(t *testing.T) {
	_, err := fields(
		eval.Field{Path: "a", Match: compare.Fuzzy{Threshold: 2}},
		eval.Field{Path: "b", Match: compare.Numeric{Tolerance: -1}},
		eval.Field{Path: "c", Set: &eval.Set{Match: compare.Func{}}},
	).Compile()
	require.Error(t, err)
	for _, want := range []string{`eval: field "a": `, `eval: field "b": `, `eval: field "c[]": `} {
		assert.Contains(t, err.Error(), want)
	}
}

func TestPathsThatDoNotOverlap(t *testing.T) {
	for _, tt := range []struct{ a, b string }{
		{"a", "ab"}, {"a.b", "a.c"}, {"lines[0].a", "lines[1].a"}, {`x["0"]`, "x[0]"}, {`["a.b"]`, "a.b"}, {"lines.0.a", "lines[0].b"},
	} {
		_, err := fields(eval.Field{Path: tt.a}, eval.Field{Path: tt.b}).Compile()
		assert.NoError(t, err, "%s and %s", tt.a, tt.b)
	}
	// Steps that only one kind of container has are told apart.
	spec := fields(eval.Field{Path: `x["0"]`}, eval.Field{Path: "x[0]"})
	want := `{"x":["a"]}`
	r := evaluate(t, spec, want, want)
	assert.Equal(t, []string{"correct_absence", "match"}, []string{r.Fields[0].Outcome.String(), r.Fields[1].Outcome.String()})
	want = `{"x":{"0":"a"}}`
	r = evaluate(t, spec, want, want)
	assert.Equal(t, []string{"match", "correct_absence"}, []string{r.Fields[0].Outcome.String(), r.Fields[1].Outcome.String()})
}

func TestWith(t *testing.T) {
	spec := fields(
		eval.Field{Path: "total"},
		eval.Field{Path: "tags", Set: &eval.Set{}},
		eval.Field{Path: "orders", List: &eval.List{By: []string{"id"}, Fields: []eval.Field{
			{Path: "id"},
			{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "amount"}}}},
		}}},
	)
	got := `{"total":"1","tags":["x"],"orders":[{"id":1,"lines":[{"sku":"a","amount":1.1}]}]}`
	want := `{"total":1,"tags":["y"],"orders":[{"id":1,"lines":[{"sku":"a","amount":1}]}]}`
	always := similarity(1)
	loose := spec
	for attribute, rule := range map[string]compare.Comparator{"total": compare.Numeric{}, "tags[]": always, "orders[].lines[].amount": compare.Numeric{Tolerance: 0.1}} {
		var err error
		loose, err = loose.With(attribute, rule)
		require.NoError(t, err)
	}
	assert.Equal(t, 1.0, evaluate(t, loose, got, want).Score)
	assert.Less(t, evaluate(t, spec, got, want).Score, 1.0, "the original does not change")

	_, err := spec.With("orders[].lines[].price", compare.Numeric{})
	assert.EqualError(t, err, `eval: field "orders[].lines[].price": With found no such attribute; the spec has "total", "tags[]", "orders[].id", "orders[].lines[].sku", "orders[].lines[].amount"`)
	_, err = eval.Spec{}.With("a", compare.Numeric{})
	assert.EqualError(t, err, `eval: field "a": With found no such attribute; the spec names none`)
}

func TestAttributes(t *testing.T) {
	e, err := fields(
		eval.Field{Path: "total"},
		eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}, {Path: `["x.y"]`}, {Path: "notes", Match: compare.Ignore{}}}}},
		eval.Field{Path: "tags", Set: &eval.Set{}},
	).Compile()
	require.NoError(t, err)
	assert.Equal(t, []string{"total", "lines[].a", `lines[]["x.y"]`, "tags[]"}, e.Attributes())
	rows := e.Table()
	assert.Equal(t, 5, len(rows.Attributes))
	assert.True(t, rows.Attributes[1].Items)
}

// A spec is data: go-cmp looks into it, reports differences, and finds a copy equal.
func TestSpecsAndTablesCompare(t *testing.T) {
	build := func() eval.Spec {
		return fields(eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 0.1}}, eval.Field{Path: "tags", Set: &eval.Set{Match: compare.Fuzzy{}}},
			eval.Field{Path: "lines", List: &eval.List{By: []string{"a"}, Fields: []eval.Field{{Path: "a"}, {Path: "d", Match: compare.OneOf{Each: compare.Date{}}}}}})
	}
	a, b := build(), build()
	assert.Empty(t, cmp.Diff(a, b))
	evaluator, err := a.Compile()
	require.NoError(t, err)
	_, err = evaluator.Evaluate(t.Context(), `{"total":1,"lines":[{"a":1}]}`, `{"total":2,"lines":[{"a":1}]}`)
	require.NoError(t, err)
	assert.Empty(t, cmp.Diff(a, b), "compiling and evaluating leave no trace")
	b, err = b.With("lines[].d", compare.Date{Instant: true})
	require.NoError(t, err)
	assert.Contains(t, cmp.Diff(a, b), "Instant:")
	assert.Empty(t, cmp.Diff(a, build()), "With changes a copy")

	first, second := evaluate(t, a, `{"total":1}`, `{"total":2}`), evaluate(t, a, `{"total":2}`, `{"total":2}`)
	assert.Empty(t, cmp.Diff(first.Table, evaluate(t, a, `{"total":1}`, `{"total":2}`).Table))
	assert.Contains(t, cmp.Diff(first.Table, second.Table), "Match:")
}
