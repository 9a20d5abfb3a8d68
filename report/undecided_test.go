package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// without is a case without a truth, with the states of the invariants a and b.
func without(id string, trial int, a, b invariant.State) *report.Case {
	return &report.Case{ID: id, Trial: trial, Status: report.OK, Unlabelled: true, Invariants: []invariant.Result{{Name: "a", State: a}, {Name: "b", State: b}}}
}

func with(id string, a, b invariant.State) *report.Case {
	c := reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
	c.Verdict, c.Invariants = eval.Pass, without(id, 1, a, b).Invariants
	return c
}

func TestNothingJudgedIsNoPass(t *testing.T) {
	const holds, idle, broken, errored = invariant.Holds, invariant.NotApplicable, invariant.Broken, invariant.Errored
	failed := &report.Case{ID: "f", Trial: 1, Status: report.Error, Unlabelled: true, Verdict: eval.Fail}
	old := without("o", 1, idle, idle)
	old.Verdict = eval.Pass // as records had it
	measured := without("m", 1, idle, idle)
	measured.Measures = []report.Measured{{Name: "m", Sum: 1, Weight: 1}}
	blank := &report.Case{ID: "b", Trial: 1, Status: report.OK, Verdict: eval.Fail, Score: report.RatioOf(0, true)}
	for _, tt := range []struct {
		name     string
		optional []string
		cases    []*report.Case
		want     string
	}{
		{"no case", nil, nil, ""},
		{"both apply", nil, []*report.Case{with("x", holds, broken)}, ""},
		{"one is not applicable here and applies there", nil, []*report.Case{with("x", holds, idle), with("y", idle, holds)}, ""},
		{"one could not be judged", nil, []*report.Case{with("x", holds, errored)}, ""},
		{"one is idle", nil, []*report.Case{with("x", holds, idle), with("y", holds, idle)}, `the invariant "b" applied to none of 2 cases; if that may be so, mark it optional`},
		{"and optional", []string{"b"}, []*report.Case{with("x", holds, idle)}, ""},
		{"both are idle beside fields", []string{"a"}, []*report.Case{with("x", idle, idle)}, `the invariant "b" applied to none of 1 case; if that may be so, mark it optional`},
		{"both are optional beside fields", []string{"a", "b"}, []*report.Case{with("x", idle, idle)}, ""},
		{"in one trial", nil, []*report.Case{without("x", 1, idle, holds), without("x", 2, holds, holds)}, ""},
		{"nothing judged", nil, []*report.Case{without("x", 1, idle, idle), without("y", 1, idle, idle)}, "nothing judged any of 2 cases: none has a truth, and no invariant applied"},
		{"in two trials", nil, []*report.Case{without("x", 1, idle, idle), without("x", 2, idle, idle)}, "nothing judged any of 2 answers: none has a truth, and no invariant applied"},
		{"one is idle in two trials", nil, []*report.Case{without("x", 1, holds, idle), without("x", 2, holds, idle)}, `the invariant "b" applied to none of 2 answers; if that may be so, mark it optional`},
		{"one case", []string{"a", "b"}, []*report.Case{without("x", 1, idle, idle)}, "nothing judged the only case: none has a truth, and no invariant applied"},
		{"of a record of before", nil, []*report.Case{old}, "nothing judged the only case: none has a truth, and no invariant applied"},
		{"no field was compared", nil, []*report.Case{blank}, "nothing judged the only case: no field was compared, and no invariant applied"},
		{"beside one that has a truth", []string{"a", "b"}, []*report.Case{without("x", 1, idle, idle), with("y", idle, idle)}, ""},
		{"something was measured", []string{"a", "b"}, []*report.Case{measured}, ""},
		{"all have failed", nil, []*report.Case{failed}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := reporttest.Summarize(t, summarize.Options{Dataset: "d", Invariants: []string{"a", "b"}, OptionalInvariants: tt.optional}, tt.cases...)
			assert.Equal(t, tt.want, s.Nonsense())
			result, err := report.Gate{}.Check(s)
			require.NoError(t, err)
			assert.Equal(t, tt.want, result.NotEvaluable)
			assert.False(t, tt.want != "" && result.Passed)
			reporttest.Line(t, s)
		})
	}
}

// Which name nobody has stands after the invariant that applied to nothing.
func TestNothingJudgedNamesTheName(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d", Invariants: []string{"a", "b"}}, without("x", 1, invariant.Holds, invariant.NotApplicable))
	s.SetPreflight(preflight.Evidence{Answers: 1, Invariants: []preflight.Invariant{{Name: "b", Names: map[string]int{"gross": 0}}}})
	assert.Equal(t, `the invariant "b" applied to none of 1 case; the invariant "b" names "gross", which neither the spec nor any answer has (1 answer seen); if that may be so, mark it optional`, s.Nonsense())
}

func TestCasesThatNothingJudged(t *testing.T) {
	const holds, idle = invariant.Holds, invariant.NotApplicable
	for _, tt := range []struct {
		name             string
		c                *report.Case
		unjudged, passes bool
	}{
		{"nothing applies", without("x", 1, idle, idle), true, false},
		{"one applies", without("x", 1, holds, idle), false, false}, // its verdict is not set
		{"with a truth", with("x", idle, idle), false, true},
		{"skipped", &report.Case{Status: report.Skipped, Unlabelled: true}, false, false},
		{"failed", &report.Case{Status: report.Error, Unlabelled: true}, false, false},
	} {
		assert.Equal(t, tt.unjudged, tt.c.Unjudged(), tt.name)
		assert.Equal(t, tt.passes, tt.c.Passes(), tt.name)
	}
	e, err := eval.Spec{Invariants: []eval.Invariant{{Name: "a", Rule: "total == net"}}}.Compile()
	require.NoError(t, err)
	for answer, want := range map[string]eval.Verdict{`{}`: "", `{"total":1,"net":1}`: eval.Pass, `{"total":1,"net":2}`: eval.Fail, `{`: eval.Fail} {
		r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: answer})
		require.NoError(t, err)
		c := report.NewCase(report.Observation{ID: "x", Result: &r, Unlabelled: true}, report.CaseOptions{})
		assert.Equal(t, want, c.Verdict, answer)
		assert.Equal(t, want == "", c.Unjudged(), answer)
		reporttest.Line(t, c)
	}
}

// The basis of a gate states how many of the cases have a truth.
func TestGateSaysHowManyAreLabelled(t *testing.T) {
	for want, r := range map[string]report.GateResult{
		"d: gate passed over 8 cases":                                    {Cases: 8},
		"d: gate passed over 1 labelled of 8 cases":                      {Cases: 8, Unlabelled: 7},
		"d: gate passed over 8 cases without a truth":                    {Cases: 8, Unlabelled: 8},
		"d: gate passed over 1 case without a truth in each of 2 trials": {Cases: 1, Unlabelled: 1, Trials: 2},
	} {
		r.Dataset, r.Passed = "d", true
		assert.Equal(t, want, r.String())
	}
}
