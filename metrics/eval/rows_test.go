package eval_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestRowsOfOneDescriptionAreMatchedByTheirAmounts(t *testing.T) {
	for _, how := range []eval.Assign{eval.Greedy, eval.Optimal, eval.ByKey} {
		rule := lines(eval.List{By: []string{"description"}, Assign: how, Fields: []eval.Field{{Path: "description"}, {Path: "amount", Match: compare.Numeric{}}}})
		for _, got := range []string{"fee=10 fee=20", "fee=20 fee=10", "fee=20.0 fee=1e1"} {
			for _, want := range []string{"fee=10 fee=20", "fee=20 fee=10"} {
				r := evaluate(t, rule, items(got), items(want))
				assert.Equal(t, metrics.Counts{Match: 4}, r.Table.Total(), "%s: %s against %s", how, got, want)
				assert.Equal(t, eval.Pass, r.Verdict)
			}
		}
	}
}

// A hundred contracts of 20,000 characters each are 10,000 pairs that take half a
// minute to compare whole: the beginnings decide, whatever the order.
// Two fees, each with the other one's currency beside it in got: only one_of knows
// that "$" is among the second row's accepted values and not among the first one's.
func TestRowsOfOneDescriptionAreMatchedByTheirAcceptedValues(t *testing.T) {
	for _, rule := range []compare.Comparator{compare.OneOf{}, &compare.OneOf{Each: compare.Fuzzy{}}} {
		r := evaluate(t, lines(eval.List{By: []string{"description"}, Fields: []eval.Field{{Path: "description"}, {Path: "currency", Match: rule}}}),
			`{"lines":[{"description":"fee","currency":"$"},{"description":"fee","currency":"€"}]}`,
			`{"lines":[{"description":"fee","currency":["EUR","€"]},{"description":"fee","currency":["USD","$"]}]}`)
		assert.Equal(t, []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}, r.Alignments[0].Pairs)
		assert.Equal(t, 1.0, r.Score)
		assert.Empty(t, r.Misses)
	}
}

// A judge is slow and costs money: to tell rows of one description apart, its
// field's content is compared instead, so it sees each matched pair once.
func TestACostlyComparatorDoesNotTellRowsApart(t *testing.T) {
	asked := 0
	judge := compare.Func{Name: "judge", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		asked++
		return compare.Binary(got.Text() == want.Text()), nil
	}}
	r := evaluate(t, lines(eval.List{By: []string{"description"}, Fields: []eval.Field{{Path: "description"}, {Path: "unit", Match: compare.OneOf{Each: judge}}}}),
		`{"lines":[{"description":"fee","unit":"b"},{"description":"fee","unit":"a"}]}`,
		`{"lines":[{"description":"fee","unit":["a"]},{"description":"fee","unit":["b"]}]}`)
	assert.Equal(t, 1.0, r.Score) // the lesser text goes to the lesser one
	assert.Equal(t, 2, asked)
}

func TestLongTextsAreMatchedByTheirBeginnings(t *testing.T) {
	effort.NeedsLong(t) // the room for such comparisons is used up, however few items there are
	rule := lines(eval.List{By: []string{"description"}, Fields: []eval.Field{{Path: "n"}}})
	var got, want []string
	for i := range 100 {
		text := strings.Repeat(fmt.Sprintf("clause %d of the contract, ", i*i*i), 800)
		got = append(got, fmt.Sprintf(`{"description":%q,"n":%d}`, text, i))
		want = append(want, fmt.Sprintf(`{"description":%q,"n":%d}`, "The "+text, i))
	}
	slices.Reverse(got)
	r := evaluate(t, rule, `{"lines":[`+strings.Join(got, ",")+`]}`, `{"lines":[`+strings.Join(want, ",")+`]}`)
	assert.Equal(t, metrics.Counts{Match: 100}, r.Table.Total())
	assert.Contains(t, r.Warnings, `field "lines": 100 items of got and 100 of the truth have texts that are too long to compare whole; items were matched by the first 3707 characters of each`)
}

// withoutNearest returns the alignments without the nearest items.
func withoutNearest(r eval.Result) []eval.Alignment {
	alignments := slices.Clone(r.Alignments)
	for i := range alignments {
		alignments[i].NearestToWant, alignments[i].NearestToGot = nil, nil
	}
	return alignments
}

// "got has no such item" is never all that is said.
func TestUnpairedItemsNameTheirNearest(t *testing.T) {
	spec := lines(eval.List{By: []string{"name", "qty"}, Fields: []eval.Field{{Path: "name"}, {Path: "qty", Match: compare.Numeric{}}}})
	r := evaluate(t, spec,
		`{"lines":[{"name":"Bolt M4","qty":9},{"name":"Nut","qty":2},{"name":"Nut","qty":2}]}`,
		`{"lines":[{"name":"Nut","qty":2},{"name":"Bolt M5","qty":1},{"name":"@@@","qty":77}]}`)
	require.Len(t, r.Alignments, 1)
	// Bolt M4 and Bolt M5 differ in one of seven characters and in the quantity: 6/7/2.
	assert.Equal(t, []eval.Nearest{{Got: 0, Want: 1, Similarity: 3. / 7, Least: 0.8, Differs: []string{"name", "qty"}}}, r.Alignments[0].NearestToWant)
	assert.Equal(t, []eval.Nearest{
		{Got: 0, Want: 1, Similarity: 3. / 7, Least: 0.8, Differs: []string{"name", "qty"}},
		{Got: 2, Want: 0, Similarity: 1, Least: 0.8, Taken: true},
	}, r.Alignments[0].NearestToGot)
	assert.Equal(t, []eval.Miss{
		{Path: "lines[1]", Tag: "missing", Note: "got has no such item; nearest is item 0 of got, similarity 0.43, want 0.8 (name, qty)"},
		{Path: "lines[2]", Tag: "missing", Note: "got has no such item"},
		{Path: "lines[0]", Tag: "unexpected item", Note: "the truth has no such item; nearest is item 1 of the truth, similarity 0.43, want 0.8 (name, qty)"},
		{Path: "lines[2]", Tag: "unexpected item", Note: "the truth has no such item; nearest is item 0 of the truth, similarity 1.00, which has a partner"},
	}, r.Misses)

	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf(`{"name":"%03d-%c","qty":%d}`, i, 'a'+i%26, i))
	}
	r = evaluate(t, spec, `{"lines":[`+strings.Join(many[:90], ",")+`]}`, `{"lines":[`+strings.Join(many[100:], ",")+`]}`)
	assert.Len(t, r.Alignments[0].NearestToWant, 10, "what is listed is bounded")
	assert.Len(t, r.Alignments[0].NearestToGot, 10)
}
