package eval_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func compiled(t *testing.T, text string) *eval.Evaluator {
	spec, err := eval.ParseSpec([]byte(text), nil)
	require.NoError(t, err)
	return mustCompile(t, spec)
}

// Rows that have only lists, sets or maps are paired by what these mean, not by how they are written.
func TestRowsOfListsAlone(t *testing.T) {
	const parts = `{path: parts, match: list, fields: [{path: n, match: numeric}, {path: c}, {path: page, match: ignore}]}`
	for _, tt := range []struct {
		name, fields, got, want string
		paired                  int
	}{
		{"rows in another order", parts, `{"parts":[{"n":2},{"n":1}]}`, `{"parts":[{"n":1},{"n":2}]}`, 1},
		{"copies", parts, `{"parts":[{"n":2},{"n":1},{"n":2}]}`, `{"parts":[{"n":1},{"n":2},{"n":2}]}`, 1},
		{"other copies", parts, `{"parts":[{"n":2},{"n":1},{"n":1}]}`, `{"parts":[{"n":1},{"n":2},{"n":2}]}`, 0},
		{"a row without a value", parts, `{"parts":[{},{"n":1,"c":null}]}`, `{"parts":[{"n":1}]}`, 1},
		{"ignored values in the rows", parts, `{"parts":[{"n":1,"page":3},{"page":4}]}`, `{"parts":[{"n":1}]}`, 1},
		{"an ignored value beside the rows", parts + `, {path: page, match: ignore}`, `{"page":3,"parts":[{"n":"1.0"}]}`, `{"page":4,"parts":[{"n":1}]}`, 1},
		{"another form of a number", parts, `{"parts":[{"n":"12.50"}]}`, `{"parts":[{"n":12.5}]}`, 1},
		{"another form and order", parts, `{"parts":[{"n":"2.50"},{"n":"12.50"}]}`, `{"parts":[{"n":12.5},{"n":2.5}]}`, 1},
		{"more rows", parts, `{"parts":[{"n":1},{"n":2}]}`, `{"parts":[{"n":1}]}`, 0},
		{"an empty list", parts + `, {path: none, match: list, fields: [n]}`, `{"parts":[{"n":1}],"none":[]}`, `{"parts":[{"n":1}]}`, 1},
		{"lists in lists", `{path: pages, match: list, fields: [` + parts + `]}`, `{"pages":[{"parts":[{"n":3}]},{"parts":[{"n":"2.0"},{"n":1}]}]}`, `{"pages":[{"parts":[{"n":1},{"n":2}]},{"parts":[{"n":3}]}]}`, 1},
		{"rows in order", `{path: parts, match: list, assign: in_order, fields: [{path: n, match: numeric}]}`, `{"parts":[{"n":"1.0"},{"n":2}]}`, `{"parts":[{"n":1},{"n":2}]}`, 1},
		{"rows in order, in another one", `{path: parts, match: list, assign: in_order, fields: [{path: n, match: numeric}]}`, `{"parts":[{"n":2},{"n":1}]}`, `{"parts":[{"n":1},{"n":2}]}`, 0},
		{"a map", `{path: rates, match: map, each: numeric}`, `{"rates":{"b":"2.00","a":1,"c":null}}`, `{"rates":{"a":1,"b":2}}`, 1},
		{"a map with other keys", `{path: rates, match: map, each: numeric}`, `{"rates":{"a":1,"C":2}}`, `{"rates":{"a":1,"c":2}}`, 0},
		{"a map with folded keys", `{path: rates, match: map, each: numeric, fold: true}`, `{"rates":{"C":2,"a":"1.0"}}`, `{"rates":{"a":1,"c":2}}`, 1},
		{"a map of rows", `{path: taxes, match: map, fields: [{path: rate, match: numeric}]}`, `{"taxes":{"x":{"rate":"7.0"},"y":{}}}`, `{"taxes":{"x":{"rate":7}}}`, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := compiled(t, `fields: [{path: lines, match: list, fields: [`+tt.fields+`]}]`)
			got, want := `{"lines":[`+tt.got+`]}`, `{"lines":[`+tt.want+`]}`
			r, err := e.Evaluate(t.Context(), got, want)
			require.NoError(t, err)
			require.Len(t, r.Alignments[0].Pairs, tt.paired, "%v", r.Misses)
			assert.Equal(t, tt.paired == 1, r.Verdict == eval.Pass, "%v", r.Misses)

			kept, _, truth := r.Kept()
			again, err := e.Evaluate(t.Context(), kept, truth)
			require.NoError(t, err)
			assert.Equal(t, r.Table, again.Table, "the kept answer counts otherwise")
			assert.Equal(t, r.Score, again.Score)
		})
	}
}

// Between equally similar rows decides which lists match, by their comparators.
func TestListsDecideTies(t *testing.T) {
	e := compiled(t, `fields: [{path: lines, match: list, by: [k], fields: [k, {path: parts, match: list, fields: [{path: n, match: numeric}]}, {path: tags, match: set, each: numeric}]}]`)
	r, err := e.Evaluate(t.Context(), `{"lines":[{"k":"a","parts":[{"n":"13.0"}],"tags":[5]},{"k":"a","parts":[{"n":12.50}],"tags":[5]},{"k":"b","tags":["7.0"]},{"k":"b","tags":[6.0]}]}`,
		`{"lines":[{"k":"a","parts":[{"n":12.5}],"tags":[5]},{"k":"a","parts":[{"n":13}],"tags":[5]},{"k":"b","tags":[6]},{"k":"b","tags":[7]}]}`)
	require.NoError(t, err)
	assert.Equal(t, eval.Pass, r.Verdict, "%v", r.Misses)
}

// The keys of a map decide between rows that agree otherwise, also if their members have no value.
func TestKeysOfMapsDecideTies(t *testing.T) {
	e := compiled(t, `fields: [{path: lines, match: list, fields: [{path: rates, match: map, fields: [{path: a, match: ignore}]}]}]`)
	const usd, pln = `{"rates":{"USD":{"a":1}}}`, `{"rates":{"PLN":{"a":{"b":2}}}}`
	for _, want := range []string{usd + "," + pln, pln + "," + usd} {
		r, err := e.Evaluate(t.Context(), `{"lines":[`+usd+`]}`, `{"lines":[`+want+`]}`)
		require.NoError(t, err)
		for _, row := range r.Table.Attributes {
			assert.Equal(t, metrics.Counts{Match: 1, Missing: 1}, row.Counts, "%s of %s", row.Attribute, want)
		}
	}
}

// The order of the fields in a spec does not decide which of equally similar rows are paired.
func TestOrderOfFieldsDecidesNoPair(t *testing.T) {
	const number, parts = `{path: number, match: regex, pattern: 'INV-\d+'}`, `{path: a, match: list, fields: [n]}`
	evaluate := func(fields ...string) metrics.Table {
		e := compiled(t, `fields: [{path: lines, match: list, fields: [`+strings.Join(fields, ", ")+`]}]`)
		r, err := e.Evaluate(t.Context(), `{"lines":[{"number":"INV-21","a":[{"n":1}]}]}`, `{"lines":[{"number":"INV-21"},{"number":"INV-12","a":[{"n":1},{"n":2}]}]}`)
		require.NoError(t, err)
		return r.Table
	}
	one, other := evaluate(number, parts), evaluate(parts, number)
	assert.ElementsMatch(t, one.Attributes, other.Attributes)
}

// counted counts the comparisons of a comparator that is not costly.
type counted struct {
	compare.Exact
	calls *int
}

func (c counted) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	*c.calls++
	return c.Exact.Compare(ctx, got, want)
}

func (counted) Pairing() compare.Pairing { return compare.PairByMatch }

// Lists in rows are compared only by content if they have more rows together than lists may have.
func TestLongListsInRowsAreComparedByContent(t *testing.T) {
	calls := 0
	spec := eval.Spec{Fields: []eval.Field{{Path: "pages", List: &eval.List{Threshold: 1, Fields: []eval.Field{
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "n", Match: counted{calls: &calls}}}}},
	}}}}}
	e, err := spec.Compile()
	require.NoError(t, err)
	for _, tt := range []struct {
		lines  int
		called bool
	}{{100, true}, {1500, false}} {
		var got, want []string
		for i := range tt.lines {
			got, want = append(got, fmt.Sprintf(`{"n":"g%d"}`, i)), append(want, fmt.Sprintf(`{"n":"w%d"}`, i))
		}
		document := func(lines []string) string {
			page := `{"lines":[` + strings.Join(lines, ",") + `]}`
			return `{"pages":[` + page + "," + page + `]}`
		}
		calls = 0
		_, err := e.Evaluate(t.Context(), document(got), document(want))
		require.NoError(t, err)
		assert.Equal(t, tt.called, calls > 0, "%d calls for %d lines", calls, tt.lines)
	}
}
