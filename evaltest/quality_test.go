package evaltest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/grounding"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
)

// qualitySuite has one document of each kind. Of the truth {"a":1,"b":2} the scores are, by
// .45·accuracy + .25·completeness + .15·safety − .15·hallucination:
//
//	           accuracy  completeness  hallucination  rqs
//	right      1         1             0              .85
//	wrong      1/2       1             0              .625
//	made-up    1         1/2           1/3            .675
//	unreadable 0         0             -              0
//	failed     0         0             -              0
//	list       0         0             -              0
func qualitySuite(measures []Measure[string]) Suite[string, string] {
	answers := map[string]string{
		"right": `{"a":1,"b":2}`, "wrong": `{"a":1,"b":3}`, "made-up": `{"a":1,"c":3}`, "unreadable": `{"a":1`, "failed": "", "list": `[{"a":1,"b":2}]`,
	}
	s := Suite[string, string]{
		Name:     "quality",
		Measures: measures,
		Extract: func(_ context.Context, in string) (string, error) {
			if in == "failed" {
				return "", errors.New("timeout")
			}
			return answers[in], nil
		},
	}
	for _, id := range []string{"right", "wrong", "made-up", "unreadable", "failed", "list"} {
		s.Cases = append(s.Cases, Case[string]{ID: id, Input: id, Want: json.RawMessage(`{"a":1,"b":2}`)})
	}
	return s
}

func metricsByName(s report.Summary) map[string]report.Number {
	all := map[string]report.Number{}
	for _, m := range terminal.Measures(s) {
		all[terminal.Title(m)] = m
	}
	return all
}

func TestQuality(t *testing.T) {
	s := qualitySuite(Quality[string](quality.Config{}))
	s.Gate = Gate{MaxErrors: 1, Limits: []Limit{
		{Metric: "measure rqs", Is: "at_least", Value: 0.35},
		{Metric: "measure hallucination", Is: "at_most", Value: 0.12},
	}}
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	var names []string
	for _, m := range terminal.Measures(summary) {
		names = append(names, terminal.Title(m))
	}
	assert.Equal(t, []string{"rqs", "completeness", "hallucination", "accuracy"}, names)
	got := metricsByName(summary)
	assert.InDelta(t, (.85+.625+.675)/6, got["rqs"].Value.Value, 1e-9)
	assert.InDelta(t, 2.5/6, got["completeness"].Value.Value, 1e-9)
	assert.InDelta(t, 1.0/9, got["hallucination"].Value.Value, 1e-9, "of the three that say something")
	assert.InDelta(t, 2.5/6, got["accuracy"].Value.Value, 1e-9)
	assert.Equal(t, is(0.85), got["rqs"].Attainable)
	assert.Equal(t, "less", got["hallucination"].Better)
	assert.Regexp(t, `(?m)^ +rqs            0\.358 of at most 0\.850  ≈0\.\d{3}–0\.\d{3}$`, printed)

	s.Gate.Limits[0].Value = 0.36
	_, printed, passed = summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "quality: measure rqs 0.358 is below 0.360")
}

// TestQualityIsInRecords: shards and slices add up the records of cases.
func TestQualityIsInRecords(t *testing.T) {
	s := qualitySuite(Quality[string](quality.Config{Safety: func(context.Context, document.Value) (float64, error) { return 0.5, nil }}))
	s.Cases[0].Tags = map[string]string{"vendor": "acme"}
	s.Gate = Gate{MaxErrors: 1, Limits: []Limit{{Metric: "measure rqs", Slice: "vendor=acme", Is: "at_least", Value: 0.80}}}
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	ok, printed := inner(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "measure rqs where vendor=acme 0.775 is below 0.800", "half of the safety is missing")
	records, _ := readArtifact(t, dir)
	byID := map[string][]report.Measured{}
	for _, r := range records {
		switch r := r.(type) {
		case *report.Dataset:
			assert.Equal(t, []report.Measure{
				{Name: "rqs", Attainable: is(0.85)}, {Name: "completeness"}, {Name: "hallucination", LessIsBetter: true}, {Name: "accuracy"}, {Name: "safety"},
			}, r.Measures)
		case *report.Case:
			byID[r.ID] = r.Measures
		}
	}
	require.Len(t, byID["wrong"], 5)
	assert.Equal(t, "rqs", byID["wrong"][0].Name)
	assert.InDelta(t, .225+.25+.075, byID["wrong"][0].Sum, 1e-12)
	assert.Equal(t, report.Measured{Name: "hallucination", Weight: 1}, byID["wrong"][2])
	assert.Equal(t, report.Measured{Name: "safety", Sum: 0.5, Weight: 1}, byID["wrong"][4])
	nothing := []report.Measured{{Name: "rqs", Weight: 1}, {Name: "completeness", Weight: 1}, {Name: "accuracy", Weight: 1}}
	for _, id := range []string{"unreadable", "failed", "list"} {
		assert.Equal(t, nothing, byID[id], id)
	}
}

// A judge is asked once for all measures, and a value that it cannot judge fails the case.
func TestQualityAsksAJudgeOnce(t *testing.T) {
	var asked atomic.Int32
	judge := quality.Judge{Name: "stub", Similarity: func(_ context.Context, got, _ string) (float64, error) {
		asked.Add(1)
		if got == "broken" {
			return 0, errors.New("503")
		}
		return 1, nil
	}}
	s := qualitySuite(Quality[string](quality.Config{Semantic: judge, Strategies: map[string]quality.Strategy{"a": "SEMANTIC"}}))
	s.Cases = []Case[string]{
		{ID: "good", Input: "good", Want: `{"a":"some text","b":1}`},
		{ID: "broken", Input: "broken", Want: `{"a":"some text","b":1}`},
	}
	s.Extract = func(_ context.Context, in string) (string, error) { return `{"a":"` + in + `","b":1}`, nil }
	s.Spec = eval.Spec{Fields: []eval.Field{{Path: "a", Unscored: true}, {Path: "b"}}}
	summary, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.EqualValues(t, 2, asked.Load())
	assert.Contains(t, printed, `case "broken": measure "rqs": a could not be judged, the first of 1: compare: semantic "stub": 503`)
	got := metricsByName(summary)
	assert.InDelta(t, 0.85, got["rqs"].Value.Value, 1e-9, "of the other one")
	assert.Equal(t, is(1), got["completeness"].Value)
}

func TestQualityMisuse(t *testing.T) {
	s := qualitySuite(Quality[string](quality.Config{Strategies: map[string]quality.Strategy{"a": "fuzzy"}}))
	ok, printed := inner(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.NotContains(t, printed, "TestQuality/case")
	assert.Contains(t, printed, `quality: key "a": unknown strategy "fuzzy", want one of ["EXACT" "FUZZY" "SEMANTIC" "IGNORE"]`)
	assert.Equal(t, 1, strings.Count(printed, "unknown strategy"), "once for all of its measures")

	s = qualitySuite(Grounded[string](grounding.Spec{}))
	ok, printed = inner(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "grounding: the spec has no claims")

	s = qualitySuite(slices.Concat(Quality[string](quality.Config{}), Quality[string](quality.Config{})))
	ok, printed = inner(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `measure "rqs": two measures have this name`)
}

// A document without a truth is left out.
func TestQualityOfPartlyLabelledDocuments(t *testing.T) {
	s := qualitySuite(Quality[string](quality.Config{}))
	s.Cases = []Case[string]{{ID: "wrong", Input: "wrong", Want: `{"a":1,"b":2}`}, {ID: "right", Input: "right"}}
	s.PartlyLabelled = true
	s.Spec.Invariants = []eval.Invariant{{Name: "any", Func: func(context.Context, document.Value) (invariant.State, string, error) {
		return invariant.Holds, "", nil
	}}}
	summary, printed, _ := summaryOf(t, s)
	assert.InDelta(t, 0.625, metricsByName(summary)["rqs"].Value.Value, 1e-9, printed)
}

// TestGrounded: of two documents with two claims each and one that fails the rates are over
// six claims. "shifted" has the number in another box and the total on another page.
func TestGrounded(t *testing.T) {
	const want = `{"number":{"value":"A","bbox":[0,0,10,10],"page":1},"total":{"value":5,"bbox":[0,20,10,30],"page":1}}`
	answers := map[string]string{
		"right":   want,
		"shifted": `{"number":{"value":"A","bbox":[50,0,60,10],"page":1},"total":{"value":5,"bbox":[0,20,10,30],"page":2}}`,
	}
	s := Suite[string, string]{
		Measures: Grounded[string](grounding.Spec{Claims: []grounding.Claim{{Path: "number"}, {Path: "total", Match: compare.Numeric{}}}}),
		Extract: func(_ context.Context, in string) (string, error) {
			if in == "failed" {
				return "", errors.New("timeout")
			}
			return answers[in], nil
		},
		Spec: eval.Spec{Fields: []eval.Field{{Path: "number.value"}, {Path: "total.value"}}},
		Gate: Gate{MaxErrors: 1, Limits: []Limit{
			{Metric: "measure groundedValueRate", Is: "at_least", Value: 4.0 / 6},
			{Metric: "measure groundedPageRate", Is: "at_least", Value: 3.0 / 6},
			{Metric: "measure groundedBoxRate", Is: "at_least", Value: 2.0 / 6},
		}},
	}
	for _, id := range []string{"right", "shifted", "failed"} {
		s.Cases = append(s.Cases, Case[string]{ID: id, Input: id, Want: want})
	}
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	got := metricsByName(summary)
	assert.Equal(t, is(4.0/6), got["groundedValueRate"].Value)
	assert.Equal(t, is(3.0/6), got["groundedPageRate"].Value)
	assert.Equal(t, is(2.0/6), got["groundedBoxRate"].Value)
	assert.True(t, got["groundedBoxRate"].Low.Defined)
}

// A table has the same measures.
func TestCollectMeasures(t *testing.T) {
	withMain(t)
	ok, printed := inner(t, "TestTable", func(t *testing.T) {
		c := Collect(t, Config{
			Cases: 2, Measures: Quality[any](quality.Config{}),
			Gate: Gate{Limits: []Limit{{Metric: "measure rqs", Is: "at_least", Value: 0.80}}},
		})
		t.Run("case", func(t *testing.T) {
			for _, row := range []struct{ name, got string }{{"right", `{"a":1,"b":2}`}, {"none", `nothing`}} {
				t.Run(row.name, func(t *testing.T) { c.FieldAccuracy(t, row.got, `{"a":1,"b":2}`) })
			}
		})
		t.Run("gate", c.Gate)
	})
	assert.False(t, ok)
	assert.Contains(t, printed, "measure rqs 0.425 is below 0.800")

	f := &fake{name: "TestX"}
	runs := Measure[any]{Name: "runs", Runs: func(context.Context, Case[any], []document.Value) (float64, float64, error) { return 1, 1, nil }}
	told := f.run(func() { Collect(f, Config{Measures: []Measure[any]{runs}}) })
	assert.Equal(t, `FATAL evaltest: TestX: measure "runs": a table has one answer to each case, so Runs has nothing to compare: set Answer`, told)
	f = &fake{name: "TestX"}
	told = f.run(func() { FieldAccuracy(f, `{}`, `{}`, Config{Measures: Quality[any](quality.Config{})}) })
	assert.Equal(t, `FATAL evaltest: TestX: data set "TestX": an assertion has no Measures of its own: open the data set with evaltest.Collect, whose Measures are for all rows`, told)
}
