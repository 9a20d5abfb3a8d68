package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func ExampleParseSpec() {
	spec, err := eval.ParseSpec([]byte(`
fields:
  - {path: number, match: exact}
  - {path: total, match: numeric, tolerance: 0.01, weight: 3}
  - path: lines
    match: list
    by: [description]
    fields:
      - description
      - {path: amount, match: numeric}
threshold: 0.9
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	// Output:
	// {
	//   "fields": [
	//     {
	//       "path": "number",
	//       "match": "exact"
	//     },
	//     {
	//       "path": "total",
	//       "match": "numeric",
	//       "tolerance": 0.01,
	//       "weight": 3
	//     },
	//     {
	//       "path": "lines",
	//       "match": "list",
	//       "by": [
	//         "description"
	//       ],
	//       "fields": [
	//         {
	//           "path": "description"
	//         },
	//         {
	//           "path": "amount",
	//           "match": "numeric"
	//         }
	//       ]
	//     }
	//   ],
	//   "threshold": 0.9
	// }
}

func ExampleParseSpec_mistakes() {
	_, err := eval.ParseSpec([]byte(`fields:
  - {path: number, match: invalid_type}
  - path: total
    match: numeric
    tolerence: 0.01
    tolerance: "not a number"
`), nil)
	fmt.Println(strings.Replace(err.Error(), strings.Join(compare.Names(), ", "), "…", 1))
	// Output:
	// eval: 2:27: field "number": Invalid match type: invalid_type; valid are …, list, set, map, sections; in Go, ParseSpec and SpecFile take a comparator of your own
	// eval: 5:5: field "total": unknown key "tolerence"; did you mean "tolerance"?
	// eval: 6:16: field "total": tolerance: got string "not a number", want a number
}

func TestParseSpec(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       eval.Spec
	}{
		{"nothing is the spec of every leaf", `{}`, eval.Spec{}},
		{"a field may be a path", `fields: [total, vendor.name]`, eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "vendor.name"}}}},
		{"all keys of a field", `
fields:
  - path: total
    expected_path: amounts.total
    match: numeric
    tolerance: 0.02
    relative: true
    weight: 2.5
    required: false
    unscored: true
    zero_is_empty: true
`, eval.Spec{Fields: []eval.Field{{
			Path: "total", WantPath: "amounts.total", Match: compare.Numeric{Tolerance: 0.02, Relative: true},
			Weight: 2.5, Optional: true, Unscored: true, ZeroIsEmpty: true,
		}}}},
		{"required is the opposite of optional", `fields: [{path: a, required: true}, {path: b, required: true, optional: false}, {path: c, optional: true}, {path: d, required: false, optional: true}]`,
			eval.Spec{Fields: []eval.Field{{Path: "a"}, {Path: "b"}, {Path: "c", Optional: true}, {Path: "d", Optional: true}}}},
		{"all keys of a spec", `{aggregation: macro_f1, threshold: 0.5, empty_collections: true, strict: true, lenient: true, lenient_paths: true, unlabelled: skip, date_orders: {"lines[].date": dmy}}`,
			eval.Spec{Aggregation: eval.MacroF1, Threshold: 0.5, EmptyCollections: true, Strict: true, Lenient: true, LenientPaths: true, Unlabelled: eval.UnlabelledSkip, DateOrders: map[string]string{"lines[].date": "dmy"}}},
		{"options of exact need no name", `fields: [{path: a, fold_case: true}]`, eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Exact{FoldCase: true}}}}},
		{"lists of options", `fields: [{path: a, match: date, formats: [DD.MM.YYYY, 'Jan 2, 2006']}]`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Date{Formats: []string{"DD.MM.YYYY", "Jan 2, 2006"}}}}}},
		{"what dates are read by", `fields: [{path: a, match: date, order: dmy, precision: month}, {path: b, match: date, formats: YYMMDD, only_formats: true}]`,
			eval.Spec{Fields: []eval.Field{
				{Path: "a", Match: compare.Date{Order: "dmy", Precision: "month"}},
				{Path: "b", Match: compare.Date{Formats: []string{"YYMMDD"}, OnlyFormats: true}},
			}}},
		{"a text is a list of one", `fields: [{path: a, match: date, formats: DD.MM.YYYY, languages: de}, {path: b, match: list, by: sku}, {path: c, match: list, match_fields: sku}]`,
			eval.Spec{Fields: []eval.Field{
				{Path: "a", Match: compare.Date{Formats: []string{"DD.MM.YYYY"}, Languages: []string{"de"}}},
				{Path: "b", List: &eval.List{By: []string{"sku"}}},
				{Path: "c", List: &eval.List{By: []string{"sku"}}},
			}}},
		{"a comparator within another", `fields: [{path: a, match: one_of, each: {match: fuzzy, threshold: 0.9}}]`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.OneOf{Each: compare.Fuzzy{Threshold: 0.9}}}}}},
		{"a comparator with its options apart", `fields: [{path: a, weight: 2, match: {match: fuzzy, threshold: 0.9}}]`,
			eval.Spec{Fields: []eval.Field{{Path: "a", Weight: 2, Match: compare.Fuzzy{Threshold: 0.9}}}}},
		{"a list", `
fields:
  - path: lines
    match: list
    match_fields: [description, hs_code]
    threshold: 0.7
    assign: optimal
    score_fields:
      - description
      - {path: taxes, match: list, by: [code], fields: [{path: amount, match: numeric}]}
`, eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{
			By: []string{"description", "hs_code"}, Threshold: 0.7, Assign: eval.Optimal,
			Fields: []eval.Field{{Path: "description"}, {Path: "taxes", List: &eval.List{By: []string{"code"}, Fields: []eval.Field{{Path: "amount", Match: compare.Numeric{}}}}}},
		}}}}},
		{"the document is a list", `fields: [{path: "", match: list, by: [id]}]`, eval.Spec{Fields: []eval.Field{{List: &eval.List{By: []string{"id"}}}}}},
		{"sets", `fields: [{path: a, match: set}, {path: b, match: set, each: date, assign: by_key}, {path: c, match: set, each: {match: fuzzy, threshold: 0.9}}]`,
			eval.Spec{Fields: []eval.Field{
				{Path: "a", Set: &eval.Set{}},
				{Path: "b", Set: &eval.Set{Match: compare.Date{}, Assign: eval.ByKey}},
				{Path: "c", Set: &eval.Set{Match: compare.Fuzzy{Threshold: 0.9}}},
			}}},
		{"as AgentV writes it", `
assertions:
  - name: invoice
    type: field-accuracy
    aggregation: weighted_average
    fields:
      - {path: number, match: exact, required: true, weight: 2.0}
      - {path: issued, match: date, formats: ["DD-MMM-YYYY", "YYYY-MM-DD", "MM/DD/YYYY"], required: false}
      - {path: total, match: numeric_tolerance, tolerance: 1.0, relative: false}
      - {path: tax, match: {match: numeric-tolerance, tolerance: 0.05, relative: true}}
      - {path: rates, match: set, each: numeric_tolerance}
      - {path: currency, match: one-of, aliases: {EUR: [€]}}
  - {name: rows, type: line-items, line_items_path: lines, match_fields: [sku]}
`, eval.Spec{Aggregation: eval.WeightedAverage, Fields: []eval.Field{
			{Path: "number", Match: compare.Exact{}, Weight: 2},
			{Path: "issued", Match: compare.Date{Formats: []string{"DD-MMM-YYYY", "YYYY-MM-DD", "MM/DD/YYYY"}}, Optional: true},
			{Path: "total", Match: compare.Numeric{Tolerance: 1}},
			{Path: "tax", Match: compare.Numeric{Tolerance: 0.05, Relative: true}},
			{Path: "rates", Set: &eval.Set{Match: compare.Numeric{}}},
			{Path: "currency", Match: compare.OneOf{Aliases: map[string][]string{"EUR": {"€"}}}},
			{Path: "lines", List: &eval.List{By: []string{"sku"}, Threshold: 0.8}},
		}}},
		{"lenient paths of assertions", `
assertions: [{type: field-accuracy, fields: ['invoice..total'], lenient_paths: true}]
`, eval.Spec{LenientPaths: true, Fields: []eval.Field{{Path: "invoice..total"}}}},
		{"evaluators add up", `
aggregation: all_or_nothing
evaluators:
  - {name: header, type: field_accuracy, fields: [number], strict: true}
  - {name: rows, type: line_items, line_items_path: lines, match_fields: [sku], score_fields: [sku, amount], threshold: 0.7, weight: 2}
  - {name: footer, type: field_accuracy, fields: [{path: total, match: numeric}], strict: true}
`, eval.Spec{Aggregation: eval.AllOrNothing, Strict: true, Fields: []eval.Field{
			{Path: "number"},
			{Path: "lines", Weight: 2, List: &eval.List{By: []string{"sku"}, Threshold: 0.7, Fields: []eval.Field{{Path: "sku"}, {Path: "amount"}}}},
			{Path: "total", Match: compare.Numeric{}},
		}}},
		{"evaluators of geometry", `
evaluators:
  - {name: place, type: iou_score, bbox_path: box, expected_bbox_path: truth.box, format: xywh, threshold: 0.7}
  - {name: centre, type: coordinate_distance, point_path: at, expected_point_path: truth.at, metric: manhattan, threshold: 5, required: false}
`, eval.Spec{Fields: []eval.Field{
			{Path: "box", WantPath: "truth.box", Match: compare.Box{Format: "xywh", Threshold: 0.7}},
			{Path: "at", WantPath: "truth.at", Match: compare.Point{Metric: "manhattan", Max: 5}, Optional: true},
		}}},
		{"a field may have the type of an evaluator", `fields: [{type: line_items, line_items_path: lines, expected_line_items_path: rows}]`,
			eval.Spec{Fields: []eval.Field{{Path: "lines", WantPath: "rows", List: &eval.List{}}}}},
		{"lenient_paths takes any path, wherever it is written", `
evaluators:
  - {type: field_accuracy, fields: ['invoice..total']}
  - {type: field_accuracy, fields: [a], lenient_paths: true}
`, eval.Spec{LenientPaths: true, Fields: []eval.Field{{Path: "invoice..total"}, {Path: "a"}}}},
		{"plain text that YAML 1.1 takes for something else", `fields: [{path: no}, {path: 2024-01-02}, {path: 1_000}, {path: "100"}]`,
			eval.Spec{Fields: []eval.Field{{Path: "no"}, {Path: "2024-01-02"}, {Path: "1_000"}, {Path: "100"}}}},
		{"aliases repeat", `
fields:
  - {path: a, match: date, formats: &dates [DD.MM.YYYY]}
  - {path: b, match: date, formats: *dates}
`, eval.Spec{Fields: []eval.Field{
			{Path: "a", Match: compare.Date{Formats: []string{"DD.MM.YYYY"}}},
			{Path: "b", Match: compare.Date{Formats: []string{"DD.MM.YYYY"}}},
		}}},
		{"the tag !!str", `fields: [{path: !!str 12}]`, eval.Spec{Fields: []eval.Field{{Path: "12"}}}},
		{"JSON", "\ufeff" + `{"fields":[{"path":"a","match":"numeric","tolerance":1e-2}]}`, eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Numeric{Tolerance: 0.01}}}}},
		{"JSON with escaped surrogates and characters that YAML refuses", `{"fields":["a\ud83d\ude00","\u0001"]}`, eval.Spec{Fields: []eval.Field{{Path: "a😀"}, {Path: "\x01"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := eval.ParseSpec([]byte(tt.text), nil)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestParseSpecRefuses(t *testing.T) {
	names := strings.Join(compare.Names(), ", ") + ", list, set, map, sections"
	for _, tt := range []struct{ reason, text, err string }{
		{"unknown match", "fields:\n  - path: total\n    match: invalid_type\n", `eval: 3:12: field "total": Invalid match type: invalid_type; valid are ` + names + `; in Go, ParseSpec and SpecFile take a comparator of your own`},
		{"a match of another tool", `fields: [{path: a, match: enum}]`, `eval: 1:27: field "a": Invalid match type: enum; valid are ` + names + `; did you mean "class"?`},
		{"a match in another case", `fields: [{path: a, match: Date}]`, `eval: 1:27: field "a": Invalid match type: Date; valid are ` + names + `; did you mean "date"?`},
		{"a match with a slip", `fields: [{path: a, match: nummeric}]`, `eval: 1:27: field "a": Invalid match type: nummeric; valid are ` + names + `; did you mean "numeric"?`},
		{"an algorithm with a slip", `fields: [{path: a, match: fuzzy, algorithm: jaro-winkler}]`,
			`eval: 1:45: field "a": algorithm: unknown value "jaro-winkler"; valid are levenshtein, osa, damerau, jaro, jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram; did you mean "jaro_winkler"?`},
		{"a format with a slip", `fields: [{path: a, match: numeric, format: EU}]`, `eval: 1:44: field "a": format: unknown value "EU"; valid are auto, us, eu, swiss, indian, plain; did you mean "eu"?`},
		{"a format of boxes with a slip", `fields: [{path: a, match: box, format: xyhw}]`, `eval: 1:40: field "a": format: unknown value "xyhw"; valid are xyxy, xywh, polygon; did you mean "xywh"?`},
		{"a metric with a slip", `fields: [{path: a, match: point, metric: euclidian}]`, `eval: 1:42: field "a": metric: unknown value "euclidian"; valid are euclidean, manhattan, cosine, chebyshev; did you mean "euclidean"?`},
		{"an assign with a slip", `fields: [{path: a, match: list, assign: optimum}]`, `eval: 1:41: field "a": assign: unknown value "optimum"; valid are greedy, optimal, by_key, in_order; did you mean "optimal"?`},
		{"an aggregation with a slip", `aggregation: weighted-average`, `eval: 1:14: aggregation: unknown value "weighted-average"; valid are weighted_average, all_or_nothing, macro_f1; did you mean "weighted_average"?`},
		{"a hostile match", `fields: [{path: a, match: "\e[2J` + strings.Repeat("x", 100) + `"}]`, "eval: 1:27: field \"a\": Invalid match type: \ufffd[2J" + strings.Repeat("x", 56) + "…; valid are " + names + "; in Go, ParseSpec and SpecFile take a comparator of your own"},
		{"a match that is not a name", `fields: [{path: a, match: 1}]`, `eval: 1:27: field "a": match: got number 1, want the name of a comparator`},
		{"text for a number", "fields:\n  - {path: total, match: numeric, tolerance: \"not a number\"}\n", `eval: 2:46: field "total": tolerance: got string "not a number", want a number`},
		{"a number that JSON does not have", `fields: [{path: a, weight: .5}]`, `eval: 1:28: field "a": weight: got string ".5", want a number`},
		{"an octal number", `fields: [{path: a, weight: 010}]`, `eval: 1:28: field "a": weight: got string "010", want a number`},
		{"text for a bool", `fields: [{path: a, required: yes}]`, `eval: 1:30: field "a": required: got string "yes", want a bool`},
		{"nothing for a number", `fields: [{path: a, weight: }]`, `eval: 1:28: field "a": weight: got null, want a number`},
		{"a number for a list", `fields: [{path: a, match: date, formats: 20240102}]`, `eval: 1:42: field "a": formats: got number 20240102, want a list of strings`},
		{"a number for a list of paths", `fields: [{path: a, match: list, by: 1}]`, `eval: 1:37: field "a": by: got number 1, want an array`},
		{"unknown key of a spec", `agregation: macro_f1`, `eval: 1:1: unknown key "agregation"; did you mean "aggregation"?`},
		{"unknown key of a field", `fields: [{path: a, requird: true}]`, `eval: 1:20: field "a": unknown key "requird"; did you mean "required"?`},
		{"unknown key without a similar one", `fields: [{path: a, match: ignore, x: 1}]`,
			`eval: 1:35: field "a": unknown key "x"; valid are path, match, expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides`},
		{"unknown key of a list", `fields: [{path: a, match: list, algorithm: jaro}]`,
			`eval: 1:33: field "a": unknown key "algorithm"; valid are path, match, expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides, match_fields, by, threshold, assign, score_fields, fields`},
		{"unknown option of an inner comparator", `fields: [{path: a, match: set, each: {match: fuzzy, treshold: 1}}]`, `eval: 1:53: field "a": each: unknown key "treshold"; did you mean "threshold"?`},
		{"an inner comparator without a name", `fields: [{path: a, match: set, each: {threshold: 1}}]`, `eval: 1:38: field "a": each: the object has no match, the name of a comparator`},
		{"unknown inner comparator", `fields: [{path: a, match: set, each: fuzy}]`, `eval: 1:38: field "a": Invalid match type: fuzy; valid are ` + names + `; did you mean "fuzzy"?`},
		{"an inner comparator that is neither", `fields: [{path: a, match: set, each: 1}]`, `eval: 1:38: field "a": each: got number 1, want a comparator: its name, or an object with match, the name, and its options`},
		{"within one_of", `fields: [{path: a, match: one_of, each: {match: fuzzy, threshold: 0}}]`, `eval: 1:67: field "a": each.threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"threshold 0 of a comparator", `fields: [{path: a, match: fuzzy, threshold: 0}]`, `eval: 1:45: field "a": threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"threshold 0 of a list", `fields: [{path: a, match: list, threshold: 0.0}]`, `eval: 1:44: field "a": threshold: a threshold of 0 lets everything pass; leave it out for the default`},
		{"threshold 0 of the spec", `threshold: 0`, `eval: 1:12: threshold: a threshold of 0 lets everything pass; leave it out for the default`},
		{"a threshold in percent", `threshold: 85`, `eval: 1:12: threshold: got 85, want a number above 0 and at most 1`},
		{"weight 0", `fields: [{path: a, weight: 0}]`, `eval: 1:28: field "a": weight: a weight of 0 stands for 1; write unscored: true for a field that is counted and enters no score`},
		{"a negative weight", `fields: [{path: a, weight: -1}]`, `eval: 1:28: field "a": weight: got -1, want a number above 0`},
		{"a number out of range", `fields: [{path: a, weight: 1e999}]`, `eval: 1:28: field "a": weight: 1e999 is out of range`},
		{"unknown aggregation", `aggregation: mean`, `eval: 1:14: aggregation: unknown value "mean"; valid are weighted_average, all_or_nothing, macro_f1`},
		{"unknown assign", `fields: [{path: a, match: list, assign: best}]`, `eval: 1:41: field "a": assign: unknown value "best"; valid are greedy, optimal, by_key, in_order`},
		{"an algorithm and a key at once", `fields: [{path: a, match: fuzzy, threshold: 0, algorithm: soundex}]`,
			"eval: 1:45: field \"a\": threshold: a threshold of 0 lets everything match; leave it out for the default\n" +
				`eval: 1:59: field "a": algorithm: unknown value "soundex"; valid are levenshtein, osa, damerau, jaro, jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram`},
		{"a contradiction", `fields: [{path: a, required: true, optional: true}]`, `eval: 1:30: field "a": required: it contradicts optional; give one of them`},
		{"no path", "fields:\n  - {match: exact}\n", `eval: 2:5: the field has no "path", which says where the value is`},
		{"a misspelt path", `fields: [{pth: x}]`, `eval: 1:11: unknown key "pth"; did you mean "path"?`},
		{"a misspelt path of boxes", `evaluators: [{type: iou_score, box_path: b}]`, `eval: 1:32: unknown key "box_path"; did you mean "bbox_path"?`},
		{"no path, and another key misspelt", `fields: [{expected_pth: x}]`, "eval: 1:10: the field has no \"path\", which says where the value is\n" +
			`eval: 1:11: unknown key "expected_pth"; did you mean "expected_path"?`},
		{"an empty path", `fields: [{path: ""}]`, `eval: 1:17: field "": invalid path at offset 0: it is empty; name a member, such as "total"`},
		{"an invalid path", `fields: [{path: invoice..total}]`, `eval: 1:17: field "invoice..total": invalid path at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key`},
		{"an invalid path alone", `fields: [a, 'lines[].amount']`, `eval: 1:13: field "lines[].amount": invalid path at offset 5: [] names all items, not one; give a field Path "lines" and a List with the field "amount"`},
		{"an invalid path of the truth", `fields: [{path: a, expected_path: b.}]`, `eval: 1:35: field "a": invalid path at offset 2: a name is missing after the dot; write a.b`},
		{"a field twice", "fields:\n  - a\n  - path: b.c\n  - {path: '[\"b\"].c', match: ignore}\n", `eval: 4:5: field "[\"b\"].c": it appears twice, first at 3:5`},
		{"a field of items twice", `fields: [c, {path: lines, match: list, fields: [c, {path: d, expected_path: c}, c]}]`, `eval: 1:81: field "lines[].c": it appears twice, first at 1:49`},
		{"a field in a list", `fields: [{path: lines, match: list, fields: [{path: amount, weight: x}]}]`, `eval: 1:69: field "lines[].amount": weight: got string "x", want a number`},
		{"a field that is none", `fields: [5]`, `eval: 1:10: got number 5, want a field: a path, or an object that has one`},
		{"fields that are not a list", `fields: {path: a}`, `eval: 1:9: fields: got object, want an array`},
		{"no fields", `fields: []`, `eval: 1:9: fields: the list is empty; leave it out for the default`},
		{"match fields that are not texts", `fields: [{path: a, match: list, match_fields: [b, {path: c}]}]`, `eval: 1:51: field "a": match_fields: got object, want a string`},
		{"a key by two names", `fields: [{path: a, match: list, by: [b], match_fields: [b]}]`, `eval: 1:56: field "a": match_fields: it means the same as by; give one of them`},
		{"a function", `fields: [{path: a, match: semantic}]`, `eval: 1:27: field "a": it calls a function, which a text cannot name; give ParseSpec a constructor for "semantic", or set compare.Semantic in Go`},
		{"fields and evaluators", "fields: [a]\nevaluators: [{type: field_accuracy, fields: [b]}]", `eval: 2:1: evaluators beside fields; write the fields as those of an evaluator of type field_accuracy`},
		{"an evaluator among fields", `fields: [{type: field_accuracy, fields: [a]}]`, `eval: 1:17: type: field_accuracy has fields of its own; write it under evaluators`},
		{"unknown type", `evaluators: [{type: line_item}]`, `eval: 1:21: type: unknown value "line_item"; valid are field_accuracy, line_items, iou_score, coordinate_distance; did you mean "line_items"?`},
		{"assertions and evaluators", "evaluators: [{type: iou_score, bbox_path: a}]\nassertions: [{type: iou_score, bbox_path: b}]", `eval: 2:13: assertions: it means the same as evaluators; give one of them`},
		{"a misspelt type with fields", `evaluators: [{type: field-acuracy, fields: [{path: a, weigth: 2}]}]`,
			"eval: 1:21: type: unknown value \"field-acuracy\"; valid are field_accuracy, line_items, iou_score, coordinate_distance; did you mean \"field_accuracy\"?\n" +
				`eval: 1:55: field "a": unknown key "weigth"; did you mean "weight"?`},
		{"a misspelt comparator with options", `fields: [{path: a, match: numerik, tolerance: 1, tolerence: 1}]`,
			"eval: 1:27: field \"a\": Invalid match type: numerik; valid are " + comparatorNames + ", list, set, map, sections; did you mean \"numeric\"?\n" +
				"eval: 1:50: field \"a\": unknown key \"tolerence\"; did you mean \"tolerance\"?"},
		{"a format that is none", `evaluators: [{type: iou_score, bbox_path: b, format: yolo}]`, `eval: 1:54: field "b": format: unknown value "yolo"; valid are xyxy, xywh, polygon`},
		{"a metric that is none", `evaluators: [{type: coordinate_distance, point_path: p, metric: hops, threshold: 1}]`, `eval: 1:65: field "p": metric: unknown value "hops"; valid are euclidean, manhattan, cosine, chebyshev`},
		{"a distance that is none", `evaluators: [{type: coordinate_distance, point_path: p, threshold: far}]`, `eval: 1:68: field "p": threshold: got string "far", want a number`},
		{"a threshold of 0 of boxes", `evaluators: [{type: iou_score, bbox_path: b, threshold: 0}]`, `eval: 1:57: field "b": threshold: a threshold of 0 lets everything match; leave it out for the default`},
		{"no box path", `evaluators: [{type: iou_score}]`, `eval: 1:14: the field has no "bbox_path", which says where the value is`},
		{"no type", `evaluators: [{name: a}]`, `eval: 1:14: the evaluator has no type; valid are field_accuracy, line_items, iou_score, coordinate_distance`},
		{"an evaluator that is none", `evaluators: [a]`, `eval: 1:14: got string "a", want an evaluator: an object with a type`},
		{"an evaluator without fields", `evaluators: [{type: field_accuracy}]`, `eval: 1:14: the evaluator has no fields`},
		{"two thresholds", "evaluators:\n  - {type: field_accuracy, fields: [a], threshold: 0.5}\n  - {type: field_accuracy, fields: [b], threshold: 0.6}\n",
			`eval: 3:41: threshold: it is given at 2:41 with another value; there is one for the whole spec`},
		{"a list at the top", `[a]`, `eval: 1:1: got array, want an object with fields or evaluators`},
		{"a scalar at the top", `a`, `eval: 1:1: got string "a", want an object with fields or evaluators`},
		{"an empty cluster", "fields: [a]\ncluster: ''\n", "eval: 2:10: cluster: it is empty; name the tag, or the key of the truths, whose values join cases, or leave it out"},
		{"a blank cluster", `{"cluster": " "}`, "eval: 1:13: cluster: it is empty; name the tag, or the key of the truths, whose values join cases, or leave it out"},
		{"a cluster that is none", "cluster: [a]\n", "eval: 1:10: cluster: got array, want a string"},
		{"a duplicate key", "strict: true\nstrict: false\n", `eval: 2:1: the key "strict" appears twice, first at 1:1`},
		{"a duplicate key in JSON", "{\"strict\": true,\n  \"strict\": false}", `eval: 2:3: the key "strict" appears twice, first at 1:2`},
		{"a merge key", "fields:\n  - &a {path: a}\n  - {<<: *a, weight: 2}\n", "eval: 3:5: the field has no \"path\", which says where the value is\n" +
			"eval: 3:6: merge keys (<<) are not read; repeat what they would merge"},
		{"a key that is a list", `? [a]` + "\n: 1", `eval: 1:3: a key must be a text`},
		{"a tag", `threshold: !!float 1`, `eval: 1:12: the tag !!float is not read`},
		{"broken YAML", "fields: [a\nb: 1", `eval: 2:2: not YAML: while parsing a flow sequence: did not find expected ',' or ']'`},
		{"broken JSON", `{"fields": ["a"`, `eval: 2:1: not YAML: while parsing a flow sequence: did not find expected ',' or ']'`},
		{"a tab", "fields:\n\t- a\n", `eval: 2:1: not YAML: while scanning for the next token: found character that cannot start any token`},
		{"columns count characters", `{ü: 1, fields: [{path: größe, weight: x}]}`, "eval: 1:2: unknown key \"ü\"; valid are aggregation, threshold, empty_collections, strict, lenient, lenient_paths, null_truths, unlabelled, cluster, absent_words, date_orders, fields, assertions, evaluators, invariants\n" +
			`eval: 1:39: field "größe": weight: got string "x", want a number`},
		{"columns in JSON, too", "{\"fields\": [\"größe\",\r\n {\"path\": \"ü\", \"weight\": true}]}", `eval: 2:26: field "ü": weight: got bool true, want a number`},
		{"an empty file", "", `eval: 1:1: the file is empty; {} is the spec that compares every leaf`},
		{"a comment alone", "# to do\n", `eval: 1:1: the file is empty; {} is the spec that compares every leaf`},
		{"several documents", "strict: true\n---\nstrict: false\n", `eval: 2:1: a second document begins; a spec is one document`},
		{"invalid UTF-8", "strict: true\n# \xff\n", `eval: 2:3: the file is not valid UTF-8`},
		{"UTF-16", "\xff\xfea\x00", `eval: 1:1: the file is not valid UTF-8`},
		{"a control character", "strict: \x01", `eval: 1:9: the control character U+0001 is not allowed`},
		{"an unknown alias", `fields: *f`, `eval: 1:9: not YAML: unknown anchor 'f' referenced`},
		{"an alias within itself", `fields: &f [*f]`, `eval: 1:13: the alias *f refers to a value that contains it`},
		{"deep YAML", strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + " #", `eval: 1:102: nested deeper than 100 levels`},
		{"deep JSON", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), `eval: 1:102: nested deeper than 100 levels`},
		{"ten megabytes", strings.Repeat("a: b\n", 2<<20), `eval: the file has 10485760 bytes, more than the 1048576 that a spec may have`},
		{"many values", "[" + strings.Repeat("1,", 100_000) + "1]", `eval: 1:200000: more than 100000 values, aliases counted each time`},
		{"an alias bomb", aliasBomb(), `eval: 6:8: more than 100000 values, aliases counted each time`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := eval.ParseSpec([]byte(tt.text), nil)
			assert.EqualError(t, err, tt.err)
			assert.Zero(t, got)
		})
	}
}

// aliasBomb stands for 9^10 values.
func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a: &a [x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c < 'k'; c++ {
		fmt.Fprintf(&b, "%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+", ", 9), ", "))
	}
	return b.String()
}

func TestParseSpecFindsAllAtOnce(t *testing.T) {
	_, err := eval.ParseSpec([]byte(`
threshold: 2
fields:
  - path: a
    weight: x
  - path: b
    match: list
    fields: [{path: c, match: numerc}]
    treshold: 1
  - {path: d, tolerance: 1}
strikt: true
`), nil)
	assert.EqualError(t, err, `eval: 2:12: threshold: got 2, want a number above 0 and at most 1
eval: 5:13: field "a": weight: got string "x", want a number
eval: 8:31: field "b[].c": Invalid match type: numerc; valid are `+comparatorNames+`, list, set, map, sections; did you mean "numeric"?
eval: 9:5: field "b": unknown key "treshold"; did you mean "threshold"?
eval: 10:15: field "d": unknown key "tolerance"; valid are path, match, expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides, fold_case, trim_space, nfc, fold, loose
eval: 11:1: unknown key "strikt"; did you mean "strict"?`)
}

func TestParseSpecErrorsSayWhere(t *testing.T) {
	_, err := eval.ParseSpec([]byte("fields: [a]\nthreshold: x"), nil)
	var where *eval.SpecError
	require.ErrorAs(t, err, &where)
	assert.Equal(t, eval.SpecError{Line: 2, Column: 12, Problem: `threshold: got string "x", want a number`}, *where)
}

func TestParseSpecBoundsItsErrors(t *testing.T) {
	_, err := eval.ParseSpec([]byte("fields: ["+strings.Repeat("1,", 60)+"a]"), nil)
	lines := strings.Split(err.Error(), "\n")
	assert.Len(t, lines, 51)
	assert.Equal(t, "eval: and 10 more", lines[50])
}

// iban is a comparator of a user's.
type iban struct {
	Country string `json:"country,omitzero"`
	Weight  int    `json:"weight,omitzero"` // has the name of a key of fields
}

func (iban) Name() string { return "iban" }

func (iban) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Binary(true), nil
}

type constructors = map[string]func(json.RawMessage) (compare.Comparator, error)

func TestParseSpecCustom(t *testing.T) {
	var handed string
	failure := errors.New("no such country")
	custom := constructors{
		"iban": func(config json.RawMessage) (compare.Comparator, error) {
			handed = string(config)
			var i iban
			return i, json.Unmarshal(config, &i)
		},
		"broken": func(json.RawMessage) (compare.Comparator, error) { return nil, failure },
	}
	for _, tt := range []struct{ name, field, handed string }{
		{"its options are what the field does not know", `{path: a, match: iban, weight: 2, country: DE, type: x, nested: {n: 1.50, list: [~, true]}}`,
			`{"country":"DE","type":"x","nested":{"n":1.50,"list":[null,true]}}`},
		{"without options", `{path: a, match: iban}`, `{}`},
		{"with options apart", `{path: a, match: {match: iban, weight: 3}}`, `{"weight":3}`},
		{"in a set", `{path: a, match: set, each: {match: iban, country: DE}}`, `{"country":"DE"}`},
		{"in a set, by name", `{path: a, match: set, each: iban}`, `{}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := eval.ParseSpec([]byte("fields: ["+tt.field+"]"), custom)
			require.NoError(t, err)
			assert.Equal(t, tt.handed, handed)
		})
	}
	_, err := eval.ParseSpec([]byte("fields: [{path: a, match: broken}, {path: b, match: ibn}]"), custom)
	assert.EqualError(t, err, `eval: 1:27: field "a": constructor of "broken": no such country
eval: 1:53: field "b": Invalid match type: ibn; valid are `+comparatorNames+`, list, set, map, sections, broken, iban; did you mean "iban"?`)
	_, err = eval.ParseSpec([]byte("{}"), constructors{"list": nil})
	assert.EqualError(t, err, `eval: a custom comparator is called "list", which names a kind of field in a spec; choose another name`)
}

// Editors on Windows begin files with a byte order mark and end lines with CRLF.
func TestParseSpecOfWindows(t *testing.T) {
	for _, text := range []string{
		"\uFEFFfields:\r\n  - {path: total, weight: 2}\r\n  - vendor\r\nthreshold: 0.5\r\n",
		"\uFEFF{\"fields\": [{\"path\": \"total\", \"weight\": 2},\r\n \"vendor\"], \"threshold\": 0.5}\r\n",
	} {
		spec, err := eval.ParseSpec([]byte(text), nil)
		require.NoError(t, err)
		assert.Equal(t, eval.Spec{Fields: []eval.Field{{Path: "total", Weight: 2}, {Path: "vendor"}}, Threshold: 0.5}, spec)
	}
}

// comparatorNames is the list of the catalog as errors write it.
var comparatorNames = strings.Join(compare.Names(), ", ")
