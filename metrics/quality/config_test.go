package quality_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/quality"
)

func TestThresholds(t *testing.T) {
	fixed := func(s float64) quality.Judge {
		return quality.Judge{Name: "fixed", Similarity: func(context.Context, string, string) (float64, error) { return s, nil }}
	}
	tests := []struct {
		name     string
		strategy quality.Strategy
		judge    quality.Judge
		match    bool
	}{
		{"FUZZY from .85", "FUZZY", fixed(0.85), true},
		{"FUZZY below", "FUZZY", fixed(0.849), false},
		{"SEMANTIC from .80", "SEMANTIC", fixed(0.80), true},
		{"SEMANTIC below", "SEMANTIC", fixed(0.799), false},
		{"a negative cosine is 0", "SEMANTIC", fixed(-0.3), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := quality.Config{Strategies: map[string]quality.Strategy{"a": tt.strategy}, Fuzzy: tt.judge, Semantic: tt.judge}
			r := measure(t, c, `{"a":"x"}`, `{"a":"y"}`)
			assert.Equal(t, tt.match, r.Keys[0].Match)
			assert.Empty(t, r.Keys[0].Error)
		})
	}
	c := quality.Config{Strategies: map[string]quality.Strategy{"a": "FUZZY"}, Fuzzy: quality.Judge{Threshold: 0.5}}
	assert.True(t, measure(t, c, `{"a":"ab"}`, `{"a":"ac"}`).Keys[0].Match, "the built-in judge with a threshold of one's own")
}

func TestWeights(t *testing.T) {
	const wrong = `{"a":2,"b":1}` // accuracy 0, completeness 1, safety 1, hallucination 1/2
	tests := []struct {
		name            string
		weights         quality.Weights
		rqs, attainable float64
	}{
		{"default", quality.Weights{}, 0.25 + 0.15 - 0.075, 0.85},
		{"one alone", quality.Weights{Completeness: 1}, 1, 1},
		{"clamped below", quality.Weights{Hallucination: 5}, 0, 0},
		{"clamped above", quality.Weights{Completeness: 5}, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := measure(t, quality.Config{Weights: tt.weights}, wrong, `{"a":1}`)
			assert.InDelta(t, tt.rqs, value(t, r.RQS), 1e-12)
			assert.InDelta(t, tt.attainable, r.Weights.Attainable(), 1e-12)
		})
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		name   string
		config quality.Config
		want   any
		err    string
	}{
		{"no truth", quality.Config{}, nil, `quality: want is nil; give json.RawMessage("null") for a truth without any value`},
		{"a truth that is not JSON", quality.Config{}, `{`, `quality: reading the truth: `},
		{"a truth that is not an object", quality.Config{}, `[1]`, `quality: the truth is of type array, want an object; set Leaves for other documents`},
		{"an unknown strategy", quality.Config{Strategies: map[string]quality.Strategy{"a": "fuzzy"}}, `{}`, `quality: key "a": unknown strategy "fuzzy", want one of ["EXACT" "FUZZY" "SEMANTIC" "IGNORE"]`},
		{"a nameless judge", quality.Config{Fuzzy: quality.Judge{Similarity: quality.Lexical}}, `{}`, `quality: Fuzzy judge has no Name; results say who judged`},
		{"a judge without function", quality.Config{Semantic: quality.Judge{Name: "gpt"}}, `{}`, `quality: Semantic judge "gpt" has no Similarity function`},
		{"a threshold out of range", quality.Config{Semantic: quality.Judge{Threshold: 2}}, `{}`, `quality: Semantic judge has threshold 2, want a number above 0 and at most 1, or 0 for the default`},
		{"a negative weight", quality.Config{Weights: quality.Weights{Accuracy: 1, Hallucination: -1}}, `{}`, `quality: weight Hallucination is -1, want a number that is not negative`},
		{"a weight that is not a number", quality.Config{Weights: quality.Weights{Safety: math.NaN()}}, `{}`, `quality: weight Safety is NaN, want a number that is not negative`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.config.Evaluate(ctx, `{}`, tt.want)
			require.Error(t, err)
			assert.True(t, strings.HasPrefix(err.Error(), tt.err), "got  %q\nwant %q", err, tt.err)
		})
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]quality.Strategy{
		`"Senior engineer at a bank"`: "SEMANTIC",
		`"INV-2024/17"`:               "EXACT",
		`"12 March 2024"`:             "EXACT",
		`"anna@example.org"`:          "EXACT",
		`"EUR"`:                       "EXACT",
		`12.5`:                        "EXACT",
		`true`:                        "EXACT",
		`["some free text"]`:          "EXACT",
	} {
		r := measure(t, quality.Config{}, `{"key":`+text+`}`, `{"key":`+text+`}`)
		assert.Equal(t, want, r.Keys[0].Strategy, text)
	}
}

func TestParseStrategies(t *testing.T) {
	got, err := quality.ParseStrategies([]byte(`{"name":"FUZZY","lines[].note":"IGNORE"}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]quality.Strategy{"name": "FUZZY", "lines[].note": "IGNORE"}, got)

	for _, tt := range []struct{ name, text, err string }{
		{"no JSON", `name: FUZZY`, `quality: strategies: `},
		{"no object", `["FUZZY"]`, `quality: strategies: got a JSON value of type array, want an object such as {"name": "FUZZY"}`},
		{
			"all problems at once", `{"a":"fuzzy","b":0.9,"c":"EXACT","c":"FUZZY"}`,
			`quality: key "a": unknown strategy "fuzzy", want one of ["EXACT" "FUZZY" "SEMANTIC" "IGNORE"]
quality: key "b": got 0.9, want one of ["EXACT" "FUZZY" "SEMANTIC" "IGNORE"]
quality: key "c" appears twice`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := quality.ParseStrategies([]byte(tt.text))
			require.Error(t, err)
			assert.True(t, strings.HasPrefix(err.Error(), tt.err), "got  %q\nwant %q", err, tt.err)
		})
	}
}
