package metrics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
)

func TestOutcomeTable(t *testing.T) {
	for _, tt := range []struct {
		outcome metrics.Outcome
		name    string
		hit     bool
		both    metrics.Confusion // with WrongBoth
	}{
		{metrics.Match, "match", true, metrics.Confusion{TP: 1}},
		{metrics.CorrectAbsence, "correct_absence", true, metrics.Confusion{TN: 1}},
		{metrics.Wrong, "wrong", false, metrics.Confusion{FP: 1, FN: 1}},
		{metrics.Missing, "missing", false, metrics.Confusion{FN: 1}},
		{metrics.Hallucinated, "hallucinated", false, metrics.Confusion{FP: 1}},
		{metrics.Invented, "invented", false, metrics.Confusion{FP: 1}},
		{metrics.Errored, "errored", false, metrics.Confusion{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c metrics.Counts
			c.Add(tt.outcome)
			assert.Equal(t, tt.both, c.Confusion(""))
			assert.Equal(t, tt.both, c.Confusion(metrics.WrongBoth))
			assert.Equal(t, 1, c.Total())
			assert.Equal(t, 1, c.Of(tt.outcome))
			assert.Equal(t, tt.hit, tt.outcome.Hit())
			assert.Equal(t, tt.name, tt.outcome.String())
			text, err := json.Marshal(c)
			require.NoError(t, err)
			assert.Equal(t, `{"`+tt.name+`":1}`, string(text), "zeros are left out")
		})
	}
	assert.Len(t, metrics.Outcomes(), 7)
}

func TestWrongByPolicy(t *testing.T) {
	c := metrics.Counts{Match: 2, Wrong: 3}
	assert.Equal(t, metrics.Confusion{TP: 2, FP: 3, FN: 3}, c.Confusion(metrics.WrongBoth))
	assert.Equal(t, metrics.Confusion{TP: 2, FP: 3}, c.Confusion(metrics.WrongFP))
	assert.Equal(t, metrics.Confusion{TP: 2, FN: 3}, c.Confusion(metrics.WrongFN))
	assert.Equal(t, 5, c.Support(), "whatever the policy")
	assert.NoError(t, metrics.WrongFN.Validate())
	assert.EqualError(t, metrics.Policy("half").Validate(), `metrics: unknown policy "half", want "wrong_both", "wrong_fp" or "wrong_fn"`)
}

func TestNoOutcomeIsNotCounted(t *testing.T) {
	var c metrics.Counts
	c.Add(0)
	c.Add(99)
	assert.Zero(t, c.Total())
	_, err := metrics.Outcome(0).MarshalText()
	assert.EqualError(t, err, "metrics: 0 is not an outcome")
	var o metrics.Outcome
	assert.EqualError(t, o.UnmarshalText([]byte("hit")), `metrics: unknown outcome "hit"`)
}

// Known answers by hand: 2TP/(2TP+FP+FN) and (1+b²)TP/((1+b²)TP+b²FN+FP).
func TestRatios(t *testing.T) {
	c := metrics.Confusion{TP: 6, TN: 9, FP: 2, FN: 4}
	for _, tt := range []struct {
		name string
		got  func() (float64, bool)
		want float64
	}{
		{"precision", c.Precision, 6.0 / 8},
		{"recall", c.Recall, 6.0 / 10},
		{"F1", c.F1, 12.0 / 18},
		{"F2", func() (float64, bool) { return c.FBeta(2) }, 30.0 / (30 + 16 + 2)},
		{"F0.5", func() (float64, bool) { return c.FBeta(0.5) }, 7.5 / (7.5 + 1 + 2)},
		{"F-beta of 1", func() (float64, bool) { return c.FBeta(1) }, 12.0 / 18},
	} {
		got, ok := tt.got()
		assert.True(t, ok, tt.name)
		assert.InDelta(t, tt.want, got, 1e-15, tt.name)
	}
}

func TestUndefinedRatios(t *testing.T) {
	for _, tt := range []struct {
		name    string
		c       metrics.Confusion
		p, r, f bool // defined
	}{
		{"nothing", metrics.Confusion{}, false, false, false},
		{"only true negatives", metrics.Confusion{TN: 5}, false, false, false},
		{"nothing given", metrics.Confusion{FN: 5}, false, true, false},
		{"nothing to find", metrics.Confusion{FP: 5}, true, false, false},
		{"always wrong", metrics.Confusion{FP: 5, FN: 5}, true, true, false},
		{"one right", metrics.Confusion{TP: 1}, true, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, p := tt.c.Precision()
			_, r := tt.c.Recall()
			_, f := tt.c.F1()
			_, fb := tt.c.FBeta(2)
			assert.Equal(t, []bool{tt.p, tt.r, tt.f, tt.f}, []bool{p, r, f, fb})
		})
	}
	for _, beta := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		_, ok := metrics.Confusion{TP: 1}.FBeta(beta)
		assert.False(t, ok, "beta %v", beta)
	}
}

func TestCountsRatios(t *testing.T) {
	c := metrics.Counts{Match: 5, CorrectAbsence: 3, Wrong: 1, Missing: 2, Hallucinated: 1, Invented: 4, Errored: 1}
	accuracy, ok := c.Accuracy()
	assert.True(t, ok)
	assert.Equal(t, 8.0/17, accuracy)
	floor, ok := c.NullFloor()
	assert.True(t, ok)
	assert.Equal(t, 4.0/13, floor, "3 absences and 1 hallucination would be right, 4 inventions would not exist")
	assert.Equal(t, 8, c.Mistakes(), "1 wrong, 2 missing, 1 hallucinated, 4 invented")
	errors, ok := c.SubstitutionErrorRate()
	assert.True(t, ok)
	assert.Equal(t, 8.0/8, errors)
	_, ok = metrics.Counts{Invented: 3}.NullFloor()
	assert.False(t, ok)
	_, ok = metrics.Counts{}.Accuracy()
	assert.False(t, ok)
}

// Three fields by hand: number F1 = 6/8, date F1 = 4/4, and one that varies.
func averages(third metrics.Counts) metrics.Table {
	return metrics.NewTable(
		metrics.Row{Attribute: "number", Counts: metrics.Counts{Match: 3, Wrong: 1}},
		metrics.Row{Attribute: "date", Counts: metrics.Counts{Match: 2, CorrectAbsence: 2}},
		metrics.Row{Attribute: "third", Counts: third},
	)
}

func TestMacroF1(t *testing.T) {
	for _, tt := range []struct {
		name        string
		third       metrics.Counts
		macro, skip float64
	}{
		{"a field that is always wrong counts 0", metrics.Counts{Wrong: 4}, (0.75 + 1 + 0) / 3, (0.75 + 1) / 2},
		{"a field that is always missing counts 0", metrics.Counts{Missing: 4}, (0.75 + 1 + 0) / 3, (0.75 + 1) / 2},
		{"a field that is only hallucinated counts 0", metrics.Counts{Hallucinated: 1, CorrectAbsence: 3}, (0.75 + 1 + 0) / 3, (0.75 + 1) / 2},
		{"a field with only true negatives is left out", metrics.Counts{CorrectAbsence: 4}, (0.75 + 1) / 2, (0.75 + 1) / 2},
		{"a field that only errored is left out", metrics.Counts{Errored: 4}, (0.75 + 1) / 2, (0.75 + 1) / 2},
		{"a field that was never seen is left out", metrics.Counts{}, (0.75 + 1) / 2, (0.75 + 1) / 2},
		{"a field that is right counts", metrics.Counts{Match: 1, Missing: 1}, (0.75 + 1 + 2.0/3) / 3, (0.75 + 1 + 2.0/3) / 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := averages(tt.third)
			got, ok := table.MacroF1()
			assert.True(t, ok)
			assert.InDelta(t, tt.macro, got, 1e-15)
			table.SkipUndefined = true
			got, ok = table.MacroF1()
			assert.True(t, ok)
			assert.InDelta(t, tt.skip, got, 1e-15)
		})
	}
}

// A mean over one attribute is that attribute's, and over none it is undefined,
// which is neither 0 nor NaN.
func TestMeansOverOneAttributeAndOverNone(t *testing.T) {
	type counts = metrics.Counts
	for _, tt := range []struct {
		reason   string
		rows     []metrics.Row
		f1, skip any // nil for undefined
	}{
		{"no rows", nil, nil, nil},
		{"one attribute, F1 = 2/4", []metrics.Row{{Attribute: "a", Counts: counts{Match: 1, Wrong: 1}}}, 0.5, 0.5},
		{"one attribute, all right", []metrics.Row{{Attribute: "a", Counts: counts{Match: 3}}}, 1.0, 1.0},
		{"one attribute, always wrong", []metrics.Row{{Attribute: "a", Counts: counts{Wrong: 3}}}, 0.0, nil},
		{"one attribute, only hallucinated", []metrics.Row{{Attribute: "a", Counts: counts{Hallucinated: 3}}}, 0.0, nil},
		{"one attribute, only absent", []metrics.Row{{Attribute: "a", Counts: counts{CorrectAbsence: 3}}}, nil, nil},
		{"one attribute, never seen", []metrics.Row{{Attribute: "a"}}, nil, nil},
		{"the item-level row is not an attribute", []metrics.Row{{Attribute: "l[]", Counts: counts{Match: 3}, Items: true}}, nil, nil},
		{"nor are invented keys", []metrics.Row{{Attribute: metrics.InventedAttribute, Counts: counts{Invented: 3}}}, nil, nil},
		{"beside these, one", []metrics.Row{
			{Attribute: "l[]", Counts: counts{Missing: 3}, Items: true}, {Attribute: "a", Counts: counts{Match: 1}},
			{Attribute: metrics.InventedAttribute, Counts: counts{Invented: 3}},
		}, 1.0, 1.0},
	} {
		table := metrics.NewTable(tt.rows...)
		for _, convention := range []struct {
			skip bool
			want any
		}{{false, tt.f1}, {true, tt.skip}} {
			table.SkipUndefined = convention.skip
			value, ok := table.MacroF1()
			if want, defined := convention.want.(float64); defined {
				assert.True(t, ok, tt.reason)
				assert.Equal(t, want, value, "%s, SkipUndefined %t", tt.reason, convention.skip)
			} else {
				assert.False(t, ok, "%s, SkipUndefined %t", tt.reason, convention.skip)
				assert.Zero(t, value, tt.reason)
			}
		}
	}
}

func TestInMean(t *testing.T) {
	for _, tt := range []struct {
		confusion metrics.Confusion
		value     float64
		ok        bool
	}{
		{metrics.Confusion{TP: 1, FP: 2}, 0.5, true}, // 2/(2+2)
		{metrics.Confusion{FP: 1}, 0, true},
		{metrics.Confusion{FN: 1}, 0, true},
		{metrics.Confusion{TN: 9}, 0, false},
		{metrics.Confusion{}, 0, false},
	} {
		value, ok := metrics.InMean(metrics.Confusion.F1, tt.confusion, false)
		assert.Equal(t, tt.value, value, "%+v", tt.confusion)
		assert.Equal(t, tt.ok, ok, "%+v", tt.confusion)
	}
	recall, ok := metrics.InMean(metrics.Confusion.Recall, metrics.Confusion{FP: 1}, false) // hallucinated, and the truth has none
	assert.Zero(t, recall)
	assert.True(t, ok)
}

func TestInventedKeysAndItemRows(t *testing.T) {
	table := averages(metrics.Counts{Match: 1})
	macro, _ := table.MacroF1()
	weighted, _ := table.WeightedF1()
	micro := table.Micro()
	assert.Equal(t, metrics.Confusion{TP: 6, TN: 2, FP: 1, FN: 1}, micro)

	table.Merge(metrics.NewTable(metrics.Row{Attribute: "lines[]", Counts: metrics.Counts{Match: 9, Missing: 9}, Items: true}))
	assert.Equal(t, micro, table.Micro(), "item-level rows are in no total")
	table.Merge(metrics.NewTable(metrics.Row{Attribute: metrics.InventedAttribute, Counts: metrics.Counts{Invented: 5}}))
	assert.Equal(t, metrics.Confusion{TP: 6, TN: 2, FP: 6, FN: 1}, table.Micro(), "invented keys count in micro")
	after, _ := table.MacroF1()
	assert.Equal(t, macro, after, "and in no macro mean")
	after, _ = table.WeightedF1()
	assert.Equal(t, weighted, after, "and in no weighted mean")
}

func TestWeightedF1(t *testing.T) {
	got, ok := averages(metrics.Counts{Missing: 2}).WeightedF1()
	assert.True(t, ok)
	assert.InDelta(t, (0.75*4+1*2+0*2)/8, got, 1e-15)
	_, ok = metrics.NewTable(metrics.Row{Attribute: "a", Counts: metrics.Counts{Hallucinated: 1}}).WeightedF1()
	assert.False(t, ok, "without support")
}

func TestEmptyTable(t *testing.T) {
	var table metrics.Table
	for name, f := range map[string]func() (float64, bool){
		"macro F1": table.MacroF1, "weighted F1": table.WeightedF1, "accuracy": table.Total().Accuracy, "null floor": table.Total().NullFloor, "micro F1": table.Micro().F1,
	} {
		_, ok := f()
		assert.False(t, ok, name)
	}
	text, err := json.Marshal(table)
	require.NoError(t, err)
	assert.Equal(t, "[]", string(text))
}

func TestTableJSON(t *testing.T) {
	table := averages(metrics.Counts{Errored: 1})
	table.Merge(metrics.NewTable(metrics.Row{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 1}}))
	text, err := json.Marshal(table)
	require.NoError(t, err)
	assert.Equal(t, `[{"attribute":"number","counts":{"match":3,"wrong":1}},{"attribute":"date","counts":{"match":2,"correct_absence":2}},`+
		`{"attribute":"third","counts":{"errored":1}},{"attribute":"lines[]","counts":{"match":1},"items":true}]`, string(text))
	var back metrics.Table
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, table.Attributes, back.Attributes)
	assert.EqualError(t, json.Unmarshal([]byte(`[{"counts":{}}]`), &back), "metrics: row 0 has no attribute")
	assert.EqualError(t, json.Unmarshal([]byte(`[{"attribute":"a","counts":{"match":-1}}]`), &back), `metrics: row 0 ("a"): match is negative`)
	assert.Equal(t, table.Attributes, back.Attributes, "an error changes nothing")
}

// Adding to a table never changes a copy, in whichever direction, however small the
// table and whatever room its rows have.
func TestACopyOfATableIsATableOfItsOwn(t *testing.T) {
	for name, change := range map[string]func(*metrics.Table){
		"Add to an attribute": func(t *metrics.Table) { t.Add("number", metrics.Match) },
		"Add a new attribute": func(t *metrics.Table) { t.Add("new", metrics.Match) },
		"Merge of an attribute": func(t *metrics.Table) {
			t.Merge(metrics.NewTable(metrics.Row{Attribute: "date", Counts: metrics.Counts{Wrong: 1}}))
		},
		"Merge with itself": func(t *metrics.Table) { t.Merge(*t) },
		"Merge with more": func(t *metrics.Table) {
			t.Merge(metrics.NewTable(metrics.Row{Attribute: "new"}, metrics.Row{Attribute: "date"}))
		},
		"UnmarshalJSON": func(t *metrics.Table) { _ = json.Unmarshal([]byte(`[{"attribute":"number","counts":{}}]`), t) },
	} {
		t.Run(name, func(t *testing.T) {
			original, same := averages(metrics.Counts{Match: 1}), averages(metrics.Counts{Match: 1})
			original.Add("room", metrics.Match) // rows with room after them, maybe
			same.Add("room", metrics.Match)
			copied := original
			change(&copied)
			assert.Empty(t, cmp.Diff(same, original), "the original")
			again := original
			change(&original)
			assert.Empty(t, cmp.Diff(same, again), "the copy")
			assert.NotEmpty(t, cmp.Diff(same, original))
			assert.Empty(t, cmp.Diff(copied, original))
		})
	}
}

// Tables of any size add up by name, whatever the order of their rows.
func TestMergeOfManyAttributes(t *testing.T) {
	for _, n := range []int{1, 5, 23, 24, 25, 200} {
		var forth, back metrics.Table
		var rows []metrics.Row
		for i := range n {
			rows = append(rows, metrics.Row{Attribute: fmt.Sprint(i), Counts: metrics.Counts{Match: i + 1}})
		}
		forth = metrics.NewTable(rows...)
		slices.Reverse(rows)
		back = metrics.NewTable(append(rows, metrics.Row{Attribute: "more"}, metrics.Row{Attribute: "more", Counts: metrics.Counts{Wrong: 2}})...)
		forth.Merge(back)
		assert.Equal(t, n+1, len(forth.Attributes))
		for i := range n {
			assert.Equal(t, metrics.Row{Attribute: fmt.Sprint(i), Counts: metrics.Counts{Match: 2*i + 2}}, forth.Attributes[i])
		}
		assert.Equal(t, metrics.Row{Attribute: "more", Counts: metrics.Counts{Wrong: 2}}, forth.Attributes[n])
	}
}

var anyCounts = rapid.Custom(func(t *rapid.T) metrics.Counts {
	n := rapid.IntRange(0, 50)
	return metrics.Counts{n.Draw(t, "match"), n.Draw(t, "absent"), n.Draw(t, "wrong"), n.Draw(t, "missing"), n.Draw(t, "hallucinated"), n.Draw(t, "invented"), n.Draw(t, "errored")}
})

func TestProperties(t *testing.T) {
	t.Run("counts are a commutative monoid", rapid.MakeCheck(func(t *rapid.T) {
		a, b, c := anyCounts.Draw(t, "a"), anyCounts.Draw(t, "b"), anyCounts.Draw(t, "c")
		assert.Equal(t, a.Plus(b), b.Plus(a))
		assert.Equal(t, a.Plus(b).Plus(c), a.Plus(b.Plus(c)))
		assert.Equal(t, a, a.Plus(metrics.Counts{}))
		assert.Equal(t, a.Plus(b).Confusion(""), a.Confusion("").Plus(b.Confusion("")), "confusion is additive")
		assert.Equal(t, a.Support()+b.Support(), a.Plus(b).Support())
		assert.Equal(t, a.Mistakes()+b.Mistakes(), a.Plus(b).Mistakes())
		assert.Equal(t, a.Total(), a.Support()+a.CorrectAbsence+a.Hallucinated+a.Invented+a.Errored)
	}))
	t.Run("ratios are in [0,1] and F1 lies between precision and recall", rapid.MakeCheck(func(t *rapid.T) {
		c := anyCounts.Draw(t, "counts").Confusion(rapid.SampledFrom([]metrics.Policy{"", metrics.WrongFN, metrics.WrongFP}).Draw(t, "policy"))
		p, _ := c.Precision()
		r, _ := c.Recall()
		f, ok := c.F1()
		for _, v := range []float64{p, r, f} {
			assert.True(t, v >= 0 && v <= 1)
		}
		if ok {
			assert.GreaterOrEqual(t, f, min(p, r)-1e-15)
			assert.LessOrEqual(t, f, max(p, r)+1e-15)
		}
	}))
	t.Run("merging in any order gives the same counts", rapid.MakeCheck(func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) metrics.Row {
			return metrics.Row{Attribute: fmt.Sprint("f", rapid.IntRange(0, 40).Draw(t, "attribute")), Counts: anyCounts.Draw(t, "counts")}
		}), 1, 60).Draw(t, "rows")
		forward := metrics.NewTable(rows...)
		var backward metrics.Table
		for i := range rows {
			backward.Merge(metrics.NewTable(rows[len(rows)-1-i]))
		}
		assert.Equal(t, forward.Total(), backward.Total())
		for _, r := range forward.Attributes {
			c, _ := backward.Counts(r.Attribute)
			assert.Equal(t, r.Counts, c)
		}
	}))
}
