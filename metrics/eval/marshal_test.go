package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func ExampleSpec_MarshalJSON() {
	spec := eval.Spec{
		Fields: []eval.Field{
			{Path: "number"},
			{Path: "total", Match: compare.Numeric{Tolerance: 0.01}, Weight: 3},
			{Path: "tags", Set: &eval.Set{Match: compare.Fuzzy{}}, Optional: true},
		},
		Aggregation: eval.AllOrNothing,
	}
	text, err := spec.MarshalJSON()
	fmt.Println(string(text), err)
	// Output: {"fields":[{"path":"number"},{"path":"total","match":"numeric","tolerance":0.01,"weight":3},{"path":"tags","match":"set","each":{"match":"fuzzy"},"optional":true}],"aggregation":"all_or_nothing"} <nil>
}

func TestMarshalSpec(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		spec       eval.Spec
	}{
		{"the zero spec", `{}`, eval.Spec{}},
		{"no fields", `{}`, eval.Spec{Fields: []eval.Field{}}},
		{"a pointer to a comparator", `{"fields":[{"path":"a","match":"fuzzy","threshold":0.9}]}`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: &compare.Fuzzy{Threshold: 0.9}}}}},
		{"a list", `{"fields":[{"path":"","match":"list","by":["id"],"threshold":0.7,"assign":"by_key","fields":[{"path":"a","match":"list"}],"unscored":true}]}`,
			eval.Spec{Fields: []eval.Field{{List: &eval.List{By: []string{"id"}, Threshold: 0.7, Assign: eval.ByKey, Fields: []eval.Field{{Path: "a", List: &eval.List{}}}}, Unscored: true}}}},
		{"options with names of the field's keys", `{"fields":[{"path":"a","match":{"match":"iban","country":"DE","weight":2},"weight":3}]}`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: iban{Country: "DE", Weight: 2}, Weight: 3}}}},
		{"the same in a set", `{"fields":[{"path":"a","match":"set","each":{"match":"iban","weight":2}}]}`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Set: &eval.Set{Match: iban{Weight: 2}}}}}},
		{"a comparator with a list in it", `{"fields":[{"path":"a","match":"date","formats":["DD.MM.YYYY"]}]}`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Date{Formats: []string{"DD.MM.YYYY"}}}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := json.Marshal(tt.spec)
			require.NoError(t, err)
			assert.Equal(t, tt.text, string(text))
		})
	}
}

type named struct {
	Called string `json:"-"`
	Match  int    `json:"match,omitzero"`
}

func (n named) Name() string { return n.Called }

func (named) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

func TestMarshalSpecRefuses(t *testing.T) {
	for _, tt := range []struct {
		reason, err string
		spec        eval.Spec
	}{
		{"two rules", `eval: field "lines[].a": it has Match and Set; give at most one of Match, List, Set, Map and Sections`,
			eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a", Match: compare.Exact{}, Set: &eval.Set{}}}}}}}},
		{"no number", `eval: field "a": json: unsupported value: NaN`, eval.Spec{Fields: []eval.Field{{Path: "a", Weight: math.NaN()}}}},
		{"a name that is taken", `eval: field "a": a comparator is called "list", which names a kind of field in a spec; choose another name`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: named{Called: "list"}}}}},
		{"an option that is taken", `eval: field "a": the comparator "n" has an option "match", the key of its name; choose another`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Set: &eval.Set{Match: named{Called: "n", Match: 1}}}}}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			_, err := tt.spec.MarshalJSON()
			assert.EqualError(t, err, tt.err)
		})
	}
}

// encoding/json never leaves a spec empty without saying so.
func TestUnmarshalSpec(t *testing.T) {
	const refused = "eval: encoding/json cannot read a Spec; keep its text as a json.RawMessage and call ParseSpec"
	holder := struct{ Spec, Other eval.Spec }{Other: eval.Spec{Strict: true}}
	assert.EqualError(t, json.Unmarshal([]byte(`{"Spec":{"fields":["a"]}}`), &holder), refused)
	assert.EqualError(t, json.Unmarshal([]byte(`{"Spec":{}}`), &holder), refused)
	require.NoError(t, json.Unmarshal([]byte(`{"Other":null}`), &holder))
	assert.Equal(t, eval.Spec{Strict: true}, holder.Other)
}

// ParseSpec reads the text that MarshalJSON writes as the same spec.
func TestSpecsReadBack(t *testing.T) {
	custom := constructors{"iban": func(config json.RawMessage) (compare.Comparator, error) {
		var i iban
		return i, json.Unmarshal(config, &i)
	}}
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		text, err := json.Marshal(spec)
		if err != nil {
			t.Fatal(err)
		}
		back, err := eval.ParseSpec(text, custom)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		assert.Equal(t, spec, back)
		again, err := json.Marshal(back)
		if err != nil {
			t.Fatal(err)
		}
		assert.Equal(t, string(text), string(again))
	})
}

func drawSpec(t *rapid.T) eval.Spec {
	return eval.Spec{
		Fields:           drawFields(t, 2),
		Aggregation:      rapid.SampledFrom([]eval.Aggregation{"", eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1}).Draw(t, "aggregation"),
		Threshold:        drawThreshold(t),
		EmptyCollections: rapid.Bool().Draw(t, "empty_collections"),
		Strict:           rapid.Bool().Draw(t, "strict"),
		Lenient:          rapid.Bool().Draw(t, "lenient"),
		LenientPaths:     rapid.Bool().Draw(t, "lenient_paths"),
		DateOrders:       rapid.SampledFrom([]map[string]string{nil, {"a": "dmy"}, {"lines[].date": "mdy", "b": "ymd"}}).Draw(t, "date_orders"),
		Unlabelled:       rapid.SampledFrom([]eval.Unlabelled{"", "empty", eval.UnlabelledSkip}).Draw(t, "unlabelled"),
	}
}

// drawFields returns fields with lists nested up to a depth.
func drawFields(t *rapid.T, depth int) []eval.Field {
	var fields []eval.Field
	for range rapid.IntRange(0, 3).Draw(t, "fields") {
		f := eval.Field{
			Path:        drawPath(t),
			Optional:    rapid.Bool().Draw(t, "optional"),
			Unscored:    rapid.Bool().Draw(t, "unscored"),
			ZeroIsEmpty: rapid.Bool().Draw(t, "zero_is_empty"),
			Absent:      rapid.Bool().Draw(t, "absent"),
			Decides:     rapid.SampledFrom([][]string{nil, {"a"}, {"lines", "b, c"}}).Draw(t, "decides"),
		}
		if rapid.Bool().Draw(t, "elsewhere") {
			f.WantPath = drawPath(t)
		}
		if rapid.Bool().Draw(t, "weighted") {
			f.Weight = rapid.Float64Range(1e-300, 1e300).Draw(t, "weight")
		}
		assign := rapid.SampledFrom([]eval.Assign{"", eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder})
		switch rapid.IntRange(0, 2+min(depth, 1)).Draw(t, "kind") {
		case 1:
			f.Match = drawComparator(t, 2)
		case 2:
			f.Set = &eval.Set{Assign: assign.Draw(t, "assign")}
			if rapid.Bool().Draw(t, "each") {
				f.Set.Match = drawComparator(t, 2)
			}
		case 3:
			f.List = &eval.List{Threshold: drawThreshold(t), Assign: assign.Draw(t, "assign"), Fields: drawFields(t, depth-1)}
			for range rapid.IntRange(0, 2).Draw(t, "by") {
				f.List.By = append(f.List.By, drawPath(t))
			}
		}
		if !slices.ContainsFunc(fields, func(other eval.Field) bool { return other.Path == f.Path }) { // no spec has a field twice
			fields = append(fields, f)
		}
	}
	return fields
}

func drawPath(t *rapid.T) string {
	var p document.Path
	for range rapid.IntRange(1, 3).Draw(t, "steps") {
		if rapid.Bool().Draw(t, "item") {
			p = append(p, document.Item(rapid.IntRange(0, 9).Draw(t, "index")))
		} else {
			p = append(p, document.Key(rapid.String().Draw(t, "key")))
		}
	}
	return p.String()
}

func drawThreshold(t *rapid.T) float64 {
	if rapid.Bool().Draw(t, "default") {
		return 0
	}
	return rapid.Float64Range(1e-9, 1).Draw(t, "threshold")
}

func drawComparator(t *rapid.T, depth int) compare.Comparator {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	switch rapid.IntRange(0, 8+min(depth, 1)).Draw(t, "comparator") {
	case 0:
		return compare.Exact{FoldCase: flag("fold_case"), TrimSpace: flag("trim_space"), NFC: flag("nfc"), Loose: flag("loose")}
	case 1:
		return compare.Fuzzy{Algorithm: rapid.SampledFrom([]string{"", "levenshtein", "jaro_winkler", "token_set"}).Draw(t, "algorithm"), Threshold: drawThreshold(t), Verbatim: flag("verbatim")}
	case 2:
		return compare.Numeric{Tolerance: rapid.Float64Range(0, 1e9).Draw(t, "tolerance"), Relative: flag("relative"), HalfDigit: flag("half_digit"), Format: rapid.SampledFrom([]string{"", "auto", "eu", "swiss"}).Draw(t, "format")}
	case 3:
		return compare.Date{Formats: rapid.SampledFrom([][]string{nil, {"DD.MM.YYYY"}, {"Jan 2, 2006", "YYYY-MM-DD"}}).Draw(t, "formats"), Instant: flag("instant"), Tolerance: float64(rapid.IntRange(0, 9).Draw(t, "days"))}
	case 4:
		return compare.Box{Format: rapid.SampledFrom([]string{"", "xyxy", "xywh", "polygon"}).Draw(t, "format"), Threshold: drawThreshold(t)}
	case 5:
		return compare.Point{Metric: rapid.SampledFrom([]string{"", "euclidean", "cosine"}).Draw(t, "metric"), Max: rapid.Float64Range(0, 1e6).Draw(t, "max")}
	case 6:
		return compare.Ignore{}
	case 7:
		return compare.Auto{}
	case 8:
		return iban{Country: rapid.String().Draw(t, "country"), Weight: rapid.IntRange(0, 3).Draw(t, "weight")}
	}
	if flag("default") {
		return compare.OneOf{}
	}
	each := drawComparator(t, depth-1)
	if (each == compare.Ignore{}) {
		each = nil // ignore judges nothing
	}
	return compare.OneOf{Each: each}
}
