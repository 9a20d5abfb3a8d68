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
		{"its tag and note", numeric, `"y"`, `[1,2]`, missWith("not a number", `got "y" is not a number: unexpected "y" before the digits`)},
		{"any that matches", numeric, `"5%"`, `[1,5.25]`, hitWith("accepted value 2 of 2; got: percent sign dropped")},
	})
}

func TestOneOfAliases(t *testing.T) {
	currency := compare.OneOf{Aliases: map[string][]string{"EUR": {"€", "Euro"}, "USD": {"$"}}}
	fuzzy := compare.OneOf{Each: compare.Fuzzy{}, Aliases: map[string][]string{"Ltd": {"Limited"}}}
	typed := compare.OneOf{Aliases: map[string][]string{"true": {"yes"}, "false": {"no"}, "1": {"one"}}}
	loose := compare.OneOf{Each: compare.Exact{Loose: true, Fold: true}, Aliases: map[string][]string{"true": {"yes", "selected", "x", "☑"}, "false": {"no", "unselected"}}}
	numbers := compare.OneOf{Each: compare.Numeric{}, Aliases: map[string][]string{"12": {"a dozen"}}}
	terms := compare.OneOf{Each: compare.Fuzzy{}, Aliases: map[string][]string{"net 30": {"30 days"}, "net 60": {"60 days"}}}
	run(t, []row{
		{"the value itself", currency, `"EUR"`, `"EUR"`, hit},
		{"an alias of the truth", currency, `"€"`, `"EUR"`, hitWith(`"€" means the same as "EUR"`)},
		{"the truth is the alias", currency, `"EUR"`, `"€"`, hitWith(`"EUR" means the same as "€"`)},
		{"two aliases", currency, `"Euro"`, `"€"`, hitWith(`"Euro" means the same as "€"`)},
		{"the truth is looked up folded", currency, `"€"`, `" euro "`, hitWith(`"€" means the same as " euro "`)},
		{"got is looked up folded, too", currency, `" euro"`, `"EUR"`, hitWith(`" euro" means the same as "EUR"`)},
		{"another spelling of the truth", currency, `"eur"`, `"EUR"`, hitWith(`"eur" means the same as "EUR"`)},
		{"got in no list is compared as Each says", currency, `"E.U.R."`, `"EUR"`, miss},
		{"another list", currency, `"$"`, `"EUR"`, miss},
		{"no alias", currency, `"CHF"`, `"CHF"`, hit},
		{"in a list of accepted values", currency, `"$"`, `["EUR","USD"]`, hitWith(`"$" means the same as "USD"`)},
		{"a bool", typed, `"No"`, `false`, hitWith(`"No" means the same as false`)},
		{"another bool", typed, `"No"`, `true`, miss},
		{"a bool, of which nothing is said", typed, `"nope"`, `true`, compare.Comparison{Note: "got string, want bool"}},
		{"a bool under the inner comparator", loose, `"Selected"`, `true`, hitWith(`"Selected" means the same as true`)},
		{"the bool as a text", typed, `"True"`, `true`, hitWith(`"True" means the same as true`)},
		{"the truth says it in words", typed, `true`, `"yes"`, hitWith(`true means the same as "yes"`)},
		{"a number", typed, `"ONE"`, `1.0`, hitWith(`"ONE" means the same as 1.0`)},
		{"another number", typed, `"one"`, `2`, missWith("type mismatch", "got string, want number")},
		{"a list of bools", typed, `"no"`, `[true,false]`, hitWith(`"no" means the same as false`)},
		{"a truth that the inner comparator cannot read", numbers, `12`, `"a dozen"`, hitWith(`12 means the same as "a dozen"`)},
		{"got is an alias of another value, and similar", terms, `"60 days"`, `"net 30"`, miss},
		{"got is another value, and similar", terms, `"net 60"`, `"net 30"`, miss},
		{"a truth that is not a text", currency, `"€"`, `5`, missWith("type mismatch", "got string, want number")},
		{"the inner comparator", fuzzy, `"limitet"`, `"Ltd"`, compare.Comparison{Match: true, Score: 6.0 / 7, Similarity: 6.0 / 7, Note: `"Limited" means the same as "Ltd"`}},
	})
	c, err := compare.Parse("one_of", []byte(`{"aliases":{"EUR":["€","Euro"],"USD":"$"}}`), nil)
	assert.NoError(t, err)
	assert.Equal(t, currency, c)
	_, text, err := compare.Describe(c)
	assert.NoError(t, err)
	assert.JSONEq(t, `{"aliases":{"EUR":["€","Euro"],"USD":["$"]}}`, string(text))
	for options, text := range map[string]string{
		`{"aliases":{"EUR":["€"],"EMU":["€"]}}`:     `compare: one_of: aliases: "€" stands for both "EMU" and "EUR"`,
		`{"aliases":{"EUR":["euro"],"Euro":["€"]}}`: `compare: one_of: aliases: "Euro" stands for both "EUR" and "Euro"`,
		`{"aliases":{"EUR":[]}}`:                    `compare: one_of: aliases: "EUR" has no alias; list some, or leave it out`,
		`{"aliases":{"EUR":[" "]}}`:                 `compare: one_of: aliases: "EUR" has an alias that is blank`,
		`{"aliases":{"EUR":5}}`:                     `compare: one_of: aliases: got object {"EUR":5}, want a map of lists of strings`,
		`{"aliases":["EUR"]}`:                       `compare: one_of: aliases: got array ["EUR"], want a map of lists of strings`,
	} {
		_, err := compare.Parse("one_of", []byte(options), nil)
		assert.EqualError(t, err, text)
	}
}

func TestOneOfReading(t *testing.T) {
	rule := compare.OneOf{Each: compare.Numeric{}}
	r, ok := compare.Read(rule, parse(t, `["5",null,"12abc","60.000"]`))
	assert.True(t, ok)
	assert.Equal(t, compare.Reading{Why: `"12abc" is not a number: unexpected "abc" after the digits`}, r)
	r, _ = compare.Read(rule, parse(t, `["5","60.000"]`))
	assert.True(t, r.OK && r.Ambiguous)
	r, _ = compare.Read(rule, parse(t, `[]`))
	assert.Equal(t, compare.Reading{Why: "the truth lists no accepted value"}, r)
	r, ok = compare.Read(rule, parse(t, `5`))
	assert.True(t, ok && r.OK)
	rule.Aliases = map[string][]string{"12": {"a dozen"}}
	r, _ = compare.Read(rule, parse(t, `"a dozen"`))
	assert.True(t, r.OK, "an answer may be 12")
	_, ok = compare.Read(compare.OneOf{}, parse(t, `["5"]`))
	assert.False(t, ok)
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
	assert.Error(t, validate(compare.OneOf{Each: compare.Fuzzy{Threshold: 7}}))
	assert.NoError(t, validate(compare.OneOf{}))
}
