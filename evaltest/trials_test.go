package evaltest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// takes returns an extractor that gives the answers of a document one after the
// other: takes["a"] has the answer of trial 1, of trial 2 and so on.
func takes(answers map[string][]string) func(context.Context, string) (string, error) {
	next := map[string]int{}
	return func(_ context.Context, in string) (string, error) {
		answer := answers[in][next[in]]
		next[in]++
		if answer == "" {
			return "", errors.New("overloaded")
		}
		return answer, nil
	}
}

// trialsSuite has one document that is always right, one that is wrong in one of
// four trials, and one whose list changes but is never right.
func trialsSuite() Suite[string, string] {
	return Suite[string, string]{
		Trials: 4,
		Cases: []Case[string]{
			{ID: "steady", Input: "steady", Want: `{"total":1,"tags":["a"]}`},
			{ID: "flaky", Input: "flaky", Want: `{"total":1,"tags":["a"]}`},
			{ID: "wrong", Input: "wrong", Want: `{"total":1,"tags":["a","b"]}`},
		},
		Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "tags", Set: &eval.Set{}}}},
		Extract: takes(map[string][]string{
			"steady": {`{"total":1,"tags":["a"]}`, `{"tags":["a"],"total":1}`, `{"total":1,"tags":["a"]}`, `{"total":1,"tags":["a"]}`},
			"flaky":  {`{"total":1,"tags":["a"]}`, `{"total":1,"tags":["a"]}`, `{"total":2,"tags":["a"]}`, `{"total":1,"tags":["a"]}`},
			"wrong":  {`{"total":3,"tags":["a"]}`, `{"total":3,"tags":["a"]}`, `{"total":3,"tags":["b"]}`, `{"total":3,"tags":["b"]}`},
		}),
		Gate: Gate{MicroF1: 0.1},
	}
}

// summaryOf runs a suite and returns the summary in its artifact, the
// output, and whether it passed.
func summaryOf[In, Out any](t *testing.T, s Suite[In, Out]) (summary report.Summary, printed string, passed bool) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("EVALTEST_DIR", dir)
	passed, printed = inner(t, "TestTrials", s.Run)
	records, _ := readArtifact(t, dir)
	for _, r := range records {
		if s, ok := r.(*report.Summary); ok {
			summary = *s
		}
	}
	return summary, printed, passed
}

func is(v float64) report.Ratio { return report.RatioOf(v, true) }

func TestTrialsStability(t *testing.T) {
	s := trialsSuite()
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	require.NotNil(t, summary.Stability)
	got := *summary.Stability
	value := func(name string) float64 { return summary.Number(name).Value.Value }
	assert.Equal(t, 4, got.Trials)
	assert.Equal(t, 3, got.Cases, "trials are not more cases")
	assert.InDelta(t, 2.0/3, value("driftRate"), 1e-12, "the order of keys is not a drift")
	// total: (1 + 3/6 + 1)/3, as three of six pairs agree; tags: (1 + 1 + 2/6)/3.
	assert.InDelta(t, 2.5/3, value("agreement of total"), 1e-9)
	assert.InDelta(t, 1.0/3, value("flipRate of total"), 1e-12)
	assert.Empty(t, summary.Number("jaccard of total").Name)
	assert.InDelta(t, (1+1+1.0/3)/3, value("agreement of tags[]"), 1e-9)
	assert.InDelta(t, (1+1+1.0/3)/3, value("jaccard of tags[]"), 1e-9)
	assert.InDelta(t, 1.0/3, value("flipRate"), 1e-12)
	// pass@k: steady 1, flaky 3 of 4, wrong 0 of 4; 1 - C(1,k)/C(4,k) and C(3,k)/C(4,k).
	for k, want := range []struct{ at, hat float64 }{{0.75, 0.75}, {1, 0.5}, {1, 0.25}, {1, 0}} {
		assert.InDelta(t, (1+want.at)/3, value(fmt.Sprintf("pass@%d", k+1)), 1e-9, "pass@%d", k+1)
		assert.InDelta(t, (1+want.hat)/3, value(fmt.Sprintf("pass^%d", k+1)), 1e-9, "pass^%d", k+1)
	}
	assert.Equal(t, 1, got.FlakyCases, "always wrong is not flaky")
	assert.Equal(t, []report.FlakyCase{{ID: "flaky", Failed: 1, Trials: 4}}, got.Flaky)
	assert.Contains(t, printed, "    flaky fails in 1 of 4 trials\n")
	assert.Equal(t, 12, summary.Cases().Total())
	assert.Len(t, summary.Trials, 4)
}

// An answer that fails to come is an answer other than those that come.
func TestTrialsWithErrors(t *testing.T) {
	s := trialsSuite()
	s.Cases = s.Cases[:1]
	s.Gate = Gate{Accuracy: 0.7, MaxErrors: 1}
	s.Extract = takes(map[string][]string{"steady": {`{"total":1,"tags":["a"]}`, `{"total":1,"tags":["a"]}`, "", `{"total":1,"tags":["a"]}`}})
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	assert.Equal(t, is(1), summary.Number("driftRate").Value)
	assert.Equal(t, is(0.5), summary.Number("agreement").Value)
	assert.Equal(t, []report.FlakyCase{{ID: "steady", Failed: 1, Trials: 4}}, summary.Stability.Flaky)
}

// An extractor that always fails agrees with nobody, nor does one whose answers cannot be
// read.
func TestTrialsWithoutAnswers(t *testing.T) {
	for _, answer := range []string{"", "sorry"} {
		s := trialsSuite()
		s.Extract = takes(map[string][]string{"steady": {answer, answer, answer, answer}, "flaky": {answer, answer, answer, answer}, "wrong": {answer, answer, answer, answer}})
		s.Gate = Gate{MaxErrors: 12, Limits: []Limit{
			{Metric: "agreement", Is: "at_least", Value: 0.9}, {Metric: "driftRate", Is: "at_most", Value: 0.1},
			{Metric: "agreement of total", Is: "at_least", Value: 0.9}, {Metric: "flipRate of tags[]", Is: "at_most", Value: 0.1},
		}}
		summary, printed, passed := summaryOf(t, s)
		assert.False(t, passed)
		for _, limit := range []string{"agreement is undefined (no case was answered in any trial)", "driftRate is undefined", "agreement of total is undefined", "flipRate of tags[] is undefined"} {
			assert.Contains(t, printed, limit)
		}
		assert.Equal(t, is(0), summary.Number("pass@4").Value)

		// One case that is answered is all that there is to agree on.
		s.Extract = takes(map[string][]string{"steady": {`{"total":1}`, `{"total":1}`, answer, `{"total":1}`}, "flaky": {answer, answer, answer, answer}, "wrong": {answer, answer, answer, answer}})
		summary, printed, _ = summaryOf(t, s)
		assert.Equal(t, is(0.5), summary.Number("agreement of total").Value)
		assert.Equal(t, is(1), summary.Number("driftRate").Value)
		assert.Equal(t, []float64{1, 1, 3}, []float64{summary.Number("agreement of total").Support, summary.Number("driftRate").Support, summary.Number("pass@4").Support})
		assert.Contains(t, printed, "driftRate 1.000 (of 1 of 3 cases) is above 0.100")
	}
}

// The same answers give 1.0, exactly, whatever the number of cases and workers.
func TestTrialsOfADeterministicExtractor(t *testing.T) {
	s := trialsSuite()
	s.Cases, s.Workers = nil, 4
	for i := range 97 {
		s.Cases = append(s.Cases, Case[string]{ID: fmt.Sprint("c", i), Input: `{"total":1,"tags":["x","y"]}`, Want: `{"total":1,"tags":["y","x"]}`})
	}
	s.Extract = echo
	s.Gate = Gate{Limits: []Limit{
		{Metric: "agreement", Is: "at_least", Value: 1},
		{Metric: "driftRate", Is: "at_most", Value: 0},
		{Metric: "flakyRate", Is: "at_most", Value: 0},
		{Metric: "flipRate", Is: "at_most", Value: 0},
		{Metric: "pass^4", Is: "at_least", Value: 1},
		{Metric: "agreement of tags[]", Is: "at_least", Value: 1},
		{Metric: "jaccard of tags[]", Is: "at_least", Value: 1},
		{Metric: "flipRate of total", Is: "at_most", Value: 0},
	}}
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	for _, m := range summary.Numbers {
		if m.Kind != report.KindStability {
			continue
		}
		want := 1.0
		if m.Better == "less" {
			want = 0
		}
		assert.Equal(t, is(want), m.Value, m.Name)
	}
}

// The numbers do not depend on the order in which cases end.
func TestTrialsInAnyOrder(t *testing.T) {
	var last report.Summary
	for i, workers := range []int{1, 2, 7} {
		s := trialsSuite()
		s.Cases, s.Workers, s.Trials = nil, workers, 3
		for i := range 60 {
			s.Cases = append(s.Cases, Case[string]{ID: fmt.Sprint("c", i), Input: fmt.Sprintf(`{"total":%d}`, i%3), Want: `{"total":1}`})
		}
		s.Extract = echo
		s.Measures = []Measure[string]{{Name: "third", Answer: func(_ context.Context, c Case[string], _ document.Value) (float64, float64, error) {
			return float64(len(c.ID)) / 3, 1, nil
		}}}
		summary, _, _ := summaryOf(t, s)
		if i > 0 {
			assert.Equal(t, last, summary)
		}
		last = summary
	}
}

func TestGateOnStability(t *testing.T) {
	s := trialsSuite()
	s.Gate = Gate{Limits: []Limit{
		{Metric: "driftRate", Is: "at_most", Value: 0.5},
		{Metric: "pass^4", Is: "at_least", Value: 0.5},
		{Metric: "agreement of total", Is: "at_least", Value: 0.8},
	}}
	_, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "driftRate 0.667 is above 0.500; pass^4 0.333 is below 0.500, over 3 cases in each of 4 trials;")
}

// One trial says nothing of stability, and so fails limits on it.
func TestGateOnStabilityOfOneTrial(t *testing.T) {
	s := trialsSuite()
	s.Trials = 1
	s.Gate = Gate{Limits: []Limit{
		{Metric: "agreement", Is: "at_least", Value: 0.5},
		{Metric: "jaccard of tags[]", Is: "at_least", Value: 0.5},
	}}
	_, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "agreement is undefined (it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS), want at least 0.500; "+
		"jaccard of tags[] is undefined (it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS), want at least 0.500, over 3 cases")
}

// A limit over more trials than there are says how many it takes.
func TestGateOnMoreTrialsThanThereAre(t *testing.T) {
	s := trialsSuite()
	for trials, want := range map[int]string{1: "there is one", 4: "there are 4"} {
		s.Trials = trials
		s.Gate = Gate{Limits: []Limit{{Metric: "pass^5", Is: "at_least", Value: 0.5}}}
		_, printed := inner(t, "TestTrials", s.Run)
		assert.NotContains(t, printed, "TestTrials/case")
		assert.Contains(t, printed, "gate: limit on pass^5: it takes 5 trials of each case, and "+want+": set Suite.Trials or EVALTEST_TRIALS\n")
	}
	f := &fake{name: "TestX"}
	told := f.run(func() {
		Collect(f, Config{Cases: 1, Gate: Gate{Limits: []Limit{{Metric: "agreement", Is: "at_least", Value: 0.5}}}})
	})
	assert.Equal(t, `FATAL evaltest: TestX: gate: data set "TestX" has no metric "agreement": it compares trials of a case, which only a Suite knows`, told)
}

func TestMeasures(t *testing.T) {
	s := trialsSuite()
	var answers int
	s.Measures = []Measure[string]{
		{Name: "keys", Count: true, Answer: func(_ context.Context, _ Case[string], answer document.Value) (float64, float64, error) {
			return float64(answer.Len()), 1, nil
		}},
		{Name: "right", Answer: func(_ context.Context, _ Case[string], answer document.Value) (float64, float64, error) {
			if answer.Get("total").RawText() == "1" {
				return 1, 1, nil
			}
			return 0, 1, nil
		}},
		{Name: "runs", Count: true, Runs: func(_ context.Context, c Case[string], runs []document.Value) (float64, float64, error) {
			answers += len(runs)
			return float64(len(runs)), 1, nil
		}},
		{Name: "never", Answer: func(context.Context, Case[string], document.Value) (float64, float64, error) { return 0, 0, nil }},
		{Name: "neverButEmpty", Empty: is(1), Runs: func(context.Context, Case[string], []document.Value) (float64, float64, error) { return 0, 0, nil }},
	}
	s.Gate = Gate{Limits: []Limit{
		{Metric: "measure keys", Is: "at_least", Value: 2},
		{Metric: "measure right", Is: "at_least", Value: 0.5},
		{Metric: "measure runs", Is: "at_least", Value: 4},
		{Metric: "measure neverButEmpty", Is: "at_least", Value: 1},
	}}
	summary, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	assert.Equal(t, 12, answers)
	measures := terminal.Measures(summary)
	require.Len(t, measures, 5)
	third, twoThirds := 1.0/3, 2.0/3
	assert.InDelta(t, 7.0/12, measures[1].Value.Value, 1e-12)
	assert.True(t, measures[1].Low.Defined && measures[1].High.Defined, "of a rate of single answers an interval is known")
	measures[1].Estimate = report.Estimate{Min: measures[1].Min, Max: measures[1].Max}
	number := func(name string, e report.Estimate, support float64) report.Number {
		return report.Number{Name: name, Kind: report.KindMeasure, Estimate: e, Support: support, Unit: "cases"}
	}
	keys, runs := number("measure keys", report.Estimate{Value: is(2), Min: is(2), Max: is(2)}, 3), number("measure runs", report.Estimate{Value: is(4)}, 0)
	keys.Count, runs.Count, runs.OverTrials = true, true, true
	empty := number("measure neverButEmpty", report.Estimate{Value: is(1)}, 0)
	empty.OverTrials = true
	assert.Equal(t, []report.Number{
		keys, number("measure right", report.Estimate{Min: is(third), Max: is(twoThirds)}, 3), runs, number("measure never", report.Estimate{}, 0), empty,
	}, measures)
	assert.Regexp(t, `(?m)^ +right          0\.583  ≈0\.\d{3}–0\.\d{3}  0\.333–0\.667  at least 0\.500$`, printed)
}

// A measure that fails is left out, and its case fails.
func TestMeasureFails(t *testing.T) {
	s := trialsSuite()
	s.Trials = 1
	s.Measures = []Measure[string]{{Name: "judge", Answer: func(_ context.Context, c Case[string], _ document.Value) (float64, float64, error) {
		switch c.ID {
		case "flaky":
			return 0, 0, errors.New("timed out")
		case "wrong":
			return 1, -1, nil
		}
		return 0.5, 1, nil
	}}}
	summary, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, `evaltest: data set "TestTrials", case "flaky": measure "judge": timed out`)
	assert.Contains(t, printed, `evaltest: data set "TestTrials", case "wrong": measure "judge": got 1 of weight -1, want a sum from -1099511627776 to 1099511627776 and a weight from 0`)
	assert.Equal(t, is(0.5), summary.Number("measure judge").Value)
}

func TestMeasureMisuse(t *testing.T) {
	one := func(context.Context, Case[string], document.Value) (float64, float64, error) { return 1, 1, nil }
	s := trialsSuite()
	s.Trials = 2
	s.Measures = []Measure[string]{{Name: "rqs", Answer: one}, {Name: "rqs", Answer: one}, {Name: "driftRate", Answer: one}, {Answer: one}, {Name: "none"}}
	ok, printed := inner(t, "TestTrials", s.Run)
	assert.False(t, ok)
	assert.NotContains(t, printed, "TestTrials/case")
	assert.NotContains(t, printed, `measure "driftRate":`, "measures have a name space of their own")
	for _, want := range []string{
		`measure "rqs": two measures have this name`, "a measure has no Name", `measure "none": want one of Answer, Runs and Joint`,
	} {
		assert.Contains(t, printed, want)
	}

	s.Measures = []Measure[string]{{Name: "rqs", Answer: one}}
	s.Gate = Gate{Limits: []Limit{{Metric: "measure rsq", Is: "at_least", Value: 0.5}}}
	ok, printed = inner(t, "TestTrials", s.Run)
	assert.False(t, ok)
	assert.NotContains(t, printed, "TestTrials/case")
	assert.Contains(t, printed, `gate: data set "TestTrials" has no metric "measure rsq"; did you mean "measure rqs"? (there are "micro F1", `)
}

// Without declared fields, the gate finds out which fields there are.
func TestGateOnAFieldThatIsNone(t *testing.T) {
	s := trialsSuite()
	s.Spec = eval.Spec{}
	s.Gate = Gate{Limits: []Limit{{Metric: "agreement of totl", Is: "at_least", Value: 0.5}}}
	_, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, `gate: data set "TestTrials" has no metric "agreement of totl"; did you mean "agreement of total"? (there are "micro F1"`)
}

func TestGateOnASlice(t *testing.T) {
	s := Suite[string, string]{
		Cases: []Case[string]{
			{ID: "a", Input: `{"total":1}`, Want: `{"total":1}`, Tags: map[string]string{"vendor": "acme"}},
			{ID: "b", Input: `{"total":2}`, Want: `{"total":1}`, Tags: map[string]string{"vendor": "bolt"}},
		},
		Extract: echo,
	}
	limit := func(slice string) Gate {
		return Gate{Limits: []Limit{{Metric: "F1 of total", Slice: slice, Is: "at_least", Value: 0.9}}}
	}
	s.Gate = limit("vendor=acme")
	_, printed, passed := summaryOf(t, s)
	assert.True(t, passed, printed)
	s.Gate = limit("vendor=bolt")
	_, printed, passed = summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "F1 of total where vendor=bolt is undefined (of 1 of 2 cases: no match in 1 value), want at least 0.900; look first at total")
}

// A tag that no case has is told before the first case, but where cases come one by one or are those of a shard, and where no
// gate is judged.
func TestGateOnASliceWithoutCase(t *testing.T) {
	for slice, hint := range map[string]string{
		"vendor=carl": "", "vendor=acm": `; did you mean "vendor=acme"?`, "row of lines>=2": `; did you mean "rows of lines>=2"?`, "vendr=": "",
	} {
		s := Suite[string, string]{
			Cases:   []Case[string]{{ID: "a", Input: `{"total":1}`, Want: `{"total":1}`, Tags: map[string]string{"vendor": "acme"}}},
			Extract: func(context.Context, string) (string, error) { panic("asked") },
			Gate:    Gate{Limits: []Limit{{Metric: "micro F1", Slice: slice, Is: "at_least", Value: 0.9}}},
		}
		ok, printed := inner(t, "TestX", s.Run)
		assert.False(t, ok)
		assert.Contains(t, printed, "gate: limit on micro F1: no case has the tag "+slice+hint+"\n")
		assert.NotContains(t, printed, "asked")

		s.Extract = echo
		t.Setenv("EVALTEST_GATE", "off") // as over a part of the data
		ok, printed = inner(t, "TestX", s.Run)
		assert.True(t, ok, printed)
		t.Setenv("EVALTEST_GATE", "")
		one := s.Cases[0]
		s.Cases, s.Source = nil, func(yield func(Case[string], error) bool) { yield(one, nil) }
		ok, printed = inner(t, "TestX", s.Run)
		assert.False(t, ok)
		assert.Contains(t, printed, "gate not evaluable: no case that was scored has the tag "+slice)
	}
}

// A measure above 1 is not a rate that reaches 0.9.
func TestGateOnAMeasureThatIsNotARatio(t *testing.T) {
	s := trialsSuite()
	s.Measures = []Measure[string]{{Name: "characters", Answer: func(context.Context, Case[string], document.Value) (float64, float64, error) { return 50, 1, nil }}}
	s.Gate = Gate{Limits: []Limit{{Metric: "measure characters", Is: "at_least", Value: 0.9}}}
	_, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "gate not evaluable: measure characters is 50, outside of [0,1]: it is not a ratio; a measure of a number of things has Count")
}
