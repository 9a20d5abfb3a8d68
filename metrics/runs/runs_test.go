package runs_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/runs"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/metrics/stats"
)

func parse(text string) document.Value {
	v, err := document.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

func values(texts ...string) []document.Value {
	v := make([]document.Value, len(texts))
	for i, text := range texts {
		if text != "" {
			v[i] = parse(text)
		}
	}
	return v
}

var (
	anna = spans.Extraction{Class: "person", Start: 0, End: 4, Quote: "Anna"}
	bonn = spans.Extraction{Class: "place", Start: 10, End: 14, Quote: "Bonn"}
	kiel = spans.Extraction{Class: "place", Start: 10, End: 14, Quote: "Kiel"}
)

func TestUniqueExtractionStability(t *testing.T) {
	type run = []spans.Extraction
	tests := []struct {
		name string
		runs []run
		want float64
	}{
		{"no run", nil, 1},
		{"one run", []run{{anna}}, 1},
		{"all empty", []run{nil, {}, nil}, 1},
		{"the same in another order", []run{{anna, bonn}, {bonn, anna}}, 1},
		{"twice counts once", []run{{anna, anna}, {anna}}, 1},
		{"nothing in common", []run{{bonn}, {kiel}}, 0},
		{"empty and not", []run{{anna}, nil}, 0},
		{"one of three in common", []run{{anna, bonn}, {anna, kiel}}, 1.0 / 3},
		{"mean over pairs: 1, 1/2, 1/2", []run{{anna, bonn}, {anna, bonn}, {anna}}, 2.0 / 3},
		{"another class is another extraction", []run{{anna}, {{Class: "name", Start: 0, End: 4, Quote: "Anna"}}}, 0},
		{"another place is another extraction", []run{{anna}, {{Class: "person", Start: 1, End: 4, Quote: "Anna"}}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, runs.UniqueExtractionStability(tt.runs), 1e-12)
		})
	}
}

func TestCount(t *testing.T) {
	// Counts 2, 4, 4, 4, 5, 5, 7, 9: mean 5, population standard deviation 2.
	var many [][]spans.Extraction
	for _, n := range []int{2, 4, 4, 4, 5, 5, 7, 9} {
		many = append(many, make([]spans.Extraction, n)) // all equal: one key
	}
	got, ok := runs.Count(many)
	require.True(t, ok)
	assert.Equal(t, runs.CountStatistics{Runs: 8, Min: 2, Max: 9, Mean: 5, StdDev: 2, Stability: 1}, got)

	_, ok = runs.Count(nil)
	assert.False(t, ok, "no run")

	got, ok = runs.Count([][]spans.Extraction{nil})
	require.True(t, ok)
	assert.Equal(t, runs.CountStatistics{Runs: 1, Stability: 1}, got)
}

func TestSchemaValid(t *testing.T) {
	isObject := func(v document.Value) error {
		if v.Kind() != document.Object {
			return errors.New("not an object")
		}
		return nil
	}
	assert.Equal(t, 2.0/3, runs.SchemaValid(values(`{}`, `3`, `{"a":1}`), isObject))
	assert.Equal(t, 1.0, runs.SchemaValid(nil, isObject), "no record breaks no rule")
}

func TestDriftRate(t *testing.T) {
	tests := []struct {
		name  string
		cases [][]document.Value
		want  float64
		ok    bool
	}{
		{"no case", nil, 0, false},
		{"one run each", [][]document.Value{values(`{"a":1}`), values(`{"a":2}`)}, 0, false},
		{"the order of keys is not drift", [][]document.Value{values(`{"a":1,"b":2}`, `{"b":2, "a":1}`)}, 0, true},
		{"one of two changes", [][]document.Value{values(`{"a":1}`, `{"a":1}`), values(`{"a":1}`, `{"a":2}`)}, 0.5, true},
		{"an answer that fails once drifts", [][]document.Value{values(`{"a":1}`, ``)}, 1, true},
		{"failing always is stable", [][]document.Value{values(``, ``)}, 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := runs.DriftRate(tt.cases)
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestTexts(t *testing.T) {
	texts, err := runs.Texts([][]document.Value{values(`{"a":{"b":"x"}}`, `{"a":{"b":null}}`, `{}`, `{"a":{"b":[1, 2]}}`, `{"a":{"b":"N/A"}}`)}, "a.b")
	require.NoError(t, err)
	assert.Equal(t, [][]string{{`"x"`, "", "", "[1,2]", ""}}, texts)

	_, err = runs.Texts(nil, "a..b")
	assert.ErrorContains(t, err, `runs: path "a..b": `)

	items, err := runs.ItemTexts(values(`{"tags":["x","y",null," "]}`, `{"tags":["y"]}`, `{"tags":"y"}`), "tags")
	require.NoError(t, err)
	assert.Equal(t, [][]string{{`"x"`, `"y"`}, {`"y"`}, nil}, items)
	// Pairs: 1/2, 0, 0.
	assert.InDelta(t, 1.0/6, stats.MeanPairwiseJaccard(items), 1e-12)

	_, err = runs.ItemTexts(nil, "tags[")
	assert.ErrorContains(t, err, `runs: path "tags[": `)
}

func TestStabilityProperties(t *testing.T) {
	extraction := rapid.Custom(func(t *rapid.T) spans.Extraction {
		return spans.Extraction{
			Class: rapid.SampledFrom([]string{"a", "b", `a"|`}).Draw(t, "class"),
			Start: rapid.IntRange(-1, 2).Draw(t, "start"), End: rapid.IntRange(0, 2).Draw(t, "end"),
			Quote: rapid.StringOfN(rapid.RuneFrom([]rune(`x|"`)), 0, 2, -1).Draw(t, "quote"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.SliceOfN(extraction, 0, 5), 0, 5).Draw(t, "runs")
		s := runs.UniqueExtractionStability(all)
		if s < 0 || s > 1 || math.IsNaN(s) {
			t.Fatalf("stability %v", s)
		}
		if got := runs.UniqueExtractionStability(rapid.Permutation(all).Draw(t, "order")); math.Abs(got-s) > 1e-12 {
			t.Fatalf("the order of the runs changes %v to %v", s, got)
		}
		if len(all) > 0 {
			same := [][]spans.Extraction{all[0], rapid.Permutation(all[0]).Draw(t, "run")}
			if got := runs.UniqueExtractionStability(same); got != 1 {
				t.Fatalf("a repeated run has stability %v", got)
			}
			c, _ := runs.Count(all)
			if !(float64(c.Min) <= c.Mean+1e-9 && c.Mean <= float64(c.Max)+1e-9 && c.StdDev >= 0) {
				t.Fatalf("%+v", c)
			}
		}
	})
}
