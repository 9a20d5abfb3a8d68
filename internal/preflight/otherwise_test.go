package preflight_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/eval"
)

// pairsOf returns n pairs of a truth and an answer of one field.
func pairsOf(n int, want, got string) (pairs [][2]string) {
	for i := range n {
		pairs = append(pairs, [2]string{fmt.Sprintf(`{"v": `+want+`}`, i+1), fmt.Sprintf(`{"v": `+got+`}`, i+1)})
	}
	return pairs
}

func TestAnotherComparatorWouldMatch(t *testing.T) {
	const proposes = ", or let evalreport init propose a spec"
	const dateIgnores = `"v": 62 of 62 truths have a time of day, which date ignores; write instant: true, or precision: day if only the day counts`
	for _, tt := range []struct {
		name, spec, want, got string
		text                  []string
	}{
		{"numbers as texts", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"%d.5"`,
			[]string{`"v": exact matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the number, and numeric would match them: write match: numeric` + proposes}},
		{"by default", `{}`, `"%d.50"`, `"%d.5"`,
			[]string{`"v": auto matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the number, and numeric would match them: write match: numeric` + proposes}},
		{"dates", `fields: [{path: v, match: exact}]`, `"20%02d-03-01"`, `"1 March 20%02d"`,
			[]string{`"v": exact matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the date, and date would match them: write match: date` + proposes}},
		{"separators of a code", `fields: [{path: v, match: exact}]`, `"DE-%04d"`, `"DE %04d"`,
			[]string{`"v": exact matches 0 of 62 answers; code would match 62 of 62 that were tried: write match: code` + proposes}},
		{"case", `fields: [{path: v, match: exact}]`, `"Acme %d Ltd"`, `"ACME %d LTD"`,
			[]string{`"v": exact matches 0 of 62 answers; auto would match 62 of 62 that were tried: write match: auto` + proposes}},
		{"a letter of truths that fuzzy takes as equal", `fields: [{path: v, match: exact}]`, `"Northwind Traders and Sons %d"`, `"Northwind Tradors and Sons %d"`, []string{}},
		{"the same instant in another zone", `fields: [{path: v, match: date}]`, `"20%02d-03-01T23:30:00Z"`, `"20%02d-03-02T00:30:00+01:00"`,
			[]string{dateIgnores, `"v": date matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the time, and time would match them: write match: time` + proposes}},
		{"the same time in another form", `fields: [{path: v, match: exact}]`, `"20%02d-03-01T23:30:00Z"`, `"20%02d-03-01 23:30"`,
			[]string{`"v": exact matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the time, and time would match them: write match: time` + proposes}},
		{"another hour", `fields: [{path: v, match: auto}]`, `"20%02d-03-01T08:00:00Z"`, `"20%02d-03-01T21:00:00Z"`, []string{}},
		{"no hour", `fields: [{path: v, match: exact}]`, `"20%02d-03-01T08:00:00Z"`, `"20%02d-03-01"`, []string{}},
		{"a day for points in time", `fields: [{path: v, match: date, instant: true}]`, `"20%02d-03-01T08:00:00Z"`, `"20%02d-03-01"`, []string{}},
		{"leading zeros", `fields: [{path: v, match: exact}]`, `"00%d"`, `"%d"`, []string{}},
		{"leading zeros of numbers", `{}`, `"00%d"`, `%d`, []string{}},
		{"another sign", `fields: [{path: v, match: exact}]`, `"-1250%02d.00"`, `"1250%02d.00"`, []string{`"v": 62 of 62 wrong values are the truth with the other sign`}},
		{"another digit of a code", `fields: [{path: v, match: exact}]`, `"DE8937040044053201%04d"`, `"DE8937040045053201%04d"`, []string{}},
		{"another house", `fields: [{path: v, match: exact}]`, `"Long Meadow Street 1%02d, Springfield"`, `"Long Meadow Street 2%02d, Springfield"`, []string{}},
		{"another point of an amount", `fields: [{path: v, match: exact}]`, `"%d.55"`, `"%d55"`, []string{`"v": 62 of 62 wrong values are 100 times the truth`}},
		{"values of a map", `fields: [{path: v, match: map, each: exact}]`, `{"k":"%d.50"}`, `{"k":"%d.5"}`,
			[]string{`"v{}": exact matches 0 of 62 answers; 62 of 62 wrong ones that were tried differ only in the format of the number, and numeric would match them: write each: numeric` + proposes}},
		{"a field of a map", `fields: [{path: v, match: map, fields: [{path: a, match: exact}]}]`, `{"k":{"a":"DE-%04d"}}`, `{"k":{"a":"DE %04d"}}`,
			[]string{`"v{}.a": exact matches 0 of 62 answers; code would match 62 of 62 that were tried: write match: code` + proposes}},
		{"a box without an area", `fields: [{path: v, match: box}]`, `[1, %d, 1, 90]`, `[1, %d, 1, 90]`,
			[]string{`ERROR "v": box cannot read 62 of 62 truths, such as [1, 1, 1, 90] (set.jsonl:1), [1, 2, 1, 90] (set.jsonl:2), [1, 3, 1, 90] (set.jsonl:3); correct the truths, or write match: auto, which compares each as it is`}},
		{"another value", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"9%d.75"`, []string{}},
		{"the stated comparator", `fields: [{path: v, match: numeric}]`, `%d`, `%d.5`, []string{}},
		{"right", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"%d.50"`, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := answered(t, tt.spec, pairsOf(62, tt.want, tt.got)...)
			assert.Equal(t, tt.text, texts(e.Findings()))
		})
	}
}

// By hand: 3 right of 62 are under one in 20, 4 are over it; 53 of 59 are under nine of ten, and 54 are over it. Of numbers, 3 wrong
// of 60 are one in 20, and 3 of 61 are less; 10 of 20 wrong ones are half, and 9 of 19 are less.
func TestHowFewAreRight(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	mixed := func(want, got string, right, would, wrong int) []preflight.Finding {
		pairs := pairsOf(right, want, want)
		pairs = append(pairs, pairsOf(would, want, got)...)
		found := answered(t, spec, append(pairs, pairsOf(wrong, want, `"none %d"`)...)...).Findings()
		return slices.DeleteFunc(found, func(f preflight.Finding) bool { return f.Option == "" }) // what values have in common
	}
	numbers := func(right, would, wrong int) []preflight.Finding {
		return mixed(`"%d.50"`, `"%d.5"`, right, would, wrong)
	}
	names := func(right, would, wrong int) []preflight.Finding {
		return mixed(`"Acme %d Ltd"`, `"ACME %d LTD"`, right, would, wrong)
	}
	assert.Len(t, names(3, 59, 0), 1)
	assert.Empty(t, names(4, 58, 0))
	assert.Empty(t, names(0, 2, 0), "too few to say")
	assert.Len(t, names(0, 54, 5), 1)
	assert.Empty(t, names(0, 53, 6))
	assert.Len(t, numbers(57, 3, 0), 1)
	assert.Empty(t, numbers(58, 3, 0))
	assert.Empty(t, numbers(3, 2, 0), "too few to say")
	assert.Len(t, numbers(0, 10, 10), 1)
	assert.Empty(t, numbers(0, 9, 10))

	found := numbers(3, 59, 0)
	assert.Equal(t, `"v": exact matches 3 of 62 answers; 59 of 59 wrong ones that were tried differ only in the format of the number, and numeric would match them: write match: numeric, or let evalreport init propose a spec`, found[0].Text)
	written, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	repaired, err := eval.ParseSpec([]byte(`fields: [{path: v, match: numeric}]`), nil)
	require.NoError(t, err)
	assert.Equal(t, repaired.Fields, preflight.Repair(written, found).Fields)
}

// One value that would be right only because the comparator leaves out what differs is one too many.
func TestALaxComparatorIsNotProposed(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	pairs := pairsOf(40, `"%d.50"`, `"%d.5"`)
	assert.Len(t, answered(t, spec, pairs...).Findings(), 1)
	assert.Empty(t, answered(t, spec, append(pairs, [2]string{`{"v":"007"}`, `{"v":"7"}`})...).Findings())
	assert.Empty(t, answered(t, spec, pairs...).Plus(answered(t, spec, [2]string{`{"v":"007"}`, `{"v":"7"}`})).Findings())
}

// A comparator is not proposed for truths that it would read without a part of them.
func TestWhatReadsTruthsWithAllTheyHave(t *testing.T) {
	truths := func(pattern string) []string {
		var all []string
		for i := range 20 {
			all = append(all, fmt.Sprintf(`{"v":`+pattern+`}`, i+1))
		}
		return all
	}
	for _, tt := range []struct{ spec, pattern, advice string }{
		{`fields: [{path: v, match: numeric}]`, `"20%02d-03-01T08:00:00Z"`, "match: time"},
		{`fields: [{path: v, match: numeric}]`, `"20%02d-03-01"`, "match: date"},
		{`fields: [{path: v, match: date}]`, `"%d.5"`, "match: numeric"},
		{`fields: [{path: v, match: date}]`, `"007%02d"`, ""},
	} {
		spec, err := eval.ParseSpec([]byte(tt.spec), nil)
		require.NoError(t, err)
		found := evidence(t, spec, preflight.Options{}, truths(tt.pattern)...).Findings()
		require.Len(t, found, 1)
		assert.Equal(t, tt.advice, found[0].Option, found[0].Text)
	}
}

// Two parts of a data set say together what each is too small to say.
func TestComparedAddsUp(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	part := func() preflight.Evidence { return answered(t, spec, pairsOf(2, `"%d.50"`, `"%d.5"`)...) }
	assert.Empty(t, part().Findings())
	assert.Len(t, part().Plus(part()).Findings(), 1)
}

// Of many wrong values, 64 are tried: the same ones, whatever their order.
func TestASampleIsTried(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	pairs := append(pairsOf(500, `"%d.50"`, `"%d.5"`), pairsOf(500, `"%d.50"`, `"none %d"`)...)
	e := answered(t, spec, pairs...)
	require.Len(t, e.Compared, 1)
	assert.Equal(t, 64, e.Compared[0].Tried)
	assert.InDelta(t, 32, e.Compared[0].Would["match: numeric"], 16, "half of 64, within four standard errors")
	slices.Reverse(pairs)
	assert.Equal(t, e.Compared, answered(t, spec, pairs...).Compared)
}
