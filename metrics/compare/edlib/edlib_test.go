package edlib_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func value(t testing.TB, v any) document.Value {
	t.Helper()
	parsed, err := document.Of(v)
	require.NoError(t, err)
	return parsed
}

func judge(t testing.TB, c compare.Comparator, got, want any) compare.Comparison {
	t.Helper()
	judged, err := c.Compare(t.Context(), value(t, json.RawMessage(mustMarshal(t, got))), value(t, json.RawMessage(mustMarshal(t, want))))
	require.NoError(t, err)
	return judged
}

func mustMarshal(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

// The similarities are computed by hand from the definitions in the package comment.
func TestSimilarities(t *testing.T) {
	for _, tt := range []struct {
		reason, algorithm, got, want string
		similarity                   float64
		note                         string
	}{
		{"one of six characters differs", "", "kitten", "mitten", 0.833333, ""},
		{"two substitutions and an insertion in seven", "levenshtein", "kitten", "sitting", 0.571429, ""},
		{"case, width and white space are folded", "levenshtein", "ＡＣＭＥ  gmbh", "Acme GmbH", 1, ""},
		{"a swap is one edit of two", "osa", "ru", "ur", 0.5, ""},
		{"and without swaps two", "levenshtein", "ru", "ur", 0, ""},
		{"ca → ac → abc: two edits of three", "damerau", "ca", "abc", 0.333333, ""},
		{"osa edits no text twice: three of three", "osa", "ca", "abc", 0, ""},
		{"one of four positions differs", "hamming", "abcd", "abxd", 0.75, ""},
		{"lengths differ", "hamming", "abc", "abcd", 0, "hamming has no similarity of texts with 3 and 4 characters"},
		{"six insertions and deletions in three characters: 1-6/3 is below 0", "lcs", "abc", "xyz", 0, ""},
		{"one insertion in four", "lcs", "abc", "abcd", 0.75, ""},
		{"(6/6 + 6/6 + 5/6)/3", "jaro", "martha", "marhta", 0.944444, ""},
		{"and .1 × 3 × (1-.944444) for the prefix", "jaro_winkler", "martha", "marhta", 0.961111, ""},
		{"three of six in another order are 1.5 swaps, (1 + 1 + 4.5/6)/3, where Winkler counts one", "jaro", "abcdef", "abcefd", 0.916667, ""},
		{"sets of pairs: na and ni is one of (ni,ig,gh,ht) and (na,ac,ch,ht)", "dice", "night", "nacht", 0.25, ""},
		{"one pair of seven", "jaccard", "night", "nacht", 0.142857, ""},
		{"one of √(4·4)", "cosine", "night", "nacht", 0.25, ""},
		{"sets: aa, aa, aa is one pair", "dice", "aaaa", "aa", 1, ""},
		{"counted: 3 against 1 of one pair, 1-2/4", "qgram", "aaaa", "aa", 0.5, ""},
		{"equal texts of one character", "cosine", "a", "a", 1, ""},
		{"NaN of go-edlib", "cosine", "a", "b", 0, "cosine has no similarity of texts with 1 and 1 characters"},
		{"NaN of go-edlib", "jaccard", "a", "b", 0, "jaccard has no similarity of texts with 1 and 1 characters"},
		{"NaN of go-edlib", "dice", "a", "b", 0, "dice has no similarity of texts with 1 and 1 characters"},
		{"NaN of go-edlib", "qgram", "a", "b", 0, "qgram has no similarity of texts with 1 and 1 characters"},
		{"nine of ten, exactly", "levenshtein", "abcdefghij", "abcdefghix", 0.9, ""},
	} {
		t.Run(tt.algorithm+" "+tt.reason, func(t *testing.T) {
			c := judge(t, edlib.Comparator{Algorithm: tt.algorithm, Threshold: 0.9}, tt.got, tt.want)
			assert.Equal(t, tt.similarity, c.Similarity)
			assert.Equal(t, tt.note, c.Note)
			assert.Equal(t, tt.similarity >= 0.9, c.Match)
		})
	}
}

func TestOtherValues(t *testing.T) {
	assert.True(t, judge(t, edlib.Comparator{}, 1.0, 1).Match)
	mixed := judge(t, edlib.Comparator{}, "1", 1)
	assert.Equal(t, compare.Comparison{Tag: "type mismatch", Note: mixed.Note}, mixed)

	long := strings.Repeat("ä", 2000)
	assert.Equal(t, compare.Comparison{Match: true, Score: 1, Similarity: 1}, judge(t, edlib.Comparator{}, long+long, long+long))
	assert.Equal(t, 0.9995, judge(t, edlib.Comparator{}, long[:len(long)-2]+"b", long).Similarity)
	assert.Equal(t, "not compared: a text of 2001 characters, and edlib compares up to 2000; fuzzy has no such limit", judge(t, edlib.Comparator{}, long+"b", long).Note)
}

func TestOptionsAreChecked(t *testing.T) {
	for options, problem := range map[string]string{
		`algorithm: levenstein`:  `edlib: unknown algorithm "levenstein"; valid are cosine, damerau, dice, hamming, jaccard, jaro, jaro_winkler, lcs, levenshtein, osa, qgram`,
		`threshold: 0`:           `edlib: a threshold of 0 lets everything match; leave it out for the default`,
		`threshold: 1.5`:         `edlib: threshold 1.5, want a number above 0 and at most 1`,
		`verbatim: true`:         `edlib: json: unknown field "verbatim"; the options are algorithm and threshold`,
		`threshold: "very good"`: `the options are algorithm and threshold`,
	} {
		_, err := eval.ParseSpec([]byte("fields: [{path: vendor, match: edlib, "+options+"}]"), edlib.Custom())
		assert.ErrorContains(t, err, problem)
	}
	_, err := eval.Spec{Fields: []eval.Field{{Path: "vendor", Match: edlib.Comparator{Algorithm: "levenstein"}}}}.Compile()
	assert.ErrorContains(t, err, `unknown algorithm "levenstein"`)
	_, err = edlib.Comparator{Threshold: -1}.Compare(t.Context(), value(t, `"a"`), value(t, `"b"`))
	assert.ErrorContains(t, err, "threshold -1")
}

func TestASpecReadsBack(t *testing.T) {
	spec, err := eval.ParseSpec([]byte("fields: [{path: vendor, match: edlib, algorithm: dice, threshold: 0.7}, {path: city, match: edlib}]"), edlib.Custom())
	require.NoError(t, err)
	text, err := json.Marshal(spec)
	require.NoError(t, err)
	again, err := eval.ParseSpec(text, edlib.Custom())
	require.NoError(t, err)
	assert.Equal(t, spec, again)
	assert.Equal(t, edlib.Comparator{Algorithm: "dice", Threshold: 0.7}, again.Fields[0].Match)
	assert.Equal(t, edlib.Comparator{}, again.Fields[1].Match)
	assert.Equal(t, "text, similarity >= 0.85, levenshtein of go-edlib", compare.Sentence(again.Fields[1].Match))
}

func FuzzComparator(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("a", "b")
	f.Add("", " ")
	f.Add("\xff", "é\u0301")
	f.Fuzz(func(t *testing.T, got, want string) {
		for _, algorithm := range []string{"levenshtein", "damerau", "osa", "lcs", "hamming", "jaro", "jaro_winkler", "cosine", "jaccard", "dice", "qgram"} {
			c := edlib.Comparator{Algorithm: algorithm}
			there, back := judge(t, c, got, want), judge(t, c, want, got)
			assert.True(t, there.Similarity >= 0 && there.Similarity <= 1, "%s(%q, %q) = %v", algorithm, got, want, there.Similarity)
			assert.InDelta(t, there.Similarity, back.Similarity, 1e-6, "%s is symmetric for %q and %q", algorithm, got, want)
			if utf8.ValidString(got) {
				assert.Equal(t, 1.0, judge(t, c, got, got).Similarity, "%s(%q, %[2]q)", algorithm, got)
			}
		}
	})
}

// Two letters are swapped, which is one edit in 17 characters.
func ExampleComparator() {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "vendor", Match: edlib.Comparator{Algorithm: "damerau", Threshold: 0.9}}}}.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(), `{"vendor": "Northwind Tradres"}`, `{"vendor": "Northwind Traders"}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Verdict, r.Fields[0].Similarity)
	// Output: pass 0.941176
}

// A spec names the comparator where the program hands over Custom.
func Example() {
	spec, err := eval.ParseSpec([]byte(`
fields:
  - {path: vendor, match: edlib, algorithm: jaro_winkler, threshold: 0.9}
`), edlib.Custom())
	if err != nil {
		panic(err)
	}
	e, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(), `{"vendor": "Northwind Tradres"}`, `{"vendor": "Northwind Traders"}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Verdict, r.Fields[0].Similarity)
	// Output: pass 0.988235
}
