package internal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	comparators "github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

const twoFields = `fields: [{path: number}, {path: total, match: numeric}]`

// documents returns 60 documents, of which others says the total of some.
func documents(others map[int]string) (all []string) {
	for i := range 60 {
		total := fmt.Sprint(100 + i)
		if other, ok := others[i]; ok {
			total = other
		}
		all = append(all, fmt.Sprintf(`{"number": "n-%d", "total": %s}`, i, total))
	}
	return all
}

// some returns the same total for the documents in [from,to).
func some(from, to int, total string) map[int]string {
	others := map[int]string{}
	for i := from; i < to; i++ {
		others[i] = total
	}
	return others
}

// begun returns the nth run of a day.
func begun(n int, truths, answers []string) reporttest.Evaluated {
	return reporttest.Evaluated{
		Name: fmt.Sprintf("run-%d", n), Spec: twoFields, Truths: truths, Answers: [][]string{answers},
		Start: time.Date(2026, 3, 1, 8+n, 0, 0, 0, time.UTC),
	}
}

// Unchanged answers do not become better or worse when labels are corrected, or spoilt; and the labels do not
// hide changes of the answers.
func TestLabelsThatChanged(t *testing.T) {
	right, wrong := documents(nil), documents(some(0, 6, "999"))
	oneLess := slices.Clone(right)
	oneLess[7] = ""
	for _, tt := range []struct {
		reason                            string
		oldTruths, oldGot, newTruths, got []string
		headline                          []string
		regressed                         bool
	}{
		{"6 labels corrected", wrong, right, right, right,
			[]string{"no significant change", "labels changed in 6 cases: +5.0 points macro F1, not counted"}, false},
		{"6 labels spoilt", right, right, wrong, right,
			[]string{"no significant change", "labels changed in 6 cases: -5.0 points macro F1, not counted"}, false},
		{"12 totals left out, 6 labels corrected", wrong, right, right, documents(some(20, 32, "null")),
			[]string{"regressed: micro F1 1.000 → 0.947 (-0.053), macro F1 1.000 → 0.944 (-0.056), total 1.000 → 0.889 (-0.111), pass rate 1.000 → 0.800 (-0.200)",
				"labels changed in 6 cases: +5.0 points macro F1, not counted"}, true},
		{"the answers took over the new labels", wrong, right, right, wrong,
			[]string{"no significant change", "labels changed in 6 cases: +5.0 points macro F1, not counted"}, false},
		{"one label corrected, which is 1 of 59, and one removed", documents(some(0, 1, "999")), right, oneLess, right,
			[]string{"no significant change", "labels changed in 2 cases: +0.8 points macro F1, not counted; 1 of them left out: their truth was removed"}, false},
		{"only the white space of truths", documents(nil), right, respaced(right), right, []string{"no significant change"}, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := compare2(t, begun(1, tt.oldTruths, tt.oldGot), begun(2, tt.newTruths, tt.got))
			assert.Equal(t, tt.headline, r.Headline())
			assert.Equal(t, tt.regressed, r.Regressed())
			assert.False(t, r.NotEvaluable())
		})
	}
}

// The old answers are needed again where labels have changed.
func TestLabelsOfARunThatCannotBeReadAgain(t *testing.T) {
	old, opened := begun(1, documents(some(0, 6, "999")), documents(nil)).Source(t), 0
	once := artifact.Source{Name: "-", Open: func() (io.ReadCloser, error) {
		if opened++; opened > 1 {
			return nil, errors.New("it is a pipe")
		}
		return old.Open()
	}}
	r := compareRuns(t, once, begun(2, documents(nil), documents(nil)).Source(t), diff.Options{})
	assert.True(t, r.NotEvaluable())
	assert.Contains(t, r.Headline()[0], "labels changed, and their effect is unknown: ")
}

func respaced(all []string) (other []string) {
	for _, text := range all {
		other = append(other, strings.ReplaceAll(text, ": ", ":  "))
	}
	return other
}

func compare2(t *testing.T, old, new reporttest.Evaluated) diff.Report {
	t.Helper()
	return compareRuns(t, old.Source(t), new.Source(t), diff.Options{})
}

// The lists of cases, their values, the rates and F1 follow the one truth.
func TestShownCasesAreJudgedByOneTruth(t *testing.T) {
	old := begun(1, documents(some(0, 6, "999")), documents(map[int]string{0: "999", 1: "7"}))
	r := compare2(t, old, begun(2, documents(nil), documents(map[int]string{2: "8"})))
	s := r.Sets[0]
	assert.Equal(t, "58 of 60, 59 of 60", fmt.Sprintf("%.0f of %d, %.0f of %d", s.Passed.Old.Count, s.Passed.Old.Of, s.Passed.New.Count, s.Passed.New.Of))
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	assert.Contains(t, b.String(), `broken: 1 case
  doc-02
    total  was 102  now 8  want 102

fixed: 2 cases
  doc-00
    total  was 999  now 100  want 100
  doc-01
    total  was 7  now 101  want 101

`)
	assert.Contains(t, b.String(), "¹ the old run is judged by the truths of the new run in 6 cases (doc-00, doc-01, doc-02, doc-03, doc-04, …), where they have changed\n")
}

// Today's truths come from the run that began last, whichever is called the old one.
func TestTodaysTruthIsOfTheRunThatBeganLast(t *testing.T) {
	right, wrong := documents(nil), documents(some(0, 6, "999"))
	r := compare2(t, begun(2, right, right), begun(1, wrong, right))
	assert.Equal(t, []string{"no significant change", "labels changed in 6 cases: +5.0 points macro F1, not counted"}, r.Headline())
	assert.Equal(t, "the old run", r.Sets[0].Relabelled.Truths)
	assert.Equal(t, report.RatioOf(1, true), r.Sets[0].Micro.New())

	undated := func(truths []string) artifact.Source {
		run := begun(1, truths, right)
		run.Start = time.Time{}
		return run.Source(t)
	}
	r = compareRuns(t, undated(wrong), undated(right), diff.Options{})
	assert.Equal(t, "the new run", r.Sets[0].Relabelled.Truths, "of runs that do not say when they began the new one is today's")
}

// Cases that no single truth can judge are left out and counted; with more than a tenth of the cases nothing can be concluded.
func TestCasesThatCannotBeJudgedAgain(t *testing.T) {
	right := documents(nil)
	unkept := report.CaseOptions{MaxAnswerBytes: -1}
	keyed := report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Hash, Key: []byte("one key of several runs")}}
	const answers = "their answers or truths were not kept"
	const redacted = "values are redacted, and so records keep neither answers nor truths"
	const again = "; run the earlier state again on today's labels"
	for _, tt := range []struct {
		reason   string
		changed  int
		old, new report.CaseOptions
		headline []string
		cases    int
	}{
		{"6 of 60, answers not kept", 6, unkept, report.CaseOptions{}, []string{"no significant change", "labels changed in 6 cases, left out: " + answers}, 54},
		{"7 of 60, answers not kept", 7, unkept, report.CaseOptions{},
			[]string{"not evaluable: invoices: labels changed in 7 cases of 60 that cannot be judged by one truth: " + answers + again, "labels changed in 7 cases, left out: " + answers}, 53},
		{"truths of today not kept", 6, report.CaseOptions{}, unkept, []string{"no significant change", "labels changed in 6 cases, left out: " + answers}, 54},
		{"redacted", 6, keyed, keyed, []string{"no significant change", "labels changed in 6 cases, left out: " + redacted}, 54},
		{"redacted, more than a tenth", 7, keyed, keyed,
			[]string{"not evaluable: invoices: labels changed in 7 cases of 60 that cannot be judged by one truth: " + redacted + again, "labels changed in 7 cases, left out: " + redacted}, 53},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			old, new := begun(1, documents(some(0, tt.changed, "999")), right), begun(2, right, right)
			old.Options, new.Options = tt.old, tt.new
			r := compare2(t, old, new)
			assert.Equal(t, tt.headline, r.Headline())
			assert.Equal(t, len(tt.headline) == 2 && tt.cases < 54, r.NotEvaluable())
			assert.Equal(t, tt.cases, r.Sets[0].Cases)
			assert.Equal(t, 0, r.Sets[0].Fixed.Total())
		})
	}
}

// Of some cases the answers are kept: both are said.
func TestSomeCasesCannotBeJudgedAgain(t *testing.T) {
	right := documents(nil)
	old := begun(1, documents(some(0, 6, "999")), right)
	old.Edit = func(c *report.Case) {
		if c.ID == "doc-03" {
			c.Answer, c.Truth = nil, nil
		}
	}
	r := compare2(t, old, begun(2, right, right))
	assert.Equal(t, []string{"no significant change", "labels changed in 6 cases: +4.2 points macro F1, not counted; 1 of them left out: their answers or truths were not kept"}, r.Headline())
	assert.Equal(t, &runs.LabelChange{
		Truths: "the new run", Cases: 5, LeftOut: 1, Why: "their answers or truths were not kept",
		MicroF1: r.Sets[0].Relabelled.MicroF1, MacroF1: r.Sets[0].Relabelled.MacroF1,
	}, r.Sets[0].Relabelled)
	// By hand: 59 cases of which 5 totals were wrong: F1 of total was 54/59, macro F1 (1 + 54/59)/2; micro F1 113/118.
	assert.InDelta(t, 1-(1+54.0/59)/2, r.Sets[0].Relabelled.MacroF1.Value, 1e-12)
	assert.InDelta(t, 1-113.0/118, r.Sets[0].Relabelled.MicroF1.Value, 1e-12)
}

// sameLetters is a comparator that is a function of Go.
var sameLetters = map[string]func(json.RawMessage) (comparators.Comparator, error){
	"same_letters": func(json.RawMessage) (comparators.Comparator, error) {
		return comparators.Func{Name: "same_letters", Judge: func(_ context.Context, got, want document.Value) (comparators.Comparison, error) {
			return comparators.Binary(strings.EqualFold(got.Text(), want.Text())), nil
		}}, nil
	},
}

// A comparator that is a function of Go judges two values as in the run: where the label of another field
// changed the judgement is known, and where its own label changed it is not.
func TestFunctionsOfGoAreNotGuessed(t *testing.T) {
	right := documents(nil)
	run := func(n int, truths []string) reporttest.Evaluated {
		r := begun(n, truths, right)
		r.Spec, r.Custom = `fields: [{path: number, match: same_letters}, {path: total, match: numeric}]`, sameLetters
		return r
	}
	r := compare2(t, run(1, documents(some(0, 6, "999"))), run(2, right))
	assert.Equal(t, []string{"no significant change", "labels changed in 6 cases: +5.0 points macro F1, not counted"}, r.Headline())

	renamed := slices.Clone(right)
	renamed[0] = `{"number": "other", "total": 100}`
	r = compare2(t, run(1, renamed), run(2, right))
	assert.Equal(t, []string{"no significant change", "labels changed in 1 case, left out: a comparator that is a function of Go has not compared these values"}, r.Headline())
}

// The effect of labels is under the rules of the run itself, and no other number is.
func TestEffectOfLabelsIsUnderOldRules(t *testing.T) {
	right := documents(nil)
	old := begun(1, documents(some(0, 6, "999")), documents(some(0, 60, "100")))
	old.Spec = `fields: [{path: number}, {path: total, match: numeric, tolerance: 100}]`
	r := compare2(t, old, begun(2, right, right))
	assert.Contains(t, r.Headline(), "labels changed in 6 cases: +5.0 points macro F1, not counted", "100 is right within 100 of all totals")
	assert.Equal(t, "0.017", field(t, r, "total").Old().String(), "under the new rules 100 is right in one of 60 documents")

	old.Spec = `fields: [{path: number}, {path: total, match: ignore}]`
	r = compare2(t, begun(1, documents(some(0, 6, "999")), right), reporttest.Evaluated{
		Name: "ignoring", Spec: old.Spec, Truths: right, Answers: [][]string{right}, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC),
	})
	assert.Contains(t, r.Headline(), `labels changed in 6 cases, left out: only one spec ignores "total", and its records lack these truths`)
}

// Where the rules of this module have changed since the old run, its answers are not judged by others in passing.
func TestOldAnswersKeepTheirRules(t *testing.T) {
	right := documents(nil)
	old := begun(1, documents(some(0, 2, "999")), right)
	old.Edit = func(c *report.Case) {
		if c.ID == "doc-01" { // as if 999 against 101 had been right then
			c.Counts = slices.Clone(c.Counts)
			c.Counts[1].Counts = c.Counts[0].Counts
		}
	}
	r := compare2(t, old, begun(2, right, right))
	assert.Contains(t, r.Headline()[1], "labels changed in 2 cases: +0.8 points macro F1, not counted; 1 of them left out: rules have changed")
}

// Errors, trials and labels that are new: an old answer is judged by a truth that it did not have then.
func TestEveryTrialIsJudgedAgain(t *testing.T) {
	right, wrong := documents(nil), documents(some(0, 6, "999"))
	failing := slices.Clone(right)
	failing[0] = ""
	old := begun(1, wrong, right)
	old.Answers = append(old.Answers, failing)
	r := compare2(t, old, begun(2, right, right))
	s := r.Sets[0]
	assert.Equal(t, []string{"no significant change", "labels changed in 6 cases: +4.6 points macro F1, not counted"}, r.Headline())
	// By hand: of the first trial F1 of total was 54/60, of the other one, in which an answer is missing, 108/119.
	assert.InDelta(t, (1-54.0/60+118.0/119-108.0/119)/4, s.Relabelled.MacroF1.Value, 1e-12)
	assert.InDelta(t, 59.5, s.Passed.Old.Count, 1e-9)
	assert.InDelta(t, (1+2*59.0/119)/2, field(t, r, "total").Old().Value, 1e-9, "1 in the first trial, in the other one is missing")

	unlabelled := slices.Clone(right)
	for i := range 30 {
		unlabelled[i] = ""
	}
	r = compare2(t, begun(1, unlabelled, right), begun(2, right, documents(some(0, 12, "null"))))
	assert.Equal(t, "regressed: micro F1 1.000 → 0.947 (-0.053), macro F1 1.000 → 0.944 (-0.056), total 1.000 → 0.889 (-0.111), pass rate 1.000 → 0.800 (-0.200)", r.Headline()[0])
	assert.Equal(t, 30, r.Sets[0].Relabelled.Cases)
	assert.Equal(t, 60, field(t, r, "total").Cases)
}

// A newly labelled case whose old answer was not kept takes nothing away from the compared cases.
func TestLabelsThatAreNew(t *testing.T) {
	right := documents(nil)
	unlabelled := slices.Clone(right)
	for i := range 30 {
		unlabelled[i] = ""
	}
	old := begun(1, unlabelled, right)
	old.Options.MaxAnswerBytes = -1
	r := compare2(t, old, begun(2, right, right))
	assert.Equal(t, []string{diff.NoChange}, r.Headline())
	assert.Equal(t, 30, field(t, r, "total").Cases)
	assert.Equal(t, 60, r.Sets[0].Cases)
	assert.Contains(t, r.Sets[0].Warnings, diff.Warning{Kind: diff.DataChanged, Message: "30 cases have a truth in one run only: of these the invariants alone are compared"})
}

// Invariants are of answers: they stay unchanged, and are not lost.
func TestInvariantsStayAsTheyWere(t *testing.T) {
	right := documents(nil)
	spec := twoFields + "\ninvariants: [{name: positive, rule: total > 100}]"
	old, new := begun(1, documents(some(0, 6, "999")), right), begun(2, right, right)
	old.Spec, new.Spec = spec, spec
	r := compare2(t, old, new)
	row := field(t, r, "rule positive")
	assert.Equal(t, "0.983 0.983 60", fmt.Sprintf("%s %s %d", row.Old(), row.New(), row.Cases))
	assert.Equal(t, "59 of 60", fmt.Sprintf("%.0f of %d", r.Sets[0].Passed.Old.Count, r.Sets[0].Passed.Old.Of), "doc-00 breaks it")
}

// A measure by the old truth is compared with nothing.
func TestMeasuresOfOtherTruthsAreLeftOut(t *testing.T) {
	right := documents(nil)
	measured := func(r reporttest.Evaluated, sum float64) artifact.Source {
		r.Edit = func(c *report.Case) { c.Measures = []report.Measured{{Name: "closeness", Sum: sum, Weight: 1}} }
		source := r.Source(t)
		return rewritten(t, source, `"name":"invoices",`, `"name":"invoices","measures":[{"name":"closeness"}],`)
	}
	r := compareRuns(t, measured(begun(1, documents(some(0, 6, "999")), right), 0.5), measured(begun(2, right, right), 1), diff.Options{})
	require.Len(t, r.Sets[0].Measures, 1)
	assert.Equal(t, 54, r.Sets[0].Measures[0].Cases)
}

func rewritten(t *testing.T, s artifact.Source, from, to string) artifact.Source {
	t.Helper()
	in, err := s.Open()
	require.NoError(t, err)
	var b bytes.Buffer
	_, err = b.ReadFrom(in)
	require.NoError(t, err)
	require.Contains(t, b.String(), from)
	return reporttest.Source(s.Name, strings.ReplaceAll(b.String(), from, to))
}
