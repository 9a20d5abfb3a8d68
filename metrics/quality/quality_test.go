package quality_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/quality"
)

// The worked example: of six keys the truth fills four, the answer lacks one of them,
// fills one that should be empty and adds one.
const (
	exampleWant = `{
		"id": 7,
		"name": "Maria Gonzalez",
		"bio": "Senior engineer with ten years of experience in distributed systems",
		"status": "active",
		"internal_id": null
	}`
	exampleGot = `{
		"id": "7",
		"name": "Maria Gonzales",
		"bio": "Has built distributed systems for a decade, now as a lead engineer",
		"internal_id": "X-1",
		"extra_field": null
	}`
)

var exampleStrategies = map[string]quality.Strategy{"name": "FUZZY", "bio": "SEMANTIC"}

// stub is a judge that reads: it knows the two pairs of the example.
var stub = quality.Judge{Name: "stub", Similarity: func(_ context.Context, got, want string) (float64, error) {
	switch want {
	case "Maria Gonzalez":
		return 0.92, nil
	case "Senior engineer with ten years of experience in distributed systems":
		return 0.88, nil
	}
	return 0, errors.New("unknown pair")
}}

func measure(t *testing.T, c quality.Config, got, want any) quality.Result {
	t.Helper()
	r, err := c.Evaluate(context.Background(), got, want)
	require.NoError(t, err)
	return r
}

// in returns the paths of the keys in a bucket.
func in(r quality.Result, b quality.Bucket) (paths []string) {
	for _, k := range r.Keys {
		if k.Bucket == b {
			paths = append(paths, k.Path)
		}
	}
	return paths
}

func value(t *testing.T, ratio func() (float64, bool)) float64 {
	t.Helper()
	v, ok := ratio()
	require.True(t, ok)
	return v
}

func TestWorkedExample(t *testing.T) {
	r := measure(t, quality.Config{Strategies: exampleStrategies, Fuzzy: stub, Semantic: stub}, exampleGot, exampleWant)

	assert.Equal(t, []string{"id", "name", "bio"}, in(r, "both_filled"))
	assert.Equal(t, []string{"status"}, in(r, "missing"))
	assert.Equal(t, []string{"internal_id"}, in(r, "hallucinated"))
	assert.Equal(t, []string{"extra_field"}, in(r, "extra"))
	assert.Empty(t, in(r, "both_empty"))

	assert.Equal(t, 0.75, r.Completeness())
	assert.InDelta(t, 2.0/6, r.Hallucination(), 1e-15)
	assert.Equal(t, 1.0, value(t, r.Accuracy))
	assert.Equal(t, 1.0, r.SafetyScore)
	// .45·1 + .25·.75 + .15·1 − .15·2/6
	assert.InDelta(t, 0.7375, value(t, r.RQS), 1e-12)
	assert.Equal(t, 0.85, r.Weights.Attainable())
	assert.False(t, r.SafetyChecked)
	assert.Equal(t, []string{"stub", "stub"}, []string{r.FuzzyJudge, r.SemanticJudge})
}

// The built-in judges find the name, one letter off, but not the bio, which says the
// same in other words.
func TestWorkedExampleWithoutLanguageModel(t *testing.T) {
	r := measure(t, quality.Config{Strategies: exampleStrategies}, exampleGot, exampleWant)
	name, bio := r.Keys[1], r.Keys[2]
	assert.True(t, name.Match)
	assert.InDelta(t, 13.0/14, name.Similarity, 1e-12)
	assert.False(t, bio.Match)
	assert.Less(t, bio.Similarity, 0.80)
	assert.InDelta(t, 2.0/3, value(t, r.Accuracy), 1e-12)
	assert.InDelta(t, 0.7375-0.15, value(t, r.RQS), 1e-12)
	assert.Equal(t, "levenshtein (letters, no language model)", r.FuzzyJudge)
	assert.Equal(t, "lexical (letters and words, no language model)", r.SemanticJudge)
}

func TestRatios(t *testing.T) {
	ignoring := quality.Config{Strategies: map[string]quality.Strategy{"a": "IGNORE"}}
	tests := []struct {
		name                                  string
		config                                quality.Config
		got, want                             string
		completeness, hallucination, accuracy float64
	}{
		{"nothing on either side", quality.Config{}, `{}`, `{}`, 1, 0, 1},
		{"an empty truth", quality.Config{}, `null`, `null`, 1, 0, 1},
		{"a perfect answer", quality.Config{}, `{"a":1,"b":"x"}`, `{"a":1,"b":"x"}`, 1, 0, 1},
		{"an answer without values", quality.Config{}, `{}`, `{"a":1,"b":"x"}`, 0, 0, 1},
		{"null, blank and absent are empty", quality.Config{}, `{"a":null,"b":" "}`, `{"a":1,"b":2,"c":3}`, 0, 0, 1},
		{"both empty, in whatever way", quality.Config{}, `{"a":""}`, `{"a":null,"b":null}`, 1, 0, 1},
		{"an extra null key is made up, too", quality.Config{}, `{"a":1,"b":null}`, `{"a":1}`, 1, 0.5, 1},
		{"0 and false are values", quality.Config{}, `{"a":0,"b":false}`, `{"a":0,"b":false}`, 1, 0, 1},
		{"a wrong value is complete", quality.Config{}, `{"a":2}`, `{"a":1}`, 1, 0, 0},
		{"case and type of a number make no difference", quality.Config{}, `{"a":"12","b":"EUR"}`, `{"a":12.0,"b":"eur"}`, 1, 0, 1},
		{"IGNORE leaves the accuracy only", ignoring, `{"a":2,"b":1}`, `{"a":1,"b":1}`, 1, 0, 1},
		{"nothing but ignored keys", ignoring, `{"a":2}`, `{"a":1}`, 1, 0, 1},
		{"an ignored key can be missing", ignoring, `{"b":1}`, `{"a":1,"b":1}`, 0.5, 0, 1},
		{"an ignored key can be hallucinated", ignoring, `{"a":1,"b":1}`, `{"a":null,"b":1}`, 1, 0.5, 1},
		{"an empty array is a value", quality.Config{}, `{"a":[]}`, `{"a":[1]}`, 1, 0, 0},
		{"unless collections may be empty", quality.Config{EmptyCollections: true}, `{"a":[]}`, `{"a":[1]}`, 0, 0, 1},
		{"of duplicate keys the last one counts", quality.Config{}, `{"a":2,"a":1}`, `{"a":1}`, 1, 0, 1},
		{"no JSON", quality.Config{}, `{"a":`, `{"a":1}`, 0, 0, 0},
		{"no object", quality.Config{}, `[1]`, `{"a":1}`, 0, 0.5, 0},
		{"no value, and none is 0", quality.Config{NoneIsZero: true}, `{}`, `{"a":1}`, 0, 0, 0},
		{"none is 0, and there is none to find", quality.Config{NoneIsZero: true}, `{}`, `{"a":null}`, 1, 0, 1},
		{"none is 0, and there is one", quality.Config{NoneIsZero: true}, `{"a":1}`, `{"a":1,"b":2}`, 0.5, 0, 1},
		{"numbers are not texts to a judge", quality.Config{Strategies: map[string]quality.Strategy{"a": "FUZZY"}}, `{"a":100000001}`, `{"a":100000000}`, 1, 0, 0},
		{"a key that is empty", quality.Config{}, `{"":1}`, `{"":1}`, 1, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := measure(t, tt.config, tt.got, tt.want)
			assert.Equal(t, tt.completeness, r.Completeness(), "completeness")
			assert.Equal(t, tt.hallucination, r.Hallucination(), "hallucination")
			assert.Equal(t, tt.accuracy, value(t, r.Accuracy), "accuracy")
		})
	}
}

func TestLeaves(t *testing.T) {
	leaves := quality.Config{Leaves: true, Strategies: map[string]quality.Strategy{"lines[].note": "IGNORE"}}
	type paths map[quality.Bucket][]string
	tests := []struct {
		name, got, want string
		buckets         paths
		mismatches      []string
	}{
		{
			"nested keys", `{"vendor":{"name":"ACME","city":null,"vat":"1"}}`, `{"vendor":{"name":"ACME","city":"Bonn"}}`,
			paths{"both_filled": {"vendor.name"}, "missing": {"vendor.city"}, "extra": {"vendor.vat"}}, nil,
		},
		{
			"rows in another order", `{"lines":[{"description":"pump","qty":3},{"description":"hose","qty":1}]}`, `{"lines":[{"description":"hose","qty":1},{"description":"pump","qty":2}]}`,
			paths{"both_filled": {"lines[0].description", "lines[0].qty", "lines[1].description", "lines[1].qty"}}, []string{"lines[1].qty"},
		},
		{
			"a row too few and one too many", `{"lines":[{"description":"pump","note":"x"},{"description":"tax","qty":null}]}`,
			`{"lines":[{"description":"hose","qty":null},{"description":"pump","note":"y"}]}`,
			paths{
				"both_filled": {"lines[1].description", "lines[1].note"}, "missing": {"lines[0].description"},
				"both_empty": {"lines[0].qty"}, "extra": {"lines[1].description", "lines[1].qty"},
			}, []string{"lines[1].note"},
		},
		{
			"sets", `{"tags":["b","a","c"]}`, `{"tags":["a","b"]}`,
			paths{"both_filled": {"tags[0]", "tags[1]"}, "extra": {"tags[2]"}}, nil,
		},
		{"empty lists", `{"lines":[]}`, `{"lines":[]}`, paths{"both_empty": {"lines"}}, nil},
		{"an absent and an empty list", `{}`, `{"lines":[]}`, paths{"both_empty": {"lines"}}, nil},
		{"rows where there are none", `{"lines":[{"a":1,"b":null}]}`, `{"lines":[]}`, paths{"hallucinated": {"lines[0].a"}, "extra": {"lines[0].b"}}, nil},
		{"no rows where there are some", `{"lines":null}`, `{"lines":[{"a":1,"b":2}]}`, paths{"missing": {"lines[0].a", "lines[0].b"}}, nil},
		{"a scalar for an object", `{"vendor":"ACME"}`, `{"vendor":{"name":"ACME","city":"Bonn"}}`, paths{"missing": {"vendor.name", "vendor.city"}, "extra": {"vendor"}}, nil},
		{"a scalar for a list", `{"lines":3}`, `{"lines":[{"a":1}]}`, paths{"missing": {"lines[0].a"}, "extra": {"lines"}}, nil},
		{"an object for a scalar", `{"vendor":{"name":"ACME"}}`, `{"vendor":"ACME"}`, paths{"both_filled": {"vendor"}}, []string{"vendor"}},
		{"an object for null", `{"vendor":{"name":"ACME"}}`, `{"vendor":null}`, paths{"hallucinated": {"vendor.name"}}, nil},
		{"an empty object for null", `{"vendor":{}}`, `{"vendor":null}`, paths{"both_empty": {"vendor"}}, nil},
		{"items of several kinds are one value", `{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2}]}`, paths{"both_filled": {"a"}}, nil},
		{"keys with dots", `{"a.b":{"c":1}}`, `{"a.b":{"c":1}}`, paths{"both_filled": {`["a.b"].c`}}, nil},
		{"a list at the top", `[{"sku":"A"},{"sku":"B"}]`, `[{"sku":"B"}]`, paths{"both_filled": {"[0].sku"}, "extra": {"[0].sku"}}, nil},
		{"lists in lists", `{"orders":[{"id":2,"lines":[{"sku":"B"}]},{"id":1,"lines":[{"sku":"A"}]}]}`, `{"orders":[{"id":1,"lines":[{"sku":"A"}]},{"id":2,"lines":[{"sku":"B"}]}]}`,
			paths{"both_filled": {"orders[0].id", "orders[0].lines[0].sku", "orders[1].id", "orders[1].lines[0].sku"}}, nil},
		{"items that say N/A", `{"tags":["N/A","b"]}`, `{"tags":["b","n/a"]}`, paths{"both_filled": {"tags[0]", "tags[1]"}}, nil},
		{"an item that says N/A on one side", `{"tags":["x","b"]}`, `{"tags":["N/A","b"]}`, paths{"both_filled": {"tags[1]"}, "missing": {"tags[0]"}, "extra": {"tags[0]"}}, nil},
		{"an invented item that says N/A", `{"tags":["b","N/A"]}`, `{"tags":["b"]}`, paths{"both_filled": {"tags[0]"}, "extra": {"tags[1]"}}, nil},
		{"rows that say N/A", `{"lines":[{"a":"b"}]}`, `{"lines":[{"a":"N/A"},{"a":"b"},{"a":"N/A"}]}`, paths{"both_filled": {"lines[1].a"}, "missing": {"lines[0].a", "lines[2].a"}}, nil},
		{"rows without a value", `{"lines":[{"a":null},{"a":"b"}]}`, `{"lines":[{"a":null},{"a":"b"}]}`, paths{"both_filled": {"lines[1].a"}}, nil},
		{"a scalar document", `3`, `3`, paths{"both_filled": {"(document)"}}, nil},
		{"no JSON", `nothing`, `{"a":{"b":1}}`, paths{"missing": {"a.b"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := measure(t, leaves, tt.got, tt.want)
			n := 0
			for _, b := range []quality.Bucket{"both_filled", "missing", "hallucinated", "extra", "both_empty"} {
				assert.Equal(t, tt.buckets[b], in(r, b), b)
				n += len(in(r, b))
			}
			assert.Len(t, r.Keys, n, "the buckets partition the keys")
			var mismatches []string
			for _, k := range r.Keys {
				if k.Bucket == "both_filled" && !k.Match {
					mismatches = append(mismatches, k.Path)
				}
			}
			assert.Equal(t, tt.mismatches, mismatches)
		})
	}
}

func TestJudgeThatFails(t *testing.T) {
	failing := quality.Judge{Name: "down", Similarity: func(_ context.Context, got, _ string) (float64, error) {
		switch got {
		case "panic":
			panic("out of order")
		case "nan":
			return math.NaN(), nil
		case "two":
			return 2, nil
		}
		return 0, errors.New("503")
	}}
	c := quality.Config{Semantic: failing, Strategies: map[string]quality.Strategy{"a": "SEMANTIC", "b": "EXACT"}}

	t.Run("it is left out and shown", func(t *testing.T) {
		r := measure(t, c, `{"a":"x","b":1}`, `{"a":"y","b":1}`)
		assert.Equal(t, `compare: semantic "down": 503`, r.Keys[0].Error)
		assert.False(t, r.Keys[0].Match)
		assert.Equal(t, 1.0, value(t, r.Accuracy), "over the keys that were judged")
	})
	t.Run("no accuracy is made up", func(t *testing.T) {
		r := measure(t, c, `{"a":"x"}`, `{"a":"y"}`)
		_, ok := r.Accuracy()
		assert.False(t, ok)
		_, ok = r.RQS()
		assert.False(t, ok)
		assert.Equal(t, 1.0, r.Completeness())
	})
	for _, tt := range []struct{ got, want string }{
		{"panic", `compare: semantic "down": judge panicked: out of order`},
		{"nan", `compare: semantic "down": Similarity returned NaN, want a number in [0,1]`},
		{"two", `compare: semantic "down": Similarity returned 2, want a number in [0,1]`},
	} {
		t.Run(tt.got, func(t *testing.T) {
			r := measure(t, c, map[string]any{"a": tt.got}, `{"a":"y"}`)
			assert.Equal(t, tt.want, r.Keys[0].Error)
		})
	}
	t.Run("equal texts need no judge", func(t *testing.T) {
		r := measure(t, c, `{"a":"the same  text"}`, `{"a":"The same text"}`)
		assert.Empty(t, r.Keys[0].Error)
		assert.Equal(t, 1.0, value(t, r.Accuracy))
	})
}

func TestSafety(t *testing.T) {
	tests := []struct {
		name   string
		safety func(context.Context, document.Value) (float64, error)
		score  float64
		fails  string
	}{
		{"none", nil, 1, ""},
		{"a score", func(_ context.Context, v document.Value) (float64, error) {
			if strings.Contains(v.Member("a").Text(), "@") {
				return 0.5, nil
			}
			return 1, nil
		}, 0.5, ""},
		{"an error", func(context.Context, document.Value) (float64, error) { return 1, errors.New("no policy") }, 0, "no policy"},
		{"out of range", func(context.Context, document.Value) (float64, error) { return 1.5, nil }, 0, "the function returned 1.5, want a number in [0,1]"},
		{"NaN", func(context.Context, document.Value) (float64, error) { return math.NaN(), nil }, 0, "the function returned NaN, want a number in [0,1]"},
		{"a panic", func(context.Context, document.Value) (float64, error) { panic("!") }, 0, "the function panicked: !"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := measure(t, quality.Config{Safety: tt.safety}, `{"a":"x@y.z"}`, `{"a":"x@y.z"}`)
			assert.Equal(t, tt.score, r.SafetyScore)
			assert.Equal(t, tt.fails, r.SafetyError)
			_, ok := r.RQS()
			assert.Equal(t, tt.fails == "", ok)
		})
	}
}

func TestLexical(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		want       float64
	}{
		{"equal but for case", "Anna Berg", "anna  berg", 1},
		{"another order of words", "Berg Anna", "Anna Berg", 1},
		{"empty and not", "", "Anna", 0},
		{"nothing in common", "abc", "xyz", 0},
		{"night and nacht have one of four bigrams, and two letters to change", "night", "nacht", 0.6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := quality.Lexical(context.Background(), tt.a, tt.b)
			require.NoError(t, err)
			assert.InDelta(t, tt.want, got, 1e-12)
		})
	}
}

func TestEvaluateAll(t *testing.T) {
	// RQS: .85, .85-.225 = .625 (one of two wrong), .45+.125+.15 = .725 (one missing).
	answers := []any{`{"a":1,"b":3}`, `{"a":1,"b":2}`, `{"a":1}`}
	a, err := quality.Config{}.EvaluateAll(context.Background(), answers, `{"a":1,"b":2}`)
	require.NoError(t, err)
	best, ok := a.Ranking[0], a.Scored > 0
	assert.True(t, ok)
	assert.Equal(t, 1, best)
	assert.Equal(t, []int{1, 2, 0}, a.Ranking)
	// numpy: np.mean([.625,.85,.725]) and np.var of the same.
	assert.InDelta(t, 0.7333333333333334, a.Mean, 1e-12)
	assert.InDelta(t, 0.008472222222222221, a.Variance, 1e-12)
	assert.InDelta(t, 0.5, a.Consistency, 1e-12, "all agree on a, none on b")

	t.Run("ties keep their order", func(t *testing.T) {
		a, err := quality.Config{}.EvaluateAll(context.Background(), []any{`{"a":2}`, `{"a":3}`}, `{"a":1}`)
		require.NoError(t, err)
		assert.Equal(t, []int{0, 1}, a.Ranking)
	})
	t.Run("a single answer", func(t *testing.T) {
		a, err := quality.Config{}.EvaluateAll(context.Background(), []any{`{"a":1}`}, `{"a":1}`)
		require.NoError(t, err)
		assert.Equal(t, 1.0, a.Consistency)
		assert.Equal(t, 0.0, a.Variance)
	})
	t.Run("extra keys are disagreement", func(t *testing.T) {
		a, err := quality.Config{}.EvaluateAll(context.Background(), []any{`{"a":1,"x":1}`, `{"a":1}`}, `{"a":1}`)
		require.NoError(t, err)
		assert.Equal(t, 0.5, a.Consistency)
	})
	t.Run("all empty values are the same", func(t *testing.T) {
		answers := []any{`{"a":null}`, `{"a":[]}`, `{"a":{}}`, `{}`}
		for _, c := range []quality.Config{{Leaves: true}, {EmptyCollections: true}} {
			a, err := c.EvaluateAll(context.Background(), answers, `{"a":"x"}`)
			require.NoError(t, err)
			assert.Equal(t, 1.0, a.Consistency, "%+v", c)
		}
		a, err := quality.Config{}.EvaluateAll(context.Background(), answers, `{"a":"x"}`)
		require.NoError(t, err)
		assert.InDelta(t, 1.0/6, a.Consistency, 1e-12, "collections are values: null and no key alone agree")
	})
	t.Run("an answer that could not be judged comes last", func(t *testing.T) {
		c := quality.Config{Semantic: quality.Judge{Name: "down", Similarity: func(context.Context, string, string) (float64, error) {
			return 0, errors.New("503")
		}}}
		a, err := c.EvaluateAll(context.Background(), []any{`{"a":"other words here"}`, `{}`}, `{"a":"some free text"}`)
		require.NoError(t, err)
		assert.Equal(t, []int{1, 0}, a.Ranking)
		assert.Equal(t, 1, a.Scored)
	})
	t.Run("none", func(t *testing.T) {
		_, err := quality.Config{}.EvaluateAll(context.Background(), nil, `{"a":1}`)
		assert.EqualError(t, err, "quality: no answers to compare")
	})
}

func TestResultJSON(t *testing.T) {
	r := measure(t, quality.Config{}, `{"a":1,"b":null}`, `{"a":1}`)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"rqs": 0.775, "attainable": 0.85, "accuracy": 1, "completeness": 1, "hallucination": 0.5, "safety": 1, "safety_checked": false,
		"weights": {"accuracy": 0.45, "completeness": 0.25, "safety": 0.15, "hallucination": 0.15},
		"buckets": {"both_filled": ["a"], "missing": [], "hallucinated": [], "extra": ["b"], "both_empty": []},
		"keys": [
			{"path": "a", "attribute": "a", "bucket": "both_filled", "strategy": "EXACT", "match": true, "similarity": 1, "got": 1, "want": 1},
			{"path": "b", "attribute": "b", "bucket": "extra", "got": null}
		]
	}`, string(text))

	t.Run("undefined numbers are left out", func(t *testing.T) {
		down := quality.Judge{Name: "down", Similarity: func(context.Context, string, string) (float64, error) { return 0, errors.New("503") }}
		text, err := json.Marshal(measure(t, quality.Config{Semantic: down}, `{"a":"other words here"}`, `{"a":"some free text"}`))
		require.NoError(t, err)
		var members map[string]any
		require.NoError(t, json.Unmarshal(text, &members))
		assert.NotContains(t, members, "rqs")
		assert.NotContains(t, members, "accuracy")
		assert.Equal(t, []any{"a"}, members["errored"])
		assert.Equal(t, "down", members["semantic_judge"])
	})
}
