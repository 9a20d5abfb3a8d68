package quality_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/quality"
)

// documents are small objects whose keys and values often coincide.
func documents() *rapid.Generator[map[string]any] {
	scalar := rapid.OneOf(
		rapid.Just[any](nil), rapid.Just[any](""), rapid.Just[any](true),
		rapid.Map(rapid.IntRange(0, 2), func(i int) any { return i }),
		rapid.Map(rapid.SampledFrom([]string{"a", "some text", "some other text"}), func(s string) any { return s }),
	)
	key := rapid.SampledFrom([]string{"a", "b", "0", "d.e", "", `q"[0]`})
	row := rapid.MapOfN(key, scalar, 0, 3)
	member := rapid.OneOf(
		scalar,
		rapid.Map(row, func(m map[string]any) any { return m }),
		rapid.Map(rapid.SliceOfN(scalar, 0, 3), func(s []any) any { return s }),
		rapid.Map(rapid.SliceOfN(row, 0, 3), func(s []map[string]any) any { return s }),
	)
	return rapid.MapOfN(key, member, 0, 5)
}

func TestProperties(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		c := quality.Config{Leaves: rapid.Bool().Draw(t, "leaves"), EmptyCollections: rapid.Bool().Draw(t, "empty collections")}
		got := documents().Draw(t, "got")
		want := documents().Draw(t, "want")
		r, err := c.Evaluate(ctx, got, want)
		if err != nil {
			t.Fatal(err)
		}
		check(t, r)
		for _, k := range r.Keys {
			// Arrays of objects are rows; arrays of numbers and of several kinds are one key.
			if c.Leaves && k.Bucket == "both_filled" && strings.HasPrefix(string(k.Want), "[{") {
				t.Fatalf("the items of %s were not paired", k.Path)
			}
		}
		perfect, err := c.Evaluate(ctx, want, want)
		if err != nil {
			t.Fatal(err)
		}
		if rqs, ok := perfect.RQS(); !ok || math.Abs(rqs-perfect.Weights.Attainable()) > 1e-12 {
			t.Fatalf("the truth itself: %+v", perfect)
		}
		nothing, err := c.Evaluate(ctx, `{}`, want)
		if err != nil {
			t.Fatal(err)
		}
		if nothing.Hallucination() != 0 || len(in(nothing, "both_filled")) != 0 {
			t.Fatalf("an answer without values: %+v", nothing)
		}
	})
}

type fataler interface{ Fatalf(string, ...any) }

// check holds a result against the properties of every result.
func check(t fataler, r quality.Result) {
	n := 0
	for _, b := range []quality.Bucket{"both_filled", "missing", "hallucinated", "extra", "both_empty"} {
		n += len(in(r, b))
	}
	if n != len(r.Keys) {
		t.Fatalf("%d keys, %d in buckets", len(r.Keys), n)
	}
	ratios := []float64{r.Completeness(), r.Hallucination(), r.Weights.Attainable(), r.SafetyScore}
	for _, ratio := range []func() (float64, bool){r.Accuracy, r.RQS} {
		if v, ok := ratio(); ok {
			ratios = append(ratios, v)
		}
	}
	for _, v := range ratios {
		if !(v >= 0 && v <= 1) {
			t.Fatalf("%v in %+v", ratios, r)
		}
	}
	if rqs, ok := r.RQS(); ok && rqs > r.Weights.Attainable()+1e-12 {
		t.Fatalf("more than attainable: %+v", r)
	}
}

func FuzzEvaluate(f *testing.F) {
	f.Add(`{"a":1,"b":[{"c":"x"}]}`, `{"a":"1","b":[{"c":"y"},null]}`, true)
	f.Add(`[[],{}]`, `{"":null}`, false)
	f.Add(`{"a":`, `null`, true)
	f.Fuzz(func(t *testing.T, got, want string, leaves bool) {
		if len(got)+len(want) > 1000 {
			return
		}
		r, err := quality.Config{Leaves: leaves}.Evaluate(context.Background(), got, want)
		if err != nil {
			return
		}
		check(t, r)
		if _, err := json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	})
}
