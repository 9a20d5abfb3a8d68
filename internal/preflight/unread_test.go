package preflight_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// valuesOf returns truths of which so many have the first value and the others the second.
func valuesOf(first int, value string, second int, other string) (truths []string) {
	for i := range first + second {
		v := value
		if i >= first {
			v = other
		}
		truths = append(truths, fmt.Sprintf(`{"v":%s,"n":1}`, v))
	}
	return truths
}

// A field of which over a tenth of the truths cannot be read says nothing, and the finding
// has the remedy.
func TestTruthsThatNothingCanReadAreAnError(t *testing.T) {
	const iso, such = `"2018-01-05"`, `, such as "2018-01-05" (set.jsonl:1), "2018-01-05" (set.jsonl:2), "2018-01-05" (set.jsonl:3)`
	const why = `"2018-01-05" (set.jsonl:1): "2018-01-05" is not a number: `
	for _, tt := range []struct {
		name, field string
		truths      []string
		want        string // the beginning and, after …, the end
		end         string
	}{
		{"all", `{path: v, match: numeric}`, valuesOf(60, iso, 0, ""), `ERROR "v": numeric cannot read 60 of 60 truths` + such, `; match: date reads 60 of 60`},
		{"over a tenth", `{path: v, match: numeric}`, valuesOf(7, iso, 60, `"1.50"`), `ERROR "v": numeric cannot read 7 of 67 truths` + such, `; match: date reads 7 of 7`},
		{"a tenth", `{path: v, match: numeric}`, valuesOf(6, iso, 54, `"1.50"`), `"v": numeric cannot read 6 of 60 truths` + such, ``},
		{"one of ten", `{path: v, match: numeric}`, valuesOf(1, iso, 9, `1`), `"v": numeric cannot read 1 of 10 truths, such as ` + why, ``},
		{"one of five", `{path: v, match: numeric}`, valuesOf(1, iso, 4, `1`), `ERROR "v": numeric cannot read 1 of 5 truths, such as ` + why, `; match: date reads 1 of 1`},
		{"what is empty is not read", `{path: v, match: numeric}`, valuesOf(1, iso, 90, `null`), `ERROR "v": numeric cannot read 1 of 1 truth, such as ` + why, `; match: date reads 1 of 1`},
		{"numbers as dates", `{path: v, match: date}`, valuesOf(3, `"12.50"`, 0, ``), `ERROR "v": date cannot read 3 of 3 truths, such as "12.50"`, `; match: numeric reads 3 of 3`},
		{"an option of its own", `{path: v, match: date}`, valuesOf(3, `"310118"`, 0, ``), `ERROR "v": date cannot read 3 of 3 truths`, `; formats: [DDMMYY] would read 3 of them`},
		{"what nothing reads", `{path: v, match: numeric}`, valuesOf(3, `"soon"`, 0, ``), `ERROR "v": numeric cannot read 3 of 3 truths`, `; correct the truths, or write match: auto, which compares each as it is`},
		{"boxes", `{path: v, match: box}`, valuesOf(3, `[9,9,-1,1]`, 0, ``), `ERROR "v": box cannot read 3 of 3 truths`, `; correct the truths, or write match: auto, which compares each as it is`},
		{"unscored", `{path: v, match: numeric, unscored: true}`, valuesOf(3, iso, 0, ``), `"v": numeric cannot read 3 of 3 truths` + such, `; match: date reads 3 of 3`},
		{"elements of a set, not sets", `{path: v, match: set, each: numeric}`, valuesOf(1, `["2018-01-05",1,2,3]`, 2, `[1,2,3]`), `"v": numeric cannot read 1 of 10 truths, such as ` + why, ``},
		{"values of a map", `{path: v, match: map, each: numeric}`, valuesOf(3, `{"k":"2018-01-05"}`, 0, ``), `ERROR "v": numeric cannot read 3 of 3 truths` + such, `; each: date reads 3 of 3`},
		{"a field of a map", `{path: v, match: map, fields: [{path: a, match: numeric}]}`, valuesOf(3, `{"k":{"a":"2018-01-05"}}`, 0, ``), `ERROR "v{}.a": numeric cannot read 3 of 3 truths` + such, `; match: date reads 3 of 3`},
		{"regex has a rule of its own", `{path: v, match: regex, pattern: "[0-9]+"}`, valuesOf(3, iso, 0, ``), `"v": regex cannot read 3 of 3 truths`, ``},
		{"so has one_of", `{path: v, match: one_of, each: numeric}`, valuesOf(3, `["2018-01-05",5]`, 0, ``), `"v": one_of cannot read 3 of 3 truths`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := texts(check(t, `fields: [n, `+tt.field+`]`, tt.truths...).Findings())
			require.Len(t, found, 1)
			assert.Regexp(t, "^"+regexp.QuoteMeta(tt.want)+".*"+regexp.QuoteMeta(tt.end)+"$", found[0])
		})
	}
	assert.Empty(t, texts(check(t, `fields: [n, v]`, valuesOf(3, iso, 0, ``)...).Findings()), "exact takes everything")
}

// The ceiling is judged like any answer: values that are the same on both sides are right.
func TestCeilingHasTheRuleOfMatches(t *testing.T) {
	for spec, want := range map[string]float64{
		`fields: [n, {path: v, match: numeric}]`:                            1,
		`{fields: [n, {path: v, match: numeric}], aggregation: macro_f1}`:   1,
		`fields: [n, {path: v, match: box}]`:                                .5, // it overlaps nothing, not even itself
		`{fields: [n, {path: v, match: box}], aggregation: all_or_nothing}`: 0,
	} {
		s, err := eval.ParseSpec([]byte(spec), nil)
		require.NoError(t, err)
		e, err := s.Compile()
		require.NoError(t, err)
		truth := `{"v":"2018-01-05","n":1}`
		if want < 1 {
			truth = `{"v":[5,5,5,5],"n":1}`
		}
		r, err := e.Evaluate(t.Context(), truth, truth)
		require.NoError(t, err)
		_, score, ok := check(t, spec, truth).Ceiling()
		assert.True(t, ok)
		assert.Equal(t, r.Score, score, spec)
		assert.InDelta(t, want, score, 1e-9, spec)
	}
}

// A part of a data set decides nothing; parts add up.
func TestUnreadTruthsAreDecidedByTheWhole(t *testing.T) {
	s, err := eval.ParseSpec([]byte(`fields: [n, {path: v, match: numeric}]`), nil)
	require.NoError(t, err)
	bad := evidenceOf(t, s, 2, valuesOf(3, `"2018-01-05"`, 0, ``)...)
	good := evidenceOf(t, s, 2, valuesOf(0, ``, 20, `1`)...)
	better := evidenceOf(t, s, 2, valuesOf(0, ``, 40, `1`)...)
	assert.False(t, bad.Findings()[0].Error)
	assert.True(t, bad.Plus(good).Findings()[0].Error)
	assert.Equal(t, bad.Plus(good), good.Plus(bad))
	assert.False(t, bad.Plus(better).Findings()[0].Error)

	old := bad.Plus(good) // of a record of before
	for i := range old.Fields {
		old.Fields[i].Asked = 0
	}
	assert.True(t, old.Findings()[0].Error)
}

func TestRepairWritesTheOtherComparator(t *testing.T) {
	const spec = `fields: [n, {path: v, match: numeric, weight: 2}]`
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	text, err := preflight.Repair(s, check(t, spec, valuesOf(3, `"2018-01-05"`, 0, ``)...).Findings()).MarshalJSON()
	require.NoError(t, err)
	assert.JSONEq(t, `{"fields":[{"path":"n"},{"path":"v","match":"date","weight":2}]}`, string(text))
}

// A repair of a map changes its comparator, or the field in it.
func TestRepairOfMaps(t *testing.T) {
	const spec = `fields: [n, {path: v, match: map, each: numeric, fold: true}, {path: w, match: map, fields: [{path: a, match: numeric}]}]`
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	truths := slices.Repeat([]string{`{"n":1,"v":{"k":"2018-01-05"},"w":{"k":{"a":"2018-01-05"}}}`}, 3)
	text, err := preflight.Repair(s, check(t, spec, truths...).Findings()).MarshalJSON()
	require.NoError(t, err)
	assert.JSONEq(t, `{"fields":[{"path":"n"},{"path":"v","match":"map","each":{"match":"date"},"fold":true},{"path":"w","match":"map","fields":[{"path":"a","match":"date"}]}]}`, string(text))
}

// evidenceOf returns the evidence of one part of a data set.
func evidenceOf(t *testing.T, s eval.Spec, of int, truths ...string) preflight.Evidence {
	t.Helper()
	e, err := s.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	c.Part(of)
	for i, truth := range truths {
		v, err := document.Parse([]byte(truth))
		require.NoError(t, err)
		require.NoError(t, c.Add(fmt.Sprintf("set.jsonl:%d", i+1), v))
	}
	return c.Evidence()
}
