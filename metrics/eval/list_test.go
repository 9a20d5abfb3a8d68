package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

func lines(l eval.List) eval.Spec { return fields(eval.Field{Path: "lines", List: &l}) }

// items writes {"lines":[{"description":…,"amount":…}…]} from "A=1 B=2".
func items(text string) string {
	var rows []string
	for item := range strings.FieldsSeq(text) {
		d, a, ok := strings.Cut(item, "=")
		row := fmt.Sprintf(`{"description":%q`, d)
		if ok {
			row += `,"amount":` + a
		}
		rows = append(rows, row+"}")
	}
	return `{"lines":[` + strings.Join(rows, ",") + `]}`
}

// missTexts returns the misses as they are printed.
func missTexts(r eval.Result) (texts []string) {
	for _, m := range r.Misses {
		texts = append(texts, m.String())
	}
	return texts
}

func TestListItems(t *testing.T) {
	rule := eval.List{Threshold: 0.8, Fields: []eval.Field{{Path: "description", Match: compare.Exact{}}, {Path: "amount", Match: compare.Numeric{}}}}
	optimal := rule
	optimal.Assign = eval.Optimal
	for _, tt := range []struct {
		name      string
		list      eval.List
		got, want string
		items     metrics.Counts
		leaves    metrics.Counts
		score     float64
		misses    []string
		alignment eval.Alignment
	}{{
		name: "another order", list: rule, got: "C=3 A=1 B=2", want: "A=1 B=2 C=3",
		items: metrics.Counts{Match: 3}, leaves: metrics.Counts{Match: 6}, score: 1,
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 2, Want: 1, Similarity: 1}, {Got: 0, Want: 2, Similarity: 1}}},
	}, {
		name: "duplicates are matched one to one", list: rule, got: "A=1 A=1 A=1", want: "A=1 A=1",
		items: metrics.Counts{Match: 2, Invented: 1}, leaves: metrics.Counts{Match: 4, Invented: 2}, score: 4.0 / 6,
		misses:    []string{"lines[2] (unexpected item)"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 1}, {Got: 1, Want: 1, Similarity: 1}}, UnmatchedGot: []int{2}},
	}, {
		name: "two compete for one: the more similar wins, the other is missing", list: rule, got: "aaaaaaaaab", want: "aaaaaaaabb aaaaaaaaac",
		items: metrics.Counts{Match: 1, Missing: 1}, leaves: metrics.Counts{CorrectAbsence: 1, Wrong: 1, Missing: 1}, score: 0,
		misses: []string{"lines[0] (missing)", "lines[1].description"},
		// Both are one character off; the one whose text comes first is taken.
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 1, Similarity: 0.9}}, UnmatchedWant: []int{0}, Ambiguous: true},
	}, {
		name: "the highest similarity wins", list: rule, got: "aaaaaaaaab", want: "aaaaaaaabb aaaaaaaaab",
		items: metrics.Counts{Match: 1, Missing: 1}, leaves: metrics.Counts{CorrectAbsence: 1, Match: 1, Missing: 1}, score: 0.5,
		misses:    []string{"lines[0] (missing)"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 1, Similarity: 1}}, UnmatchedWant: []int{0}},
	}, {
		name: "threshold exactly met", list: rule, got: "aaaab=1", want: "aaaaa=1",
		items: metrics.Counts{Match: 1}, leaves: metrics.Counts{Wrong: 1, Match: 1}, score: 0.5, misses: []string{"lines[0].description"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 0.8}}},
	}, {
		name: "threshold missed", list: rule, got: "aabb=1", want: "aaab=1",
		items: metrics.Counts{Missing: 1, Invented: 1}, leaves: metrics.Counts{Missing: 2, Invented: 2}, score: 0,
		misses:    []string{"lines[0] (missing)", "lines[0] (unexpected item)"},
		alignment: eval.Alignment{UnmatchedGot: []int{0}, UnmatchedWant: []int{0}},
	}, {
		name: "empty against empty", list: rule, got: "", want: "",
		items: metrics.Counts{CorrectAbsence: 1}, score: 1,
	}, {
		name: "greedy takes the best pair and strands another", list: rule, got: "aaaaa aaaab", want: "aaaab aaabb",
		items: metrics.Counts{Match: 1, Missing: 1, Invented: 1}, leaves: metrics.Counts{Match: 1, CorrectAbsence: 1, Missing: 1, Invented: 1}, score: 1.0 / 3,
		misses:    []string{"lines[1] (missing)", "lines[0] (unexpected item)"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 1, Want: 0, Similarity: 1}}, UnmatchedGot: []int{0}, UnmatchedWant: []int{1}},
	}, {
		name: "optimal takes both", list: optimal, got: "aaaaa aaaab", want: "aaaab aaabb",
		items: metrics.Counts{Match: 2}, leaves: metrics.Counts{Wrong: 2, CorrectAbsence: 2}, score: 0,
		misses:    []string{"lines[0].description", "lines[1].description"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 0.8}, {Got: 1, Want: 1, Similarity: 0.8}}},
	}, {
		name: "same description, amounts swapped", list: rule, got: "fee=20 fee=10", want: "fee=10 fee=20",
		items: metrics.Counts{Match: 2}, leaves: metrics.Counts{Match: 4}, score: 1,
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}},
	}, {
		name: "same description, amounts in place", list: optimal, got: "fee=10 fee=20.0", want: "fee=10.0 fee=20",
		items: metrics.Counts{Match: 2}, leaves: metrics.Counts{Match: 4}, score: 1,
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 1}, {Got: 1, Want: 1, Similarity: 1}}},
	}, {
		name: "in order", list: eval.List{Assign: eval.InOrder, Fields: rule.Fields}, got: "A=1 X=2", want: "A=1 B=2 C=3",
		items: metrics.Counts{Match: 2, Missing: 1}, leaves: metrics.Counts{Match: 3, Wrong: 1, Missing: 2}, score: 0.5,
		misses:    []string{"lines[1].description", "lines[2] (missing)"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 1}, {Got: 1, Want: 1, Similarity: 0}}, UnmatchedWant: []int{2}},
	}, {
		name: "by key, case folded", list: eval.List{Assign: eval.ByKey, By: []string{"description"}, Fields: rule.Fields}, got: "b=2 A=7 =3", want: "a=1 B=2 =3",
		items: metrics.Counts{Match: 2, Missing: 1, Invented: 1}, leaves: metrics.Counts{Match: 1, Wrong: 3, Missing: 1, Invented: 1}, score: 1.0 / 6,
		misses:    []string{"lines[0].description", "lines[0].amount", "lines[1].description", "lines[2] (missing)", "lines[2] (unexpected item)"},
		alignment: eval.Alignment{Pairs: []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}, UnmatchedWant: []int{2}, UnmatchedGot: []int{2}},
	}} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, lines(tt.list), items(tt.got), items(tt.want))
			assert.Equal(t, tt.items, mustCounts(t, r, "lines[]"))
			assert.Equal(t, tt.leaves, r.Table.Total())
			assert.InDelta(t, tt.score, r.Score, 1e-12)
			assert.Equal(t, tt.misses, missTexts(r))
			tt.alignment.Path, tt.alignment.Attribute = "lines", "lines"
			assert.Equal(t, []eval.Alignment{tt.alignment}, withoutNearest(r))
			sum := 0.0
			for _, f := range r.Fields {
				sum += f.Score * f.Weight
			}
			if r.Table.Total().Total() > 0 {
				assert.InDelta(t, r.Score, sum, 1e-12, "scores and weights of the leaves make the score")
			}
		})
	}
}

func TestAnItemIsClassifiedTheSameInAnyCompany(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
		alone           metrics.Counts
	}{
		{"right", "target=1", "target=1", metrics.Counts{Match: 2}},
		{"wrong", "target=2", "target=1", metrics.Counts{Match: 1, Wrong: 1}},
		{"missing", "", "target=1", metrics.Counts{Missing: 2}},
		{"invented", "target=1", "", metrics.Counts{Invented: 2}},
		{"below the threshold", "tarmac=1", "target=1", metrics.Counts{Missing: 2, Invented: 2}},
	} {
		for _, how := range []eval.Assign{eval.Greedy, eval.Optimal} {
			t.Run(tt.name+", "+string(how), func(t *testing.T) {
				rule := lines(eval.List{Assign: how, Threshold: 0.8, Fields: []eval.Field{{Path: "description"}, {Path: "amount"}}})
				var company []string
				for i := range 999 {
					company = append(company, fmt.Sprintf("%020b=5", i*i))
				}
				others := strings.Join(company, " ") + " "
				assert.Equal(t, tt.alone, evaluate(t, rule, items(tt.got), items(tt.want)).Table.Total())
				among := evaluate(t, rule, items(others+tt.got), items(others+tt.want)).Table.Total()
				among.Match -= 2 * 999
				assert.Equal(t, tt.alone, among)
			})
		}
	}
}

func TestListMatchFields(t *testing.T) {
	scored := []eval.Field{{Path: "name"}, {Path: "qty", Match: compare.Numeric{}}, {Path: "on", Match: compare.Date{}}}
	for _, tt := range []struct {
		name       string
		list       eval.List
		got, want  string
		similarity float64 // of the first pair, 0 without one
		warnings   []string
	}{
		// name 1 - 1/5, a text, which counts twice; qty agrees, on is on neither side
		{"all scored fields by default", eval.List{Fields: scored}, `{"name":"bolts","qty":"1,0"}`, `{"name":"bolt","qty":1.0}`, (2*0.8 + 1) / 3, nil},
		{"the mean of what is there", eval.List{Fields: scored}, `{"name":"Bolts","qty":"1.0"}`, `{"name":"bolt","qty":1.0}`, (2*0.8 + 1) / 3, nil},
		{"a key that one whole side lacks says nothing", eval.List{Fields: scored}, `{"name":"bolt","qty":1}`, `{"name":"bolt","qty":1,"on":"2024-01-02"}`, 1, nil},
		{"one side only is 0", eval.List{Threshold: 0.6, By: []string{"name", "qty", "on"}, Fields: scored}, `{"name":"bolt","qty":1}`, `{"name":"bolt","qty":1,"on":"2024-01-02"}`, 2.0 / 3, nil},
		{"dates agree or not", eval.List{Threshold: 0.5, By: []string{"on"}, Fields: scored}, `{"on":"02.01.2024"}`, `{"on":"2024-01-02"}`, 1, nil},
		{"dates that look alike", eval.List{Threshold: 0.5, By: []string{"on"}}, `{"on":"2024-01-03"}`, `{"on":"2024-01-02"}`, 0, nil},
		{"a path that is not a field", eval.List{By: []string{"id.code"}, Fields: scored}, `{"id":{"code":"ab1"},"name":"x"}`, `{"id":{"code":"AB1"},"name":"y"}`, 1, nil},
		{"description when all items have one", eval.List{Fields: scored}, `{"description":"a","name":"x"}`, `{"description":"A","name":"y"}`, 1,
			[]string{`the truth has "lines[].description", which no field of the spec compares`}},
		{"no match field: equal items", eval.List{By: []string{"sku"}, Fields: scored}, `{"name":"x","note":1}`, `{"name":"x","note":2}`, 1,
			[]string{`the truth has "lines[].note", which no field of the spec compares`,
				`field "lines": items without any match field ("sku") are paired only if they are equal; they have "name", "note": name some of these in By`}},
		{"no match field: lists", eval.List{}, `{"rows":[{"x":1},{"x":2}]}`, `{"rows":[{"x":1},{"x":3}]}`, 0,
			[]string{`field "lines": items without any match field (none is given) are paired only if they are equal; they have no key with a single value, which By could name`}},
		{"no match field: others", eval.List{By: []string{"sku"}, Fields: scored}, `{"name":"x"}`, `{"name":"y"}`, 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, lines(tt.list), `{"lines":[`+tt.got+`]}`, `{"lines":[`+tt.want+`]}`)
			s := 0.0
			if len(r.Alignments[0].Pairs) > 0 {
				s = r.Alignments[0].Pairs[0].Similarity
			}
			assert.InDelta(t, tt.similarity, s, 1e-12)
			if tt.warnings != nil {
				assert.Equal(t, tt.warnings, r.Warnings)
			}
		})
	}
}

func TestListInList(t *testing.T) {
	spec := fields(eval.Field{Path: "orders", List: &eval.List{By: []string{"id"}, Fields: []eval.Field{
		{Path: "id"}, {Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "qty"}}}}, {Path: "tags", Set: &eval.Set{}},
	}}})
	got := `{"orders":[{"id":"two","lines":[{"sku":"b","qty":2},{"sku":"a","qty":9}],"tags":["y"]},{"id":"three","lines":[{"sku":"z"}]}]}`
	want := `{"orders":[{"id":"one","lines":[{"sku":"q","qty":1}],"tags":["x"]},{"id":"two","lines":[{"sku":"a","qty":1},{"sku":"b","qty":2}],"tags":["y","x"]}]}`
	r := evaluate(t, spec, got, want)
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "orders[]"))
	assert.Equal(t, metrics.Counts{Match: 2, Missing: 1, Invented: 1}, mustCounts(t, r, "orders[].lines[]"))
	assert.Equal(t, metrics.Counts{Match: 2, Missing: 1, Invented: 1}, mustCounts(t, r, "orders[].lines[].sku"))
	assert.Equal(t, metrics.Counts{Match: 1, Wrong: 1, Missing: 1}, mustCounts(t, r, "orders[].lines[].qty"))
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 2}, mustCounts(t, r, "orders[].tags[]"))
	assert.Equal(t, []string{"orders[0] (missing)", "orders[1].lines[0].qty", "orders[1].tags[1] (missing)", "orders[1] (unexpected item)"}, missTexts(r))
	assert.Equal(t, []eval.Alignment{
		{Path: "orders", Attribute: "orders", Pairs: []eval.Pair{{Got: 0, Want: 1, Similarity: 1}}, UnmatchedWant: []int{0}, UnmatchedGot: []int{1}},
		{Path: "orders[1].lines", Attribute: "orders[].lines", Pairs: []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}},
		{Path: "orders[1].tags", Attribute: "orders[].tags", Pairs: []eval.Pair{{Got: 0, Want: 0, Similarity: 1}}, UnmatchedWant: []int{1}},
	}, withoutNearest(r))
	for _, f := range r.Fields {
		if f.Path == "orders[1].lines[0].qty" {
			assert.Equal(t, []int{0, 1}, f.GotIndex)
			assert.Equal(t, []int{1, 0}, f.WantIndex)
		}
	}
}

func TestListThatIsNone(t *testing.T) {
	spec := lines(eval.List{Fields: []eval.Field{{Path: "a"}}})
	for _, tt := range []struct {
		got    string
		total  metrics.Counts
		misses []string
	}{
		{`{"lines":null}`, metrics.Counts{Missing: 2}, []string{"lines[0] (missing)", "lines[1] (missing)"}},
		{`{}`, metrics.Counts{Missing: 2}, []string{"lines[0] (missing)", "lines[1] (missing)"}},
		{`{"lines":[null,""]}`, metrics.Counts{Missing: 2}, []string{"lines[0] (missing)", "lines[1] (missing)"}},
		{`{"lines":"none"}`, metrics.Counts{Missing: 2, Invented: 1}, []string{"lines (type mismatch)", "lines[0] (missing)", "lines[1] (missing)"}},
		{`{"lines":{"a":1}}`, metrics.Counts{Missing: 2, Invented: 1}, []string{"lines (type mismatch)", "lines[0] (missing)", "lines[1] (missing)"}},
		{`{"lines":[7]}`, metrics.Counts{Missing: 2, Invented: 1}, []string{"lines[0] (missing)", "lines[1] (missing)", "lines[0] (unexpected item)"}},
	} {
		r := evaluate(t, spec, tt.got, `{"lines":[{"a":1},{"a":2}]}`)
		assert.Equal(t, tt.total, r.Table.Total(), tt.got)
		assert.Equal(t, tt.misses, missTexts(r), tt.got)
		assert.Zero(t, r.Score, tt.got)
	}
}

func TestOptionalAndUnscoredLists(t *testing.T) {
	rule := eval.List{Fields: []eval.Field{{Path: "a"}}}
	spec := fields(eval.Field{Path: "x"}, eval.Field{Path: "lines", List: &rule, Optional: true})
	want := `{"x":1,"lines":[{"a":1},{"a":2}]}`
	r := evaluate(t, spec, `{"x":1}`, want)
	assert.Equal(t, 1.0, r.Score)
	assert.Equal(t, []string{"x"}, r.Hits)
	assert.Empty(t, r.Misses)
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 2}, r.Table.Total())
	r = evaluate(t, spec, `{"x":1,"lines":[{"a":1}]}`, want)
	assert.Equal(t, 0.75, r.Score, "a list that is there is judged")
	spec.Fields[1].Unscored = true
	r = evaluate(t, spec, `{"x":1,"lines":[{"a":7}]}`, want)
	assert.Equal(t, 1.0, r.Score)
	assert.Empty(t, r.Misses)
}

func TestWholeDocumentIsAList(t *testing.T) {
	spec := fields(eval.Field{List: &eval.List{Fields: []eval.Field{{Path: "a"}}}})
	r := evaluate(t, spec, `[{"a":2},{"a":1}]`, `[{"a":1},{"a":2},{"a":3}]`)
	assert.Equal(t, []string{"[2] (missing)"}, missTexts(r))
	assert.Equal(t, metrics.Counts{Match: 2, Missing: 1}, mustCounts(t, r, "[].a"))
	assert.Equal(t, "[0].a", r.Fields[0].Path)
}

func TestSet(t *testing.T) {
	for _, tt := range []struct {
		name      string
		set       eval.Set
		got, want string
		total     metrics.Counts
		misses    []string
	}{
		{"another order", eval.Set{}, `["b","A"]`, `["a","b"]`, metrics.Counts{Match: 2}, nil},
		{"a multiset", eval.Set{}, `["a","a","b"]`, `["a","b","b"]`, metrics.Counts{Match: 2, Missing: 1, Invented: 1}, []string{"tags[2] (missing)", "tags[1] (unexpected item)"}},
		{"numbers", eval.Set{Match: compare.Numeric{Tolerance: 0.5}}, `[1.4,3]`, `[3.2,1]`, metrics.Counts{Match: 2}, nil},
		{"greedy strands one", eval.Set{Match: compare.Fuzzy{Threshold: 0.8}}, `["aaaaa","aaaab"]`, `["aaaab","aaabb"]`, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, []string{"tags[1] (missing)", "tags[0] (unexpected item)"}},
		{"optimal does not", eval.Set{Match: compare.Fuzzy{Threshold: 0.8}, Assign: eval.Optimal}, `["aaaaa","aaaab"]`, `["aaaab","aaabb"]`, metrics.Counts{Match: 2}, nil},
		{"in order", eval.Set{Assign: eval.InOrder}, `["b","a"]`, `["a","a"]`, metrics.Counts{Match: 1, Wrong: 1}, []string{"tags[0]"}},
		{"empty elements are none", eval.Set{}, `[null,"a"," "]`, `["a"]`, metrics.Counts{Match: 1}, nil},
		{"nothing against nothing", eval.Set{}, `[]`, `null`, metrics.Counts{CorrectAbsence: 1}, nil},
		{"nothing against something", eval.Set{}, `null`, `["a"]`, metrics.Counts{Missing: 1}, []string{"tags[0] (missing)"}},
		{"one value instead of an array", eval.Set{}, `"a"`, `["a"]`, metrics.Counts{Missing: 1, Invented: 1}, []string{"tags (type mismatch)", "tags[0] (missing)"}},
		{"a comparator that fails", eval.Set{Match: compare.Func{Name: "judge", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
			return compare.Comparison{}, context.DeadlineExceeded
		}}}, `["a"]`, `["b"]`, metrics.Counts{Errored: 1}, []string{"tags[0] (errored)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, fields(eval.Field{Path: "tags", Set: &tt.set}), `{"tags":`+tt.got+`}`, `{"tags":`+tt.want+`}`)
			assert.Equal(t, tt.total, r.Table.Total())
			assert.Equal(t, tt.misses, missTexts(r))
		})
	}
}

func TestManyItems(t *testing.T) {
	effort.OneGoroutine(t)
	var b strings.Builder
	b.WriteString(`{"lines":[`)
	items := effort.Size(50_000, 200_000)
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"description":"row %d","amount":%d}`, i, i)
	}
	b.WriteString(`]}`)
	rule := lines(eval.List{Fields: []eval.Field{{Path: "description"}, {Path: "amount"}}})
	var want []string
	step := items/100 - 1
	for i := range 100 {
		want = append(want, fmt.Sprintf(`{"description":"row %d","amount":%d}`, i*step, i*step+1))
	}
	r := evaluate(t, rule, json.RawMessage(b.String()), `{"lines":[`+strings.Join(want, ",")+`]}`)
	assert.Equal(t, metrics.Counts{Match: 100, Wrong: 100, Invented: 2 * (items - 100)}, r.Table.Total())
	assert.Len(t, r.Fields, 200+paths.MaxInvented)
	assert.Equal(t, 100+paths.MaxInvented/2, len(r.Misses))
	assert.Equal(t, []string{
		fmt.Sprintf(`field "lines": %d items of got and 100 of the truth are too many pairs; each item was compared with the nearest ones only`, items),
		"got has more than 1000 invented values; all are counted, the rest is not listed",
	}, r.Warnings)
}

// Unscored says that a list enters no score, not that its items are matched another way.
func TestUnscoredListIsMatchedLikeAScoredOne(t *testing.T) {
	list := eval.Field{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}, {Path: "amount", Match: compare.Numeric{}}}}}
	unscored := list
	unscored.Unscored = true
	got := `{"n":1,"lines":[{"sku":"A1","amount":"2.0"},{"sku":"B2","amount":3},{"sku":"B2","amount":4}]}`
	want := `{"n":1,"lines":[{"sku":"B2","amount":4},{"sku":"A1","amount":2},{"sku":"B2","amount":3}]}`
	n := eval.Field{Path: "n"}
	scored, counted := evaluate(t, fields(n, list), got, want), evaluate(t, fields(n, unscored), got, want)
	assert.Equal(t, scored.Alignments, counted.Alignments)
	assert.Equal(t, scored.Table.Attributes, counted.Table.Attributes)
	assert.Equal(t, []eval.Pair{{Got: 2, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}, {Got: 1, Want: 2, Similarity: 1}}, counted.Alignments[0].Pairs)
}

// Without a match field the items' equality decides, and 100 is 100.0 there as it is elsewhere.
func TestItemsWithoutMatchFieldAreEqualAsValues(t *testing.T) {
	r := evaluate(t, lines(eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "amount"}}}),
		`{"lines":[{"amount":100},{"amount":7}]}`, `{"lines":[{"amount":8},{"amount":100.0}]}`)
	assert.Equal(t, []eval.Pair{{Got: 0, Want: 1, Similarity: 1}}, r.Alignments[0].Pairs)
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, r.Table.Total())
}

// A truth that has a list without items was labelled: there are none.
func TestUnlabelledSkipCountsItemsWhereTheTruthListIsEmpty(t *testing.T) {
	spec := lines(eval.List{Fields: []eval.Field{{Path: "sku"}, {Path: "note"}}})
	spec.Unlabelled = eval.UnlabelledSkip
	got := `{"lines":[{"sku":"A1","note":"new"}]}`
	for _, tt := range []struct {
		name, want string
		leaves     metrics.Counts
		verdict    eval.Verdict
	}{
		{"the truth says that there are none", `{"lines":[]}`, metrics.Counts{Invented: 2}, eval.Fail},
		{"the truth does not speak of lines", `{}`, metrics.Counts{}, eval.Fail}, // no field was scored
		{"the truth does not speak of notes", `{"lines":[{"sku":"B7"}]}`, metrics.Counts{Missing: 1, Invented: 1}, eval.Fail},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, spec, got, tt.want)
			assert.Equal(t, tt.leaves, r.Table.Total())
			assert.Equal(t, tt.verdict, r.Verdict)
		})
	}
}

// Of duplicate keys the last one counts, with nothing of the values under the others.
func TestDuplicateObjectsLeaveNothingBehind(t *testing.T) {
	spec := fields(eval.Field{Path: "o.x"}, eval.Field{Path: "o.p.y", Optional: true})
	spec.Strict = true
	for _, tt := range []struct{ name, got string }{
		{"an unknown key", `{"o":{"x":2,"extra":1},"o":{"x":1}}`},
		{"a value of another type", `{"o":"text","o":{"x":1}}`},
		{"more than two", `{"o":{"p":{"z":1}},"o":{"x":2,"more":[1,2]},"o":7,"o":{"x":1}}`},
		{"further down", `{"o":{"p":{"z":1},"p":null,"x":1}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, spec, tt.got, `{"o":{"x":1}}`)
			assert.Equal(t, metrics.Counts{Match: 1, CorrectAbsence: 1}, r.Table.Total())
			assert.Equal(t, eval.Pass, r.Verdict)
		})
	}
}
