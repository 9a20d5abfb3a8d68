package history_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// totals are 60 documents, of which the first ones have another total.
func totals(others int) (all []string) {
	for i := range 60 {
		total := 100 + i
		if i < others {
			total = 999
		}
		all = append(all, fmt.Sprintf(`{"total": %d}`, total))
	}
	return all
}

func judgedRun(t *testing.T, day int, o report.CaseOptions, truths, answers []string) runs.Input {
	t.Helper()
	r := reporttest.Evaluated{
		Name: fmt.Sprintf("run-%d", day), Spec: "fields: [{path: total}]", Truths: truths, Answers: [][]string{answers},
		Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC), Options: o,
	}
	return runs.Input{Name: r.Name, Sources: []artifact.Source{r.Source(t)}}
}

// Ten runs of the same answers, of which the labels were corrected in the middle: nothing has changed.
func TestCorrectedLabelsAreNoChange(t *testing.T) {
	right := totals(0)
	var inputs []runs.Input
	for day := range 10 {
		truths := totals(12)
		if day >= 5 {
			truths = right
		}
		inputs = append(inputs, judgedRun(t, day+1, report.CaseOptions{}, truths, right))
	}
	r, err := history.Read(inputs, history.Options{Last: 10, Intervals: true})
	require.NoError(t, err)
	total := r.Sets[0].Rows[0]
	for at := range r.Runs {
		assert.Equal(t, report.RatioOf(1, true), total.Value(at))
		assert.True(t, total.Values[at].Low.Defined)
	}
	assert.Nil(t, total.Change)
	assert.False(t, r.Declined())
	assert.Len(t, r.Sets[0].Relabelled, 5)
	var text strings.Builder
	require.NoError(t, history.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), "no significant change\nlabels changed in 12 cases: +20.0 points macro F1, not counted\n")
	assert.Contains(t, text.String(), "\n- run-5 (2026-11-05): labels changed in 12 cases: +20.0 points macro F1, not counted\n")
	assert.NotContains(t, text.String(), "run-6 (2026-11-06): labels")
}

// Labels that were made worse hide no decline, and do not make one.
func TestWhatAnswersDidIsSeenBehindLabels(t *testing.T) {
	right := totals(0)
	inputs := []runs.Input{
		judgedRun(t, 1, report.CaseOptions{}, totals(12), right), judgedRun(t, 2, report.CaseOptions{}, right, totals(12)),
	}
	r, err := history.Read(inputs, history.Options{})
	require.NoError(t, err)
	assert.True(t, r.Declined())
	assert.Equal(t, runs.Values(report.RatioOf(1, true), report.RatioOf(0.8, true)), r.Sets[0].Rows[0].Values)
}

// A run whose answers were not kept has no F1 where too many labels have changed, and is not passed over in silence.
func TestRunsThatCannotBeJudgedByTodaysTruths(t *testing.T) {
	right := totals(0)
	unkept := report.CaseOptions{MaxAnswerBytes: -1}
	inputs := []runs.Input{
		judgedRun(t, 1, unkept, totals(7), right), judgedRun(t, 2, unkept, totals(6), right), judgedRun(t, 3, report.CaseOptions{}, right, right),
	}
	r, err := history.Read(inputs, history.Options{Last: 2})
	require.NoError(t, err)
	assert.Equal(t, runs.Values(report.Ratio{}, report.RatioOf(1, true), report.RatioOf(1, true)), r.Sets[0].Rows[0].Values)
	assert.False(t, r.Recent.NotEvaluable(), "run-2 lacks a tenth")
	var text, markdown strings.Builder
	require.NoError(t, history.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), `
- run-1 (2026-11-01) has no F1: labels changed in 7 cases of 60 that cannot be judged by one truth: their answers or truths were not kept
- run-2 (2026-11-02): labels changed in 6 cases, left out: their answers or truths were not kept
`)
	require.NoError(t, history.WriteMarkdown(&markdown, r))
	assert.Contains(t, markdown.String(), "- `run-1 (2026-11-01) has no F1: labels changed in 7 cases")

	r, err = history.Read(inputs, history.Options{})
	require.NoError(t, err)
	assert.True(t, r.Recent.NotEvaluable())
}

// Ten runs of the same answers, of which a fifth is wrong, and a spec that is looser from the sixth on: nothing has risen.
// Where answers were not kept, a run keeps its own spec, and a line says so.
func TestChangedRulesAreNoChange(t *testing.T) {
	right, got := totals(0), totals(12)
	specs := func(unkept bool) (inputs []runs.Input) {
		for day := range 10 {
			r := reporttest.Evaluated{
				Name: fmt.Sprintf("run-%d", day+1), Spec: "fields: [{path: total, match: numeric}]", Truths: right, Answers: [][]string{got},
				Start: time.Date(2026, 11, day+1, 0, 0, 0, 0, time.UTC),
			}
			if day >= 5 {
				r.Spec = "fields: [{path: total, match: numeric, tolerance: 1000}]"
			} else if unkept {
				r.Options.MaxAnswerBytes = -1
			}
			inputs = append(inputs, runs.Input{Name: r.Name, Sources: []artifact.Source{r.Source(t)}})
		}
		return inputs
	}
	r, err := history.Read(specs(false), history.Options{Last: 10})
	require.NoError(t, err)
	total := r.Sets[0].Rows[0]
	for at := range r.Runs {
		assert.Equal(t, report.RatioOf(1, true), total.Value(at))
	}
	assert.Nil(t, total.Change)
	assert.Equal(t, "run-5 (2026-11-05): judged by the spec of the newest run", r.LabelChanges(&r.Sets[0])[4])

	r, err = history.Read(specs(true), history.Options{Last: 10})
	require.NoError(t, err)
	assert.Equal(t, report.RatioOf(0.8, true), r.Sets[0].Rows[0].Value(4))
	assert.False(t, r.Declined())
	assert.Equal(t, "run-5 (2026-11-05): judged by its own spec, and not searched for changes in averages and in fields of other rules: their answers or truths were not kept", r.LabelChanges(&r.Sets[0])[4])
}

// Where answers were not kept, a stricter rule is no fall of its field, and a new field that is wrong none of the averages.
func TestRulesOfOwnAreNoFall(t *testing.T) {
	for _, spec := range []string{"fields: [{path: total, match: exact}, {path: number}]", "fields: [{path: total, match: numeric, tolerance: 1000}, {path: number}, {path: vat}]"} {
		var inputs []runs.Input
		for day := range 16 {
			r := reporttest.Evaluated{
				Name: fmt.Sprintf("run-%d", day+1), Spec: "fields: [{path: total, match: numeric, tolerance: 1000}, {path: number}]", Start: time.Date(2026, 11, day+1, 0, 0, 0, 0, time.UTC),
				Answers: make([][]string, 1), Options: report.CaseOptions{MaxAnswerBytes: -1},
			}
			for i := range 40 {
				r.Truths = append(r.Truths, fmt.Sprintf(`{"total": %d, "number": %d, "vat": 1}`, i, i))
				r.Answers[0] = append(r.Answers[0], fmt.Sprintf(`{"total": %d, "number": %d, "vat": 2}`, i+1, max(i, day%3)))
			}
			if day >= 8 {
				r.Spec = spec
			}
			inputs = append(inputs, runs.Input{Name: r.Name, Sources: []artifact.Source{r.Source(t)}})
		}
		r, err := history.Read(inputs, history.Options{})
		require.NoError(t, err)
		assert.False(t, r.Fallen(), "%s: %v", spec, r.Heading())
	}
}

// What a looser spec hides is said, and is no decline: it was let pass when it was merged.
func TestChangedRulesAreSaid(t *testing.T) {
	run := func(day int, tolerance string, got []string) runs.Input {
		r := reporttest.Evaluated{
			Name: fmt.Sprintf("run-%d", day), Spec: "fields: [{path: total, match: numeric" + tolerance + "}]", Truths: totals(0), Answers: [][]string{got},
			Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC),
		}
		return runs.Input{Name: r.Name, Sources: []artifact.Source{r.Source(t)}}
	}
	o := history.Options{}
	o.Diff.AllowChangedRules = true
	r, err := history.Read([]runs.Input{run(1, "", totals(0)), run(2, ", tolerance: 1000", totals(20))}, o)
	require.NoError(t, err)
	assert.Contains(t, strings.Join(r.Heading(), "\n"), "passes by the changed rules alone: under the old rules total 1.000 → 0.667")
	assert.False(t, r.Declined())
}

// The repetition that fell is in F1 of its run, and in the reference of the last runs.
func TestRepetitionsAreTrialsOfTheirRun(t *testing.T) {
	right := totals(0)
	again := reporttest.Evaluated{
		Name: "again", Spec: "fields: [{path: total}]", Truths: right, Answers: [][]string{totals(30)}, Repetition: 2, Start: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC),
	}
	repeated := judgedRun(t, 2, report.CaseOptions{}, right, right)
	repeated.Sources = append(repeated.Sources, again.Source(t))
	r, err := history.Read([]runs.Input{judgedRun(t, 1, report.CaseOptions{}, right, right), repeated}, history.Options{Intervals: true})
	require.NoError(t, err)
	total := r.Sets[0].Rows[0]
	assert.Equal(t, []report.Ratio{report.RatioOf(1, true), report.RatioOf(0.75, true)}, []report.Ratio{total.Value(0), total.Value(1)})
	assert.True(t, total.Values[1].Low.Defined)
	assert.True(t, r.Declined())
	assert.Contains(t, r.Heading()[0], "run-2 (2026-11-02, 2 repetitions)")
}
