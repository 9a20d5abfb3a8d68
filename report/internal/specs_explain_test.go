package internal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/specs"
)

func Example_specs() {
	spec, err := eval.ParseSpec([]byte(`
fields:
  - {path: number, match: code}
  - {path: total, match: numeric, tolerance: 0.01, weight: 3}
  - path: lines
    match: list
    by: [description]
    fields:
      - {path: description, match: fuzzy, threshold: 0.9}
      - {path: amount, match: numeric}
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range specs.Explain(spec) {
		fmt.Printf("%s%s: %s\n", strings.Repeat("  ", l.Depth), l.Field, l.Text)
	}
	// Output:
	// number: code, letters and digits alone
	// total: number, within 0.01, format auto, weight 3
	// lines: items paired by description (similarity >= 0.8, greedy)
	//   description: text, similarity >= 0.9, levenshtein
	//   amount: number, the same value, format auto
	// score: mean of the fields by weight; a case passes when no scored field is missed
	// other keys of answers: are not looked at
}

func TestLines(t *testing.T) {
	const auto = "by what the truth is: dates as dates, numbers exactly, texts with digits exactly except for case, width, kinds of dashes, blanks beside punctuation and commas between words, other texts by similarity, with the same digits, Roman numerals and words of one letter; arrays of objects as lists, of texts as sets"
	const mean = "score: mean of the fields by weight; a case passes when no scored field is missed"
	const unseen = "other keys of answers: are not looked at"
	for _, tt := range []struct {
		spec string
		want []string
	}{
		{`{}`, []string{"every value of the truth: " + auto, mean, "other keys of answers: count as invented"}},
		{`{unlabelled: skip}`, []string{"every value of the truth: " + auto, mean, "keys that a truth lacks: are left out: nobody labelled them"}},
		{`{fields: [a, {path: b, match: auto, optional: true}], strict: true, threshold: 0.9, aggregation: macro_f1}`,
			[]string{"a: " + auto, "b: " + auto + ", optional: an answer may lack it", "score: mean F1 of the fields; a case passes with 0.9 or more", "other keys of answers: count as invented"}},
		{`{fields: [{path: a, match: exact, expected_path: b.c, unscored: true, zero_is_empty: true, absent: true}], aggregation: all_or_nothing}`,
			[]string{"a: exactly the same, truth at b.c, counted but not scored, 0 and false are empty, in no truth", "score: 1 where every scored field is right, else 0; a case passes when no scored field is missed", unseen}},
		{`{fields: [{path: a, classes: [x, y], decides: [b, c]}, {path: b, match: ignore}, {path: c, match: ignore}]}`,
			[]string{`a: class, one of "x", "y", decides b and c`, "b: not compared", "c: not compared", mean, unseen}},
		{`{fields: [{path: "", match: list}]}`,
			[]string{"(document): items paired by all fields, as much as each tells the items apart, and by description where the truth has one (similarity >= 0.5, greedy)", "  every key of the items: " + auto, mean, unseen}},
		{`{fields: [{path: a, match: list, by: [x, y], threshold: 0.7, assign: optimal, fields: [{path: b, match: list, by: [k], assign: by_key, fields: [{path: c, match: list, assign: in_order, fields: [{path: d, match: ignore}]}]}]}]}`,
			[]string{"a: items paired by x and y (similarity >= 0.7, greatest sum)", "  b: items paired by k (the same key)", "    c: items paired in order, the first with the first", "      d: not compared", mean, unseen}},
		{`{fields: [{path: a, match: set}, {path: b, match: set, each: date, assign: in_order}, {path: c, match: set, each: code, assign: by_key}]}`,
			[]string{"a: values in any order, each by what the truth is: dates as dates, numbers exactly, texts with digits exactly except for case, width, kinds of dashes, blanks beside punctuation and commas between words, other texts by similarity, with the same digits, Roman numerals and words of one letter",
				"b: values in order, each date, the same day, order mdy (dmy with points)", "c: values paired by the same text, each code, letters and digits alone", mean, unseen}},
		{`{fields: [{path: a, match: date}, {path: b, match: list, fields: [{path: c, match: date, order: mdy}]}, {path: d, match: set, each: date}], date_orders: {a: dmy, "b[].c": dmy, "d[]": dmy}}`,
			[]string{"a: date, the same day, order dmy as other dates of the field have it", "b: items paired by all fields, as much as each tells the items apart, and by description where the truth has one (similarity >= 0.5, greedy)",
				"  c: date, the same day, order mdy", "d: values in any order, each date, the same day, order dmy as other dates of the field have it", mean, unseen,
				"dates of a: are in order dmy, as the truths have them", "dates of b[].c: are in order dmy, as the truths have them", "dates of d[]: are in order dmy, as the truths have them"}},
		{`{fields: [{path: a, match: map, fields: [{path: b, match: code}]}, {path: c, match: map, fold: true, each: numeric, optional: true}, {path: d, match: map}, {path: e, match: map, fields: [{path: "", match: list, by: [k], fields: [k]}]}], date_orders: {}}`,
			[]string{"a: values paired by their keys", "  b: code, letters and digits alone",
				"c: values paired by their keys, whatever their case and white space, each number, the same value, format auto, optional: an answer may lack it",
				"d: values paired by their keys", "  every key of the items: " + auto,
				"e: values paired by their keys", "  each value: items paired by k (similarity >= 0.8, greedy)", "    k: " + auto, mean, unseen}},
		{`{fields: [{path: a, match: map, fields: [{path: c, match: date}]}, {path: d, match: map, each: date}], date_orders: {"a{}.c": dmy, "d{}": dmy}}`,
			[]string{"a: values paired by their keys", "  c: date, the same day, order dmy as other dates of the field have it",
				"d: values paired by their keys, each date, the same day, order dmy as other dates of the field have it", mean, unseen,
				"dates of a{}.c: are in order dmy, as the truths have them", "dates of d{}: are in order dmy, as the truths have them"}},
		{`{fields: [a], null_truths: true, cluster: vendor}`,
			[]string{"a: " + auto, mean, unseen, "a truth that is null: is that of a document without any value", "cases with one vendor: are one unit in intervals and tests"}},
		{`{fields: [a], empty_collections: true, lenient: true, lenient_paths: true}`,
			[]string{"a: " + auto, mean, unseen, "[] and {}: are empty", "text around the JSON of answers: is left out", "fields with an invalid path: are missing, with a warning"}},
	} {
		spec, err := eval.ParseSpec([]byte(tt.spec), nil)
		require.NoError(t, err, tt.spec)
		var got []string
		for _, l := range specs.Explain(spec) {
			got = append(got, strings.Repeat("  ", l.Depth)+l.Field+": "+l.Text)
		}
		assert.Equal(t, tt.want, got, tt.spec)
	}
}

func TestSpecsInvariants(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "a", Match: compare.Numeric{}}}, Invariants: []eval.Invariant{
		{Name: "positive"}, {Name: "adds_up", Rule: "a == b + c", Tolerance: 0.01}, {Name: "found", InSource: true}, {Name: "printed", InSource: true, Paths: []string{"a", "b"}},
		{Name: "shape", Schema: json.RawMessage(`{"required":["` + strings.Repeat("x", 100) + `"]}`)},
	}}
	assert.Equal(t, []specs.Line{
		{Field: "a", Text: "number, the same value, format auto"},
		{Field: "positive", Text: "must hold of every answer: a function of your own", OfSpec: true},
		{Field: "adds_up", Text: "must hold of every answer: rule a == b + c, tolerance 0.01", OfSpec: true},
		{Field: "found", Text: "must hold of every answer: each value stands in the text of the document", OfSpec: true},
		{Field: "printed", Text: "must hold of every answer: each value of a, b stands in the text of the document", OfSpec: true},
		{Field: "shape", Text: `must hold of every answer: schema {"required":["` + strings.Repeat("x", 66) + "…", OfSpec: true},
		{Field: "score", Text: "mean of the fields by weight; a case passes when no scored field is missed", OfSpec: true},
		{Field: "other keys of answers", Text: "are not looked at", OfSpec: true},
	}, specs.Explain(spec))
}
