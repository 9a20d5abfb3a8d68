package tree_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/tree"
	"github.com/extracteval/extracteval/testdata/effort"
)

func value(t testing.TB, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err, text)
	return v
}

func anls(t testing.TB, got, want string) float64 {
	t.Helper()
	score, err := tree.ANLSStar(value(t, got), value(t, want))
	require.NoError(t, err)
	return score
}

// The values are those that tests/test_anls_star.py of github.com/deepopinion/anls_star_metric (11af3c4) asserts, unrounded by
// hand; those from the paper's tables are marked.
func TestANLSStarAsTheReferenceTestsIt(t *testing.T) {
	for _, test := range []struct {
		name, want, got string
		score           float64
	}{
		{"paper: string", `"Hello World"`, `"Hello World"`, 1},
		{"paper: typo", `"Hello World"`, `"Hello Wrold"`, 9. / 11},
		{"paper: wrong answer", `"Hello World"`, `"How are you?"`, 0},
		{"paper: hallucination", `null`, `"How are you?"`, 0},
		{"paper: one of n", `{"$any":["Hello","World"]}`, `"Hello"`, 1},
		{"paper: one of n, typo", `{"$any":["Hello","World"]}`, `"Wolrd"`, .6},
		{"paper: list for a string", `"Hello World"`, `["Hello","World"]`, 0},
		{"paper: list in another order", `["Hello","World"]`, `["World","Hello"]`, 1},
		{"paper: list, one missing", `["Hello","World"]`, `["Hello"]`, .5},
		{"paper: keys in another order", `{"a":"Hello","b":"World"}`, `{"b":"World","a":"Hello"}`, 1},
		{"paper: key missing", `{"a":"Hello","b":"World"}`, `{"a":"Hello"}`, .5},
		{"paper: key too many", `{"a":"Hello","b":"World"}`, `{"b":"World","a":"Hello","c":"Great"}`, 2. / 3},
		{"paper: nested", `{"a":"Hello","b":["w","r","l","d"]}`, `{"a":"Hello","b":["w","r","d"]}`, .8},
		{"paper: list of strings against a string", `["Hello","World"]`, `"World"`, 1},
		{"paper: numbers", `0.2`, `0.199999`, 0},
		{"paper: dates", `"31.12.2023"`, `"31. Dec 2023"`, 7. / 12},
		{"paper: wrong answer to an unanswerable question", `"Yesterday"`, `"Last Week"`, 0},
		{"paper: no answer", `"Yesterday"`, `null`, 0},
		{"white space", `"Test Hello "`, `" Test    Hello\n\n"`, 1},
		{"letter case", `"TeSt HeLlO"`, `"tEsT hElLO"`, 1},
		{"number against its text", `{"$any":["0.123"]}`, `0.123`, 1},
		{"alternatives with an empty list first", `{"a":{"$any":[[],["a","b","c"],["d","e","f"]]}}`, `{"a":[]}`, 1},
		{"alternatives with an empty list last", `{"a":{"$any":[["a","b","c"],["d","e","f"],[]]}}`, `{"a":[]}`, 1},
		{"empty lists", `[]`, `[]`, 1},
		{"empty objects", `{}`, `{}`, 1},
		{"all items wrong", `["a","b","c"]`, `["what","is","deepopinion"]`, 0},
		{"null accepts []", `null`, `[]`, 1},
		{"null accepts {}", `null`, `{}`, 1},
		{"null accepts an empty string", `null`, `""`, 1},
		{"null against an object", `null`, `{"a":"b"}`, 0},
		{"alternatives deep down", `{"a":{"b":{"$any":["c","e"]}}}`, `{"a":{"b":"e"}}`, 1},
		{"one of two values", `{"a":"b","c":"d"}`, `{"a":"b","c":"e"}`, .5},
		{"one of two keys", `{"a":"b","c":"d"}`, `{"a":"b","e":"d"}`, 1. / 3},
		{"line items", `{"k1":1,"k2":"mock","line_items":[{"a":"b","c":"d"},{"e":"f"}]}`,
			`{"k1":1,"k2":"kcom","line_items":[{"e":"f"},{"a":"y","c":"d"}]}`, 3. / 5},
		{"list in an object", `{"a":["a","b","c"]}`, `{"a":["b","c"]}`, 2. / 3},
		{"string for a list in an object", `{"a":["a","b","c"]}`, `{"a":"b"}`, 0},
		{"classical question", `["st. louis children's hospital","st. louis childrens hospital","st. louis children hospital"]`,
			`"St. Louis Children's Hospital"`, 1},
		{"nulls expected", `{"jurisdiction":null,"party":null,"effective_date":null,"term":null}`,
			`{"jurisdiction":"California","party":"Ray_M._Dolby"}`, .5},
		{"missing key for null", `{"name":"david","company":null}`, `{"name":"david"}`, 1},
		{"nothing expected, only hollow values and false", `{}`, `{"string":"","dict":{},"list":[],"none":null,"bool":false}`, 0},
		{"null expected, no key", `{"a":null}`, `{}`, 1},
		// From the doc comment of anls_score: (5/6 + 1 + 1 + 1 + 0)/5, since "be" is not half of "is".
		{"example of the reference", `{"a":{"$any":["hello","world"]},"b":["this","is","a","test"]}`,
			`{"a":"hello!","b":["a","test","this","be"]}`, (5./6 + 3) / 5},
		// From test_key_scores_complex_hierarchy, a: 5/6; b: 0.41667 of 6; c: 0; second_order: 0.70833 of 6.
		{"hierarchy", `{"a":"Hello","b":[{"l1":"aa","l2":"b"},{"l1":"c","l2":"d"},{"l1":"e","l2":"f"}],"c":"Test",
			"second_order":{"name":"Fluffy","age":"3","items":[{"id":"1","value":"12.3"},{"id":"2","value":"13.4"}]}}`,
			`{"a":"Helloo","b":[{"l1":"a","l2":"q"},{"l1":"c","l2":"d"}],
			"second_order":{"name":"Fluffy","age":"31","items":[{"id":"1","value":"12.1"},{"id":"3","value":"13.4"}]}}`,
			(5./6 + 2.5 + 0 + 4.25) / 14},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.InDelta(t, test.score, anls(t, test.got, test.want), 1e-12)
		})
	}
}

func TestANLSStarOddities(t *testing.T) {
	for _, test := range []struct {
		name, want, got string
		score           float64
	}{
		{"[] against null", `[]`, `null`, 0},
		{"{} against null", `{}`, `null`, 0},
		{"empty string against null", `""`, `null`, 0},
		{"[] against a missing key", `{"a":[],"b":"x"}`, `{"b":"x"}`, .5},
		{"a null too many costs", `{"a":"x"}`, `{"a":"x","b":null}`, .5},
		{"{} against a null", `{}`, `{"a":null}`, 0},
		{"10 against 10.0", `10`, `10.0`, .5},
		{"1e2 is 100.0", `"100.0"`, `1e2`, 1},
		{"true is True", `"TRUE"`, `true`, 1},
		{"half is enough", `"ab"`, `"aq"`, .5},
		{"less than half is nothing", `"abc"`, `"aqq"`, 0},
		{"wrong items are paired", `["one","two"]`, `["one","zzz"]`, .5},
		{"equal sums: the assignment with fewer leaves", `{"k":"v","l":[{"a":1,"b":2},{"a":3}]}`,
			`{"k":"v","l":[{"a":8},{"a":9,"b":7}]}`, .25},
		{"the same in another order", `{"k":"v","l":[{"a":1,"b":2},{"a":3}]}`, `{"k":"v","l":[{"a":9,"b":7},{"a":8}]}`, .25},
		{"no options for a string", `[]`, `"x"`, 0},
		{"options are for strings only", `["1"]`, `1`, 0},
		{"$any in an answer is a key", `{"$any":["x"]}`, `{"$any":["x"]}`, 0},
		{"an alternative that equals got wins a tie", `{"$any":[{"a":"B","n":null},{"a":"b"}]}`, `{"a":"b"}`, 1},
		{"the last of two equal keys", `{"a":"x"}`, `{"a":"y","a":"x"}`, 1},
		{"letters with two code points in lower case", `"İ"`, `"i̇"`, 1},
		{"final sigma", `"ΟΔΟΣ"`, `"οδος"`, 1},
		{"information separators are white space", `"a b"`, `"a\u001fb"`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.InDelta(t, test.score, anls(t, test.got, test.want), 1e-12)
		})
	}
	t.Run("missing is null", func(t *testing.T) {
		score, err := tree.ANLSStar(document.Value{}, value(t, `null`))
		require.NoError(t, err)
		assert.Equal(t, 1.0, score)
	})
}

func TestANLSStarErrors(t *testing.T) {
	for _, test := range []struct{ name, want, message string }{
		{"no value", `{"lines":[{"unit":{"$any":[]}}]}`,
			`tree: want, at lines[0].unit: "$any" must be the only key of its object and hold a list of at least one accepted value`},
		{"no list", `{"$any":"kg"}`,
			`tree: want, at the top: "$any" must be the only key of its object and hold a list of at least one accepted value`},
		{"another key", `{"a.b":{"$any":["kg"],"unit":1}}`,
			`tree: want, at ["a.b"]: "$any" must be the only key of its object and hold a list of at least one accepted value`},
		{"inside another", `{"$any":[{"$any":[]}]}`,
			`tree: want, at [0]: "$any" must be the only key of its object and hold a list of at least one accepted value`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := tree.ANLSStar(value(t, `{}`), value(t, test.want))
			assert.EqualError(t, err, test.message)
		})
	}
}

func TestANLSStarTooLarge(t *testing.T) {
	effort.OneGoroutine(t)
	list := func(n int, item string) document.Value {
		return value(t, "["+strings.TrimSuffix(strings.Repeat(item+",", n), ",")+"]")
	}
	t.Run("lists", func(t *testing.T) {
		_, err := tree.ANLSStar(list(4000, `{"a":1}`), list(4000, `{"a":2}`))
		require.ErrorIs(t, err, tree.ErrTooLarge)
		assert.EqualError(t, err, "tree: ANLS*: documents too large to compare: more than 1073741824 steps; compare parts of the documents, or use metrics/eval")
	})
	t.Run("very many items against a thousand", func(t *testing.T) {
		_, err := tree.ANLSStar(list(2e5, `1`), list(1000, `2`))
		require.ErrorIs(t, err, tree.ErrTooLarge)
	})
	t.Run("very many items against one", func(t *testing.T) {
		score, err := tree.ANLSStar(list(1e5, `1`), list(1, `1`))
		require.NoError(t, err)
		assert.Equal(t, 1e-5, score)
	})
	t.Run("texts", func(t *testing.T) {
		_, err := tree.ANLSStar(list(1, `"`+strings.Repeat("ab", 200_000)+`"`), list(1, `"`+strings.Repeat("ba", 200_000)+`"`))
		require.ErrorIs(t, err, tree.ErrTooLarge)
	})
	t.Run("depth", func(t *testing.T) {
		deep := value(t, strings.Repeat(`[`, 128)+strings.Repeat(`]`, 128))
		score, err := tree.ANLSStar(deep, deep)
		require.NoError(t, err)
		assert.Equal(t, 1.0, score)
	})
}
