package eval_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func pairs(r eval.Result) (indices [][2]int) { // of want and got
	for _, p := range r.Alignments[0].Pairs {
		indices = append(indices, [2]int{p.Want, p.Got})
	}
	return indices
}

// Keys decide, and nothing else: a row of another key stays alone, however alike.
func TestByKeyPairsEqualKeysOnly(t *testing.T) {
	for _, tt := range []struct {
		name      string
		by        []string
		got, want string
		pairs     [][2]int
	}{
		{"a row like ours under another key", []string{"sku"}, `{"sku":"B","name":"one"},{"sku":"C","name":"two"}`,
			`{"sku":"A","name":"one"},{"sku":"B","name":"two"}`, [][2]int{{1, 0}}},
		{"no key in common", []string{"sku"}, `{"sku":"C","name":"one"}`, `{"sku":"A","name":"one"}`, nil},
		{"all parts of a key count", []string{"order", "line"}, `{"order":1,"line":2,"name":"one"},{"order":2,"line":1,"name":"two"}`,
			`{"order":1,"line":1,"name":"one"},{"order":2,"line":1,"name":"x"}`, [][2]int{{1, 1}}},
		{"parts do not run into one another", []string{"order", "line"}, `{"order":"1","line":"12"}`, `{"order":"11","line":"2"}`, nil},
		{"case and white space do not count", []string{"sku"}, `{"sku":" ab  1","name":"x"}`, `{"sku":"AB 1","name":"y"}`, [][2]int{{0, 0}}},
		{"no key is not a key", []string{"sku"}, `{"name":"one"}`, `{"name":"two"}`, nil},
		{"of one key the likeliest", []string{"sku"}, `{"sku":"A","name":"two"},{"sku":"A","name":"one"}`,
			`{"sku":"A","name":"one"},{"sku":"A","name":"two"}`, [][2]int{{0, 1}, {1, 0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := eval.List{By: tt.by, Assign: eval.ByKey, Fields: []eval.Field{{Path: "name"}}}
			r := evaluate(t, lines(list), `{"lines":[`+tt.got+`]}`, `{"lines":[`+tt.want+`]}`)
			assert.Equal(t, tt.pairs, pairs(r))
		})
	}
}

func TestByKeyOfASet(t *testing.T) {
	spec := fields(eval.Field{Path: "tags", Set: &eval.Set{Match: compare.Exact{}, Assign: eval.ByKey}})
	r := evaluate(t, spec, `{"tags":["c","A"]}`, `{"tags":["a","b"]}`)
	assert.Equal(t, [][2]int{{0, 1}}, pairs(r))
	// "A" is not "a" for Exact, "b" is missing, "c" nobody has asked for.
	assert.Equal(t, metrics.Counts{Wrong: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "tags[]"))
}

// Without By and description, items are matched by their scored leaves.
func TestFieldsThatItemsAreMatchedBy(t *testing.T) {
	name := eval.Field{Path: "name"}
	for _, tt := range []struct {
		reason     string
		other      eval.Field
		got, want  string
		similarity float64 // 0 for no pair
	}{
		{"a scored one counts: (1+0)/2", eval.Field{Path: "note"}, `{"name":"bolt","note":"abc"}`, `{"name":"bolt","note":"xyz"}`, 0.5},
		{"an unscored one does not", eval.Field{Path: "note", Unscored: true}, `{"name":"bolt","note":"abc"}`, `{"name":"bolt","note":"xyz"}`, 1},
		{"an ignored one does not, which would match always: 1/5 alike", eval.Field{Path: "note", Match: compare.Ignore{}},
			`{"name":"abcde","note":"x"}`, `{"name":"axxxx","note":"x"}`, 0},
		{"a set does, by what both have: (1+2*1/(2+1))/2", eval.Field{Path: "note", Set: &eval.Set{}}, `{"name":"bolt","note":["abc","xyz"]}`, `{"name":"bolt","note":["XYZ"]}`, (1 + 2.0/3) / 2},
		{"a list does not", eval.Field{Path: "note", List: &eval.List{Fields: []eval.Field{{Path: "a"}}}},
			`{"name":"bolt","note":[{"a":"abc"}]}`, `{"name":"bolt","note":[{"a":"xyz"}]}`, 1},
	} {
		r := evaluate(t, lines(eval.List{Threshold: 0.4, Fields: []eval.Field{name, tt.other}}), `{"lines":[`+tt.got+`]}`, `{"lines":[`+tt.want+`]}`)
		similarity := 0.0
		if p := r.Alignments[0].Pairs; len(p) > 0 {
			similarity = p[0].Similarity
		}
		assert.InDelta(t, tt.similarity, similarity, 1e-12, tt.reason)
	}
}

// A field whose path nobody can read looks at nothing: no warning names it as one to
// match by.
func TestAnInvalidPathIsNotMatchedBy(t *testing.T) {
	spec := lines(eval.List{Fields: []eval.Field{{Path: "a["}, {Path: "sku"}}})
	spec.LenientPaths = true
	r := evaluate(t, spec, `{"lines":[{"x":1}]}`, `{"lines":[{"x":1}]}`)
	assert.Contains(t, r.Warnings, `field "lines": items without any match field ("sku") are paired only if they are equal; they have "x": name some of these in By`)
}

// Two rows of one description on both sides, whose only other scored field, k,
// agrees in no pair. By their contents the first belongs to the first. The field
// note agrees the other way round: it decides if it takes part, and only then.
func TestFieldsThatTellRowsApart(t *testing.T) {
	got := `{"lines":[{"d":"fee","k":"1","note":"x"},{"d":"fee","k":"2"}]}`
	want := `{"lines":[{"d":"fee","k":"3"},{"d":"fee","k":"4","note":"x"}]}`
	inOrder, crossed := [][2]int{{0, 0}, {1, 1}}, [][2]int{{0, 1}, {1, 0}}
	for _, tt := range []struct {
		reason string
		note   eval.Field
		pairs  [][2]int
	}{
		{"a scored field", eval.Field{Path: "note"}, crossed},
		{"an optional field", eval.Field{Path: "note", Optional: true}, crossed},
		{"an unscored field", eval.Field{Path: "note", Unscored: true}, inOrder},
		{"an ignored field", eval.Field{Path: "note", Match: compare.Ignore{}}, inOrder},
	} {
		r := evaluate(t, lines(eval.List{By: []string{"d"}, Fields: []eval.Field{{Path: "d"}, {Path: "k"}, tt.note}}), got, want)
		assert.Equal(t, tt.pairs, pairs(r), tt.reason)
	}
}

func TestMacroF1OfACaseWithOneAttributeOrNone(t *testing.T) {
	failing := compare.Func{Name: "judge", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
		return compare.Comparison{}, errors.New("timed out")
	}}
	tags := eval.Field{Path: "tags", Set: &eval.Set{Match: compare.Exact{}}}
	for _, tt := range []struct {
		reason    string
		field     eval.Field
		got, want string
		score     float64
	}{
		{"one attribute that is right", eval.Field{Path: "a"}, `{"a":1}`, `{"a":1}`, 1},
		{"one attribute that is wrong counts 0", eval.Field{Path: "a"}, `{"a":2}`, `{"a":1}`, 0},
		{"one attribute, F1 = 2·1/(2·1+0+1)", tags, `{"tags":["x"]}`, `{"tags":["x","y"]}`, 2.0 / 3},
		{"no F1, as nothing was there and nothing was given", eval.Field{Path: "a"}, `{}`, `{}`, 1},
		{"no F1, as nobody could judge", eval.Field{Path: "a", Match: failing}, `{"a":1}`, `{"a":1}`, 0},
		{"no attribute is scored", eval.Field{Path: "a", Unscored: true}, `{"a":1}`, `{"a":1}`, 0},
		{"an optional value that got lacks is excused, and nothing is left", eval.Field{Path: "a", Optional: true}, `{}`, `{"a":1}`, 0},
	} {
		spec := fields(tt.field)
		spec.Aggregation = eval.MacroF1
		assert.InDelta(t, tt.score, evaluate(t, spec, tt.got, tt.want).Score, 1e-12, tt.reason)
	}
}
