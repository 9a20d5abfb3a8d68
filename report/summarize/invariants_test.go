package summarize_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// checked is a case of which invariants were judged: "adds_up holds", say.
func checked(id string, trial int, states ...invariant.Result) *report.Case {
	c := reporttest.Counted(id, trial, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
	c.Verdict, c.Invariants = eval.Pass, states
	return c
}

func addsUp(s invariant.State) invariant.Result { return invariant.Result{Name: "adds_up", State: s} }

// TestInvariantsByHand: of 30 answers 27 hold, two are broken and one has no total. Wilson's
// interval of 27 of 29 at z = 1.95996 is (0.931034 + 0.066232 ± 0.113545) / 1.132464.
func TestInvariantsByHand(t *testing.T) {
	var cases []*report.Case
	for i := range 30 {
		state := invariant.Holds
		switch i {
		case 3, 4:
			state = invariant.Broken
		case 5:
			state = invariant.NotApplicable
		}
		cases = append(cases, checked(fmt.Sprint("c", i), 1, addsUp(state)))
	}
	cases = append(cases, checked("judge", 1, addsUp(invariant.Errored)))
	s := reporttest.Summarize(t, summarize.Options{Dataset: "invoices", Invariants: []string{"shape", "adds_up"}}, cases...)
	reporttest.Line(t, s)
	require.Len(t, s.Invariants, 2)
	assert.Equal(t, report.Invariant{Name: "shape"}, s.Invariants[0], "declared, and of no answer")
	got := s.Invariants[1]
	rate := s.Number("rule adds_up")
	assert.InDelta(t, 27.0/29, rate.Value.Value, 1e-12)
	assert.InDelta(t, 0.78035, rate.Low.Value, 1e-4)
	assert.InDelta(t, 0.98087, rate.High.Value, 1e-4)
	assert.False(t, rate.Approximate)
	assert.Equal(t, report.Invariant{Name: "adds_up", Holds: 27, Broken: 2, NotApplicable: 1, Errored: 1}, got)
	assert.Equal(t, []report.InvariantCounts{{}, {Holds: 27, Broken: 2, NotApplicable: 1, Errored: 1}}, s.Trials[0].Invariants)
	assert.Equal(t, report.CaseCount{OK: 31, Pass: 31, Broken: 3}, s.Cases())
	assert.Equal(t, 1, s.Errors(), "the one that could not be judged")
	assert.Equal(t, 1.0, s.Number("micro F1").Value.Value, "in no number of the fields")

	none := reporttest.Summarize(t, summarize.Options{Resamples: -1}, cases...)
	assert.Equal(t, report.Ratio{}, none.Number("rule adds_up").Low, "intervals were not asked for")
}

// TestInvariantsOfTrials: 20 documents, of which the same 10 hold in both trials and 5 more in the
// first: 15/20 and 10/20. The interval is of 0.625 of 20 documents, not of 40.
func TestInvariantsOfTrials(t *testing.T) {
	var cases []*report.Case
	for i := range 20 {
		for trial := range 2 {
			state := invariant.Broken
			if i < 10 || i < 15 && trial == 0 {
				state = invariant.Holds
			}
			cases = append(cases, checked(fmt.Sprint("c", i), trial+1, addsUp(state)))
		}
	}
	sum := reporttest.Summarize(t, summarize.Options{}, cases...)
	assert.Equal(t, 12.5, sum.Invariants[0].Holds)
	assert.Equal(t, 7.5, sum.Invariants[0].Broken)
	got := sum.Number("rule adds_up")
	assert.InDelta(t, 0.625, got.Value.Value, 1e-12)
	assert.Equal(t, []report.Ratio{report.RatioOf(0.5, true), report.RatioOf(0.75, true)}, []report.Ratio{got.Min, got.Max})
	// (0.625 + 0.096036 ± 1.95996·sqrt(0.01171875 + 0.0024009)) / 1.192073
	assert.InDelta(t, 0.40948, got.Low.Value, 1e-4)
	assert.InDelta(t, 0.80022, got.High.Value, 1e-4)

	cases = append(cases, checked("none", 3, addsUp(invariant.NotApplicable)))
	sum = reporttest.Summarize(t, summarize.Options{}, cases...)
	assert.Equal(t, report.Ratio{}, sum.Number("rule adds_up").Value, "undefined in a trial")
}

func TestInvariantsOfSlices(t *testing.T) {
	a, b := checked("a", 1, addsUp(invariant.Broken)), checked("b", 1, addsUp(invariant.Holds))
	a.Tags = map[string]string{"vendor": "acme"}
	s := reporttest.Summarize(t, summarize.Options{Slices: []string{"vendor=acme"}}, a, b)
	part, ok := s.Slice("vendor=acme")
	require.True(t, ok)
	assert.Equal(t, report.RatioOf(0, true), part.Number("rule adds_up").Value)
	assert.Equal(t, report.RatioOf(0.5, true), s.Number("rule adds_up").Value)
}

// A case without a truth counts as a case, and in no number of the fields.
func TestUnlabelledCases(t *testing.T) {
	seen := func(id string, states ...invariant.Result) *report.Case {
		c := report.NewCase(report.Observation{ID: id, Unlabelled: true, Result: &eval.Result{Invariants: states}}, report.CaseOptions{})
		return &c
	}
	s := reporttest.Summarize(t, summarize.Options{},
		checked("right", 1, addsUp(invariant.Holds)),
		seen("good", addsUp(invariant.Holds)), seen("bad", addsUp(invariant.Broken)), seen("unknown", addsUp(invariant.Errored)))
	assert.Equal(t, report.CaseCount{OK: 4, Pass: 2, Fail: 2, Unlabelled: 3}, s.Cases())
	assert.Equal(t, "labelled 1 of 4", terminal.Labelled(s.Cases()))
	assert.Equal(t, report.RatioOf(1, true), s.Number("mean score").Value)
	assert.EqualValues(t, 1, s.Attributes[0].Support)
}

// A case that breaks an invariant is among the worst by the share that holds, though its fields may
// all be right; a case that keeps all has its score alone.
func TestWorstCasesByInvariants(t *testing.T) {
	half := checked("half", 1, addsUp(invariant.Holds), invariant.Result{Name: "shape", State: invariant.Broken, Note: "extra key"})
	poor := reporttest.Counted("poor", 1, 0.6, reporttest.Row("total", metrics.Counts{Wrong: 1}))
	poor.Misses = []string{"total"}
	none := &report.Case{ID: "none", Trial: 1, Status: report.OK, Verdict: eval.Fail, Unlabelled: true, Invariants: []invariant.Result{addsUp(invariant.Broken)}}
	fine := checked("fine", 1, addsUp(invariant.Holds))
	s := reporttest.Summarize(t, summarize.Options{}, fine, poor, half, none)
	require.Equal(t, []string{"none", "half", "poor"}, worstIDs(s))
	assert.True(t, s.WorstCases[0].Unlabelled)
	assert.Equal(t, []invariant.Result{{Name: "shape", State: invariant.Broken, Note: "extra key"}}, s.WorstCases[1].Broken)
	assert.Equal(t, report.RatioOf(0.5, true), s.WorstCases[1].Holding)
	assert.Equal(t, 1.0, s.WorstCases[1].Score)
	assert.Equal(t, report.Ratio{}, s.WorstCases[2].Holding)
	reporttest.Line(t, s)
}

func TestFactsOfInvariantsThatAreNone(t *testing.T) {
	s := summarize.New(summarize.Options{Dataset: "invoices"})
	require.NoError(t, s.Add(checked("a", 1, addsUp(invariant.Holds))))
	text, err := json.Marshal(s)
	require.NoError(t, err)
	const counts = `"invariants":{"adds_up":{"holds":1,"broken":0,"not_applicable":0,"errored":0}}`
	require.Contains(t, string(text), counts)
	for _, tt := range []struct{ invariants, want string }{
		{`"invariants":{"adds_up":{"holds":-1}}`, `report: facts of data set "invoices": trial 1: counts of invariant "adds_up": want a name, and counts of 0 or more`},
		{`"invariants":{"":{"holds":1}}`, `report: facts of data set "invoices": trial 1: counts of invariant "": want a name, and counts of 0 or more`},
		{`"invariants":{"x":null}`, `report: facts of data set "invoices": trial 1: counts of invariant "x": want a name, and counts of 0 or more`},
	} {
		changed := replaceOnce(t, string(text), counts, tt.invariants)
		assert.EqualError(t, new(summarize.Summarizer).UnmarshalJSON([]byte(changed)), tt.want)
	}
}

func replaceOnce(t *testing.T, text, old, new string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, old))
	return strings.Replace(text, old, new, 1)
}

// A case without a truth is not a document of the fields' intervals: of one nothing is known.
func TestUnlabelledCasesAreNoDocuments(t *testing.T) {
	unlabelled := &report.Case{ID: "b", Trial: 1, Status: report.OK, Verdict: eval.Pass, Unlabelled: true}
	wrong := reporttest.Counted("a", 1, 0, reporttest.Row("total", metrics.Counts{Wrong: 1}))
	s := reporttest.Summarize(t, summarize.Options{}, wrong, unlabelled)
	assert.Equal(t, report.RatioOf(0, true), s.Number("macro F1").Value)
	assert.Equal(t, report.Ratio{}, s.Number("macro F1").Low)
	alone := reporttest.Summarize(t, summarize.Options{}, wrong)
	assert.Equal(t, alone.Attributes, s.Attributes)
}

// A record without a truth that has counts all the same is resampled with its counts: they do not
// go to the next case, whose place in the file would then matter.
func TestCountsOfUnlabelledCasesAreTheirOwn(t *testing.T) {
	var all []*report.Case
	for i := range 12 {
		counts := metrics.Counts{Match: 1}
		if i%4 == 0 {
			counts = metrics.Counts{Wrong: 1}
		}
		c := reporttest.Counted(string(rune('a'+i)), 1, 1, reporttest.Row("total", counts))
		c.Unlabelled = i%3 == 0
		all = append(all, c)
	}
	want := reporttest.Summarize(t, summarize.Options{}, all...).Number("micro F1")
	slices.Reverse(all)
	assert.Equal(t, want, reporttest.Summarize(t, summarize.Options{}, all...).Number("micro F1"))
	for _, c := range all {
		c.Unlabelled = false
	}
	assert.Equal(t, want, reporttest.Summarize(t, summarize.Options{}, all...).Number("micro F1"))
}
