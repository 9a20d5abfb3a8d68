package compare_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestOneOf(t *testing.T) {
	exact := compare.OneOf{}
	fuzzy := compare.OneOf{Each: compare.Fuzzy{Threshold: 0.8}}
	numeric := compare.OneOf{Each: compare.Numeric{Tolerance: 0.5}}
	run(t, []row{
		{"the first", exact, `"EUR"`, `["EUR","€"]`, hit},
		{"another", exact, `"€"`, `["EUR","€"]`, hitWith("accepted value 2 of 2")},
		{"none", exact, `"USD"`, `["EUR","€"]`, miss},
		{"a truth that is not a list", exact, `"EUR"`, `"EUR"`, hit},
		{"a truth that is not a list, missed", exact, `"USD"`, `"EUR"`, miss},
		{"no accepted value", exact, `"EUR"`, `[]`, compare.Comparison{Note: "the truth lists no accepted value"}},
		{"empty values accept nothing", exact, `"EUR"`, `[null,""," "]`, compare.Comparison{Note: "the truth lists no accepted value"}},
		{"an array among arrays", exact, `[1,2]`, `[[1],[1,2]]`, hitWith("accepted value 2 of 2")},
		// Nine of ten letters against eight of ten.
		{"the best counts", fuzzy, `"aaaaaaaaaa"`, `["aaaaaaaabb","aaaaaaaaab","ccc"]`,
			compare.Comparison{Match: true, Score: 0.9, Similarity: 0.9, Note: "accepted value 2 of 3"}},
		{"the best of those that miss", fuzzy, `"aaaaaaaaaa"`, `["ccc","aaaaaaabbb"]`, compare.Comparison{Similarity: 0.7, Note: "accepted value 2 of 2"}},
		{"of equals the first", fuzzy, `"aaaaaaaaaa"`, `["aaaaaaaaab","aaaaaaaaac"]`, similar(0.9)},
		{"its tag and note", numeric, `"x"`, `[1,2]`, missWith("not a number", `got "x" is not a number: unexpected "x" before the digits`)},
		{"any that matches", numeric, `"5%"`, `[1,5.25]`, hitWith("accepted value 2 of 2; got: percent sign dropped")},
	})
}

func TestOneOfErrors(t *testing.T) {
	failure := errors.New("timed out")
	each := compare.Func{Name: "judge", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		if want.Text() == "fail" {
			return compare.Comparison{}, failure
		}
		return compare.Exact{}.Compare(context.Background(), got, want)
	}}
	rule := compare.OneOf{Each: each}
	c, err := rule.Compare(t.Context(), parse(t, `"a"`), parse(t, `["fail","a"]`))
	assert.NoError(t, err, "another one matches")
	assert.True(t, c.Match)
	_, err = rule.Compare(t.Context(), parse(t, `"a"`), parse(t, `["b","fail"]`))
	assert.ErrorIs(t, err, failure, "the one that failed might have matched")
	_, err = compare.OneOf{Each: compare.Fuzzy{Threshold: 7}}.Compare(t.Context(), parse(t, `"a"`), parse(t, `"a"`))
	assert.EqualError(t, err, "compare: one_of: each.threshold: got 7, want a number above 0 and at most 1")
	assert.Error(t, compare.OneOf{Each: compare.Fuzzy{Threshold: 7}}.Validate())
	assert.NoError(t, compare.OneOf{}.Validate())
}
