package internal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

var ruled = report.Dataset{Name: "invoices", Attributes: []string{"number", "total"}, Invariants: []string{"shape", "adds_up"}, SpecHash: "s1"}

// checked has 40 cases whose fields are all right, and of which the first so many break
// adds_up; of the last it is not applicable.
func checked(broken int) []report.Case {
	all := cases(40, func(int) []diffLeaf { return []diffLeaf{diffRight("number"), diffRight("total")} })
	for i := range all {
		adds := invariant.Result{Name: "adds_up", State: invariant.Holds}
		switch {
		case i == 39:
			adds.State = invariant.NotApplicable
		case i < broken:
			adds.State, adds.Note = invariant.Broken, "total 3, net + tax 2"
		}
		all[i].Invariants = []invariant.Result{{Name: "shape", State: invariant.Holds}, adds}
	}
	return all
}

// Of 39 answers that add up 12 do no longer: 39/39 to 27/39, by McNemar's exact test of 12
// against 0, which is 2·2^-12. Nothing else changed.
func TestInvariantThatRegressed(t *testing.T) {
	old, new := artifactOf(t, ruled, checked(0)...), artifactOf(t, ruled, checked(12)...)
	r := compareRuns(t, old, new, diff.Options{})
	s := r.Sets[0]
	require.Len(t, s.Fields, 4)
	assert.Equal(t, []string{"number", "total", "rule shape", "rule adds_up"}, []string{s.Fields[0].Name, s.Fields[1].Name, s.Fields[2].Name, s.Fields[3].Name})
	row := field(t, r, "rule adds_up")
	assert.True(t, row.Kind == report.KindInvariant)
	assert.Equal(t, diff.Regressed, row.Verdict)
	assert.Equal(t, "1.000 0.692", row.Old().String()+" "+row.New().String())
	assert.InDelta(t, -12.0/39, row.Delta.Value, 1e-12)
	assert.Equal(t, []int{39, 12, 0}, []int{row.Cases, row.Broken, row.Fixed})
	require.Len(t, row.Tests, 1)
	assert.InDelta(t, 2.0/4096, row.Tests[0].P, 1e-12)
	assert.Equal(t, []string{"regressed: rule adds_up 1.000 → 0.692 (-0.308), pass rate 1.000 → 0.700 (-0.300)"}, r.Headline())
	assert.True(t, r.Regressed())
	for _, same := range []diff.Row{s.Micro, s.Macro, field(t, r, "total"), field(t, r, "rule shape")} {
		assert.False(t, same.Changed(), same.Name)
		assert.Equal(t, report.RatioOf(1, true), same.New(), same.Name)
	}
	assert.Equal(t, 12.0, s.Passed.Old.Count-s.Passed.New.Count, "they pass no more")
	require.Len(t, s.Broken.Cases, 10)
	assert.Equal(t, 2, s.Broken.More)
	assert.Equal(t, []diff.FieldChange{{Field: "rule adds_up", Worse: true, Trial: 1, Values: []diff.ValueChange{{
		Path: "rule adds_up", Old: diff.Value{Outcome: metrics.Match, Got: `"holds"`},
		New: diff.Value{Outcome: metrics.Wrong, Got: `"broken: total 3, net + tax 2"`}, Want: `"holds"`,
	}}}}, s.Broken.Cases[0].Fields)

	r = compareRuns(t, old, new, diff.Options{MaxDrop: 0.31})
	assert.False(t, r.Regressed(), "the drop is let pass")
	r = compareRuns(t, new, old, diff.Options{})
	assert.Equal(t, []string{"improved: rule adds_up 0.692 → 1.000 (+0.308), pass rate 0.700 → 1.000 (+0.300)"}, r.Headline())
	r = compareRuns(t, old, artifactOf(t, ruled, checked(2)...), diff.Options{})
	assert.Equal(t, []string{diff.NoChange}, r.Headline())

	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, compareRuns(t, old, new, diff.Options{}), view.Screen{}))
	assert.Regexp(t, `(?m)^invariant +old +new +delta +95% interval +p +n +broken +fixed +finds$`, b.String())
	assert.Regexp(t, `(?m)^rule adds_up +1\.000 +0\.692 +-0\.308 .* 39 +12 +· +0\.\d+$`, b.String())
}

// By whatever convention wrong values count, the rate is that which holds.
func TestInvariantsHaveNoPolicy(t *testing.T) {
	ds := ruled
	ds.Policy = metrics.WrongFN
	r := compareRuns(t, artifactOf(t, ds, checked(0)...), artifactOf(t, ds, checked(12)...), diff.Options{})
	assert.Equal(t, "0.692", field(t, r, "rule adds_up").New().String())
}

// A field that is called like the metric of an invariant is another row.
func TestFieldCalledLikeAnInvariant(t *testing.T) {
	all := cases(40, func(int) []diffLeaf { return []diffLeaf{diffRight("rule adds_up")} })
	for i := range all {
		all[i].Invariants = []invariant.Result{{Name: "adds_up", State: invariant.Broken}}
	}
	source := artifactOf(t, ruled, all...)
	s := compareRuns(t, source, source, diff.Options{}).Sets[0]
	require.Len(t, s.Fields, 2)
	assert.Equal(t, []bool{false, true}, []bool{s.Fields[0].Kind == report.KindInvariant, s.Fields[1].Kind == report.KindInvariant})
	assert.Equal(t, report.RatioOf(1, true), s.Micro.New())
}

// A case that has a truth in one run only is told, and compared by its invariants alone: taking the
// truth away does not fix its mistakes. Of so many cases nothing can be concluded.
func TestTruthInOneRunOnly(t *testing.T) {
	before, after := checked(0), checked(0)
	for i := range 20 {
		before[i] = case1(before[i].ID, wrong("number"), diffRight("total"))
		before[i].Invariants = after[i].Invariants
		after[i].Unlabelled, after[i].Counts, after[i].Fields, after[i].Score, after[i].DataHash = true, nil, nil, report.Ratio{}, "0000000000000000"
		after[i].Verdict = eval.Pass
	}
	r := compareRuns(t, artifactOf(t, ruled, before...), artifactOf(t, ruled, after...), diff.Options{})
	s := r.Sets[0]
	assert.Equal(t, []string{
		"not evaluable: invoices: labels changed in 20 cases of 40 that cannot be judged by one truth: their truth was removed; run the earlier state again on today's labels",
		"labels changed in 20 cases, left out: their truth was removed",
	}, r.Headline())
	assert.Equal(t, 20, field(t, r, "number").Cases)
	assert.Equal(t, report.RatioOf(1, true), field(t, r, "number").Old())
	assert.Equal(t, 39, field(t, r, "rule adds_up").Cases)
	assert.Equal(t, 0, s.Fixed.Total())
	assert.Equal(t, []diff.Warning{{Kind: diff.DataChanged, Message: "20 cases have a truth in one run only: of these the invariants alone are compared"}}, s.Warnings)
}

// Runs without any truth are compared by their invariants.
func TestNoTruthInEitherRun(t *testing.T) {
	strip := func(all []report.Case) []report.Case {
		for i := range all {
			all[i].Unlabelled, all[i].Counts, all[i].Fields, all[i].Score = true, nil, nil, report.Ratio{}
		}
		return all
	}
	r := compareRuns(t, artifactOf(t, ruled, strip(checked(0))...), artifactOf(t, ruled, strip(checked(12))...), diff.Options{})
	assert.Equal(t, []string{"regressed: rule adds_up 1.000 → 0.692 (-0.308), pass rate 1.000 → 0.700 (-0.300)"}, r.Headline())
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	assert.NotContains(t, b.String(), "micro F1  ")
}

// An invariant that no answer keeps any more has the rate 0, which an F1 without a match
// would not have.
func TestInvariantThatNeverHolds(t *testing.T) {
	r := compareRuns(t, artifactOf(t, ruled, checked(0)...), artifactOf(t, ruled, checked(39)...), diff.Options{})
	row := field(t, r, "rule adds_up")
	assert.Equal(t, "1.000 0.000", row.Old().String()+" "+row.New().String())
	assert.InDelta(t, -1, row.Delta.Value, 1e-12)
	assert.Equal(t, []string{"regressed: rule adds_up 1.000 → 0.000 (-1.000), pass rate 1.000 → 0.025 (-0.975)"}, r.Headline())
}
