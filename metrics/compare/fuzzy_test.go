package compare_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

func TestFuzzy(t *testing.T) {
	fuzzy := compare.Fuzzy{}
	at := func(threshold float64) compare.Fuzzy { return compare.Fuzzy{Threshold: threshold} }
	run(t, []row{
		{"equal", fuzzy, `"Acme"`, `"Acme"`, hit},
		{"case", fuzzy, `"ACME CORP"`, `"Acme Corp"`, hit},
		{"white space", fuzzy, `" Acme\n\tCorp"`, `"Acme Corp"`, hit},
		{"normalization form", fuzzy, `"Cafe\u0301"`, `"Café"`, hit},
		{"sharp s", fuzzy, `"Hauptstraße"`, `"HAUPTSTRASSE"`, hit},
		// One of ten letters: (10-1)/10.
		{"a typing error", fuzzy, `"Acme Corpp"`, `"Acme Corp"`, similar(0.9)},
		// 17 of 20 letters: exactly the default threshold.
		{"the default threshold is reached", fuzzy, `"aaaaaaaaaaaaaaaaabbb"`, `"aaaaaaaaaaaaaaaaaccc"`, similar(0.85)},
		{"and missed", fuzzy, `"aaaaaaaaaaaaaaaabbbb"`, `"aaaaaaaaaaaaaaaacccc"`, compare.Comparison{Similarity: 0.8}},
		{"a threshold is reached within the slack", at(0.9 + 5e-10), `"Acme Corpp"`, `"Acme Corp"`, similar(0.9)},
		{"and missed beyond it", at(0.9 + 2e-9), `"Acme Corpp"`, `"Acme Corp"`, compare.Comparison{Similarity: 0.9}},
		{"a threshold of 1", at(1), `"Acme Corpp"`, `"Acme Corp"`, compare.Comparison{Similarity: 0.9}},
		{"blank against text", fuzzy, `" "`, `"Acme"`, miss},
		{"blank against blank", fuzzy, `" "`, `"\t"`, hit},

		{"Verbatim: case counts", compare.Fuzzy{Verbatim: true}, `"ACME"`, `"acme"`, miss},
		{"Verbatim: white space counts", compare.Fuzzy{Verbatim: true, Threshold: 0.5}, `"a b"`, `"ab"`, similar(2.0 / 3)},

		// What Auto reads as one text.
		{"blanks beside a slash", at(1), `"FCL/FCL CY/CY"`, `"FCL / FCL CY / CY"`, hit},
		{"in a short text", fuzzy, `"A/B"`, `"A / B"`, hit},
		{"a blank beside a point", fuzzy, `"No.5"`, `"No. 5"`, hit},
		{"an ordinal sign", at(1), `"8º"`, `"8°"`, hit},
		{"Verbatim: blanks beside a slash count", compare.Fuzzy{Verbatim: true}, `"A/B"`, `"A / B"`, compare.Comparison{Similarity: 0.6}},

		{"other types do not match", fuzzy, `100`, `"100"`, missWith("type mismatch", "got number, want string")},
		{"numbers as under Exact", fuzzy, `100.0`, `100`, hit},
		{"numbers that look alike do not match", fuzzy, `1000000000000001`, `1000000000000000`, miss},
	})
}

func TestFuzzyAlgorithms(t *testing.T) {
	for _, name := range similarity.Names() {
		f, ok := similarity.Named(name)
		if !assert.True(t, ok, name) {
			continue
		}
		run(t, []row{{name, compare.Fuzzy{Algorithm: name, Threshold: 0.01}, `"Rechnung 12"`, `"rechnung  21"`, similar(f("rechnung 12", "rechnung 21"))}})
	}
}

func TestFuzzyValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Fuzzy
		text string
	}{
		"algorithm": {compare.Fuzzy{Algorithm: "soundex"}, `compare: fuzzy: algorithm: unknown value "soundex"; valid are levenshtein, osa, damerau, jaro, jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram`},
		"negative":  {compare.Fuzzy{Threshold: -0.1}, `compare: fuzzy: threshold: got -0.1, want a number above 0 and at most 1`},
		"above 1":   {compare.Fuzzy{Threshold: 1.5}, `compare: fuzzy: threshold: got 1.5, want a number above 0 and at most 1`},
		"NaN":       {compare.Fuzzy{Threshold: math.NaN()}, `compare: fuzzy: threshold: got NaN, want a number above 0 and at most 1`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.EqualError(t, validate(tt.rule), tt.text)
			_, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			_, err = tt.rule.Compare(context.Background(), parse(t, `"a"`), parse(t, `"b"`))
			assert.EqualError(t, err, tt.text)
		})
	}
	assert.NoError(t, validate(compare.Fuzzy{}))
	assert.NoError(t, validate(compare.Fuzzy{Threshold: 1}))
}

// Texts up to 65,536 characters are compared exactly; beyond that the note says so.
func TestFuzzyLongTexts(t *testing.T) {
	text := func(n int, every int) string { // every so many-th character is wrong
		b := []byte(strings.Repeat("abcdefghij", n/10))
		for i := 0; i < n && every > 0; i += every {
			b[i] = '#'
		}
		return `"` + string(b) + `"`
	}
	rule := compare.Fuzzy{}
	c, err := rule.Compare(t.Context(), parse(t, text(18_000, 9)), parse(t, text(18_000, 0)))
	assert.NoError(t, err)
	assert.Equal(t, compare.Comparison{Match: true, Score: 8.0 / 9, Similarity: 8.0 / 9}, c, "2,000 of 18,000 are wrong")
	c, err = rule.Compare(t.Context(), parse(t, text(80_000, 9)), parse(t, text(80_000, 0)))
	assert.NoError(t, err)
	assert.True(t, strings.HasPrefix(c.Note, "approximate: "), c.Note)
	c, err = compare.Fuzzy{Algorithm: "jaro"}.Compare(t.Context(), parse(t, text(80_000, 9)), parse(t, text(80_000, 0)))
	assert.NoError(t, err)
	assert.Empty(t, c.Note)
}
