package compare_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func constant(similarity float64) func(context.Context, string, string) (float64, error) {
	return func(context.Context, string, string) (float64, error) { return similarity, nil }
}

func TestSemantic(t *testing.T) {
	returns := func(similarity float64) compare.Semantic { return compare.Semantic{Similarity: constant(similarity)} }
	run(t, []row{
		{"at the default threshold", returns(0.8), `"car"`, `"vehicle"`, similar(0.8)},
		{"below it", returns(0.79), `"car"`, `"vehicle"`, compare.Comparison{Similarity: 0.79}},
		{"at one of its own", compare.Semantic{Similarity: constant(0.5), Threshold: 0.5}, `"car"`, `"vehicle"`, similar(0.5)},
		{"a cosine may be negative", returns(-0.3), `"car"`, `"vehicle"`, miss},
		{"a cosine may be rounded", returns(1 + 1e-12), `"car"`, `"vehicle"`, hit},
		{"not asked about equal texts", compare.Semantic{Similarity: constant(math.NaN())}, `"Straße  1"`, `"STRASSE 1"`, hit},
		{"nor about equal numbers", compare.Semantic{Similarity: constant(math.NaN())}, `1`, `1`, hit},
	})
}

func TestSemanticIsGivenTheTexts(t *testing.T) {
	var texts [][2]string
	rule := compare.Semantic{Similarity: func(_ context.Context, got, want string) (float64, error) {
		texts = append(texts, [2]string{got, want})
		return 1, nil
	}}
	_, err := rule.Compare(t.Context(), parse(t, `" A car\n"`), parse(t, `"vehicle"`))
	require.NoError(t, err)
	_, err = rule.Compare(t.Context(), parse(t, `{"a": 1}`), parse(t, `1.0`))
	require.NoError(t, err)
	assert.Equal(t, [][2]string{{" A car\n", "vehicle"}, {`{"a": 1}`, "1.0"}}, texts)
}

func TestSemanticErrors(t *testing.T) {
	failure := errors.New("rate limit")
	for name, tt := range map[string]struct {
		rule compare.Semantic
		text string
	}{
		"no function":   {compare.Semantic{}, `compare: semantic: Similarity is nil; set a function such as the cosine of your embeddings`},
		"bad threshold": {compare.Semantic{Similarity: constant(1), Threshold: -1}, `compare: semantic: threshold: got -1, want a number above 0 and at most 1`},
		"NaN":           {compare.Semantic{Similarity: constant(math.NaN()), Name: "m"}, `compare: semantic "m": Similarity returned NaN, want a number in [0,1]`},
		"percent":       {compare.Semantic{Similarity: constant(85), Name: "m"}, `compare: semantic "m": Similarity returned 85, want a number in [0,1]`},
		"its own":       {compare.Semantic{Similarity: func(context.Context, string, string) (float64, error) { return 0, failure }, Name: "m"}, `compare: semantic "m": rate limit`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tt.rule.Compare(t.Context(), parse(t, `"a"`), parse(t, `"b"`))
			assert.EqualError(t, err, tt.text)
		})
	}
	_, err := compare.Prepare(compare.Semantic{})
	assert.EqualError(t, err, `compare: semantic: Similarity is nil; set a function such as the cosine of your embeddings`)
}

func TestFunc(t *testing.T) {
	judge := func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		return compare.Binary(len(got.Text()) == len(want.Text())), nil
	}
	run(t, []row{
		{"as it says", compare.Func{Name: "lengths", Judge: judge}, `"abc"`, `"xyz"`, hit},
		{"as it says, too", compare.Func{Name: "lengths", Judge: judge}, `"abc"`, `"xy"`, miss},
	})
	for name, tt := range map[string]struct {
		rule compare.Func
		text string
	}{
		"no name":        {compare.Func{Judge: judge}, `compare: a Func has no Name; give it one, such as "iban", so that specs can be told apart`},
		"a name of ours": {compare.Func{Name: "exact", Judge: judge}, `compare: func: Name: "exact" is the name of a comparator of this package; choose another`},
		"no function":    {compare.Func{Name: "iban"}, `compare: func: Judge: "iban" has no function`},
		"nothing at all": {compare.Func{}, `compare: a Func has no Name; give it one, such as "iban", so that specs can be told apart` + "\n" +
			`compare: func: Judge: "" has no function`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			_, err = tt.rule.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
			assert.EqualError(t, err, tt.text)
		})
	}
}

func TestIgnore(t *testing.T) {
	run(t, []row{{"whatever", compare.Ignore{}, `1`, `"x"`, hit}})
	assert.NoError(t, validate(compare.Ignore{}))
}
