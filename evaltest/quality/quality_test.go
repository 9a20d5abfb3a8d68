package quality_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/quality"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/innertest"
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
func qualitySuite(measures ...evaltest.Measure[string]) evaltest.Suite[string, string] {
	answers := map[string]string{
		"right": `{"a":1,"b":2}`, "wrong": `{"a":1,"b":3}`, "made-up": `{"a":1,"c":3}`, "unreadable": `{"a":1`, "failed": "", "list": `[{"a":1,"b":2}]`,
	}
	s := evaltest.Suite[string, string]{
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
		s.Cases = append(s.Cases, evaltest.Case[string]{ID: id, Input: id, Want: json.RawMessage(`{"a":1,"b":2}`)})
	}
	return s
}

// summaryOf runs a suite, and returns the summary in its artifact and the output.
func summaryOf(t *testing.T, s evaltest.Suite[string, string]) (summary report.Summary, printed string, passed bool) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	passed, printed = innertest.Run(t, "TestSuite", s.Run)
	for _, record := range innertest.Records(t, dir) {
		if s, ok := record.(*report.Summary); ok {
			summary = *s
		}
	}
	return summary, printed, passed
}

func is(v float64) report.Ratio { return report.RatioOf(v, true) }

func metricsByName(s report.Summary) map[string]report.Number {
	all := map[string]report.Number{}
	for _, m := range terminal.Measures(s) {
		all[terminal.Title(m)] = m
	}
	return all
}

func TestMeasure(t *testing.T) {
	s := qualitySuite(quality.Measure[string](quality.Config{}))
	s.Gate = evaltest.Gate{MaxErrors: 1, Limits: []evaltest.Limit{
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
	assert.Regexp(t, `(?m)^ +rqs            0\.358       0\.850  ≈0\.\d{3}–0\.\d{3}  at least 0\.350$`, printed)

	s.Gate.Limits[0].Value = 0.36
	_, printed, passed = summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "quality: measure rqs 0.358 is below 0.360")
}

// TestMeasureIsInRecords: shards and slices add up the records of cases.
func TestMeasureIsInRecords(t *testing.T) {
	s := qualitySuite(quality.Measure[string](quality.Config{Safety: func(context.Context, document.Value) (float64, error) { return 0.5, nil }}))
	s.Cases[0].Tags = map[string]string{"vendor": "acme"}
	s.Gate = evaltest.Gate{MaxErrors: 1, Limits: []evaltest.Limit{{Metric: "measure rqs", Slice: "vendor=acme", Is: "at_least", Value: 0.80}}}
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	ok, printed := innertest.Run(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "measure rqs where vendor=acme 0.775 (of 1 of 6 cases) is below 0.800", "half of the safety is missing")
	records := innertest.Records(t, dir)
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
func TestMeasureAsksAJudgeOnce(t *testing.T) {
	var asked atomic.Int32
	judge := quality.Judge{Name: "stub", Similarity: func(_ context.Context, got, _ string) (float64, error) {
		asked.Add(1)
		if got == "broken" {
			return 0, errors.New("503")
		}
		return 1, nil
	}}
	s := qualitySuite(quality.Measure[string](quality.Config{Semantic: judge, Strategies: map[string]quality.Strategy{"a": "SEMANTIC"}}))
	s.Cases = []evaltest.Case[string]{
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

func TestMeasureMisuse(t *testing.T) {
	s := qualitySuite(quality.Measure[string](quality.Config{Strategies: map[string]quality.Strategy{"a": "fuzzy"}}))
	ok, printed := innertest.Run(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.NotContains(t, printed, "TestQuality/case")
	assert.Contains(t, printed, `quality: key "a": unknown strategy "fuzzy", want one of ["EXACT" "FUZZY" "SEMANTIC" "IGNORE"]`)
	assert.Equal(t, 1, strings.Count(printed, "unknown strategy"), "once for all of its numbers")

	s = qualitySuite(quality.Measure[string](quality.Config{}), quality.Measure[string](quality.Config{}))
	ok, printed = innertest.Run(t, "TestQuality", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `measure "rqs": two measures have this name`)
}

// A document without a truth is left out.
func TestMeasureOfPartlyLabelledDocuments(t *testing.T) {
	s := qualitySuite(quality.Measure[string](quality.Config{}))
	s.Cases = []evaltest.Case[string]{{ID: "wrong", Input: "wrong", Want: `{"a":1,"b":2}`}, {ID: "right", Input: "right"}}
	s.PartlyLabelled = true
	s.Spec.Invariants = []eval.Invariant{{Name: "any", Func: func(context.Context, document.Value) (invariant.State, string, error) {
		return invariant.Holds, "", nil
	}}}
	summary, printed, _ := summaryOf(t, s)
	assert.InDelta(t, 0.625, metricsByName(summary)["rqs"].Value.Value, 1e-9, printed)
}
