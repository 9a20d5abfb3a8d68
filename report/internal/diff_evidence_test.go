package internal_test

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// breaking returns 40 cases of a field, of which the first are wrong.
func breaking(wrongs int) []report.Case {
	return cases(40, func(i int) []diffLeaf {
		if i < wrongs {
			return []diffLeaf{wrong("total")}
		}
		return []diffLeaf{diffRight("total")}
	})
}

// repeated adds a second trial of each case, which ended as the first did.
func repeated(all []report.Case) []report.Case {
	for _, c := range all[:len(all):len(all)] {
		c.Trial = 2
		all = append(all, c)
	}
	return all
}

// The averages of a data set with one field, and its pass rate if the same cases changed, are no hypotheses of their own.
func TestOneFieldIsOneHypothesis(t *testing.T) {
	old, new := artifactOf(t, invoiceSet, breaking(0)...), artifactOf(t, invoiceSet, breaking(8)...)
	r := compareRuns(t, old, new, diff.Options{})
	s := r.Sets[0]
	assert.Equal(t, []any{1, 1}, []any{r.Tests, s.Tests})
	for _, row := range []diff.Row{s.Micro, s.Macro, s.PassRate} {
		require.Len(t, row.Tests, 1)
		assert.True(t, row.Tests[0].Sole, row.Name)
		assert.InDelta(t, 1./128, row.Tests[0].Adjusted, 1e-12, row.Name)
		assert.True(t, row.Tests[0].Significant, row.Name)
	}
	lenient := breaking(8)
	lenient[0].Verdict = eval.Pass
	s = compareRuns(t, old, artifactOf(t, invoiceSet, lenient...), diff.Options{}).Sets[0]
	assert.False(t, s.PassRate.Tests[0].Sole, "one of the cases passes all the same")
}

// The test is named after McNemar if every case has one value in one trial.
func TestMethodOfATest(t *testing.T) {
	listed := breaking(8)
	for i := range listed {
		listed[i].Counts[0].Counts = listed[i].Counts[0].Counts.Plus(metrics.Counts{Match: 1})
	}
	whole := cases(40, func(int) []diffLeaf { return []diffLeaf{diffRight("total"), diffRight("total")} })
	for _, tt := range []struct {
		reason   string
		old, new []report.Case
		want     [2]estimate.Method // of the field and of the pass rate
	}{
		{"one value", breaking(0), breaking(8), [2]estimate.Method{diff.McNemar, diff.McNemar}},
		{"two values", whole, listed, [2]estimate.Method{diff.SignFlip, diff.McNemar}},
		{"two trials", repeated(breaking(0)), repeated(breaking(8)), [2]estimate.Method{diff.SignFlip, diff.SignFlip}},
		{"two trials of one run", breaking(0), repeated(breaking(8)), [2]estimate.Method{diff.SignFlip, diff.SignFlip}},
	} {
		for _, all := range [][]report.Case{tt.old, tt.new} { // a second field, so that the pass rate is a hypothesis of its own
			for i := range all {
				all[i].Counts = append(all[i].Counts, metrics.Row{Attribute: "number", Counts: metrics.Counts{Match: 1}})
			}
		}
		r := compareRuns(t, artifactOf(t, invoiceSet, tt.old...), artifactOf(t, invoiceSet, tt.new...), diff.Options{})
		assert.Equal(t, tt.want, [2]estimate.Method{field(t, r, "total").Tests[0].Method, r.Sets[0].PassRate.Tests[0].Method}, tt.reason)
	}
}

// A trial that ends as the first did changes no number of a pass rate.
func TestPassRateOfEqualTrials(t *testing.T) {
	rate := func(old, new []report.Case) diff.Row {
		return compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0].PassRate
	}
	one, two := rate(breaking(2), breaking(10)), rate(repeated(breaking(2)), repeated(breaking(10)))
	assert.Equal(t, []any{one.Old(), one.New(), one.Delta, one.Broken, one.Detectable}, []any{two.Old(), two.New(), two.Delta, two.Broken, two.Detectable})
	assert.InDelta(t, one.Low.Value, two.Low.Value, 1e-12)
	assert.InDelta(t, one.High.Value, two.High.Value, 1e-12)
	assert.InDelta(t, one.Tests[0].P, two.Tests[0].P, 1e-12)
}

// A run of unequal trials is tested by the trials: a case of three trials beside one of one.
func TestUnequalTrialsAreTested(t *testing.T) {
	new := append(breaking(10), repeated(breaking(10)[:20])[20:]...)
	r := compareRuns(t, artifactOf(t, invoiceSet, breaking(0)...), artifactOf(t, invoiceSet, new...), diff.Options{})
	assert.Less(t, field(t, r, "total").Tests[0].P, 0.01)
	assert.Less(t, r.Sets[0].PassRate.Tests[0].P, 0.01)
	assert.Equal(t, diff.Regressed, r.Sets[0].Verdict)
}

// Of a case with a truth in one run only, the invariants alone are compared.
func TestCasesWithATruthInOneRun(t *testing.T) {
	all := func(unlabelled int) artifact.Source {
		list := breaking(0)
		for i := range list {
			list[i].Invariants = []eval.InvariantResult{{Name: "sums", State: eval.Holds}}
			if list[i].Unlabelled = i < unlabelled; list[i].Unlabelled {
				list[i].Counts, list[i].Fields = []metrics.Row{{Attribute: "number", Counts: metrics.Counts{Match: 1}}}, nil
			}
		}
		ds := invoiceSet
		ds.Invariants = []string{"sums"}
		return artifactOf(t, ds, list...)
	}
	r := compareRuns(t, all(0), all(3), diff.Options{})
	assert.Equal(t, []int{37, 40, 37}, []int{field(t, r, "total").Cases, field(t, r, "rule sums").Cases, r.Sets[0].PassRate.Cases})
	assert.Len(t, r.Sets[0].Fields, 2, "what stands beside no truth is no field")
	assert.Contains(t, r.Sets[0].Warnings, diff.Warning{Kind: diff.DataChanged, Message: "3 cases have a truth in one run only: of these the invariants alone are compared"})
}

// With a thousand fields there are no intervals.
func TestTooManyFieldsForIntervals(t *testing.T) {
	for _, tt := range []struct {
		fields int
		want   string
	}{{999, ""}, {1000, "1000 fields in 2 trials are too many for intervals: changes are tested only"}} {
		c := report.Case{ID: "x", Trial: 1, Status: report.OK, Verdict: eval.Pass, DataHash: "0123456789abcdef"}
		for i := range tt.fields {
			c.Counts = append(c.Counts, metrics.Row{Attribute: fmt.Sprint("f", i), Counts: metrics.Counts{Match: 1}})
		}
		one := artifactOf(t, report.Dataset{Name: "invoices"}, c)
		s := compareRuns(t, one, one, diff.Options{Resamples: 20}).Sets[0]
		got := ""
		for _, w := range s.Warnings {
			if w.Kind == diff.Bounded {
				got = w.Message
			}
		}
		assert.Equal(t, tt.want, got)
	}
}

// Few cases are a reason for doubt, and so are none.
func TestFewCasesAreAWarning(t *testing.T) {
	of := func(n int) artifact.Source { return artifactOf(t, invoiceSet, breaking(0)[:n]...) }
	for n, want := range map[int]bool{29: true, 30: false} {
		few := false
		for _, w := range compareRuns(t, of(n), of(n), diff.Options{}).Sets[0].Warnings {
			few = few || w.Kind == diff.FewCases
		}
		assert.Equal(t, want, few)
	}
	other := breaking(0)[:1]
	other[0].DataHash = "feed"
	s := compareRuns(t, of(1), artifactOf(t, invoiceSet, other...), diff.Options{}).Sets[0]
	assert.Contains(t, s.Warnings, diff.Warning{Kind: diff.FewCases, Message: "every case that is in both runs is left out: nothing was compared"})
}

// Spending is compared if both runs report it. The interval of one case is unknown, of two that did not change it is 0.
func TestSpendingOfFewCases(t *testing.T) {
	one := func(int) float64 { return 1 }
	none := func(int) float64 { return -1 }
	second := func(int) time.Duration { return time.Second }
	usage := func(old, new []report.Case) []diff.Row {
		return compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0].Usage
	}
	assert.Empty(t, usage(spending(3, one, second), spending(3, none, second)))
	assert.Empty(t, usage(spending(3, none, second), spending(3, one, second)))
	for n, defined := range map[int]bool{1: false, 2: true} {
		rows := usage(spending(n, one, second), spending(n, one, second))
		require.Len(t, rows, 3)
		assert.Equal(t, defined, rows[0].Low.Defined && rows[0].High.Defined, n)
	}
}

// Two runs of a data set in one file that share cases have no numbers.
func TestMixedRunsHaveNoNumbers(t *testing.T) {
	read := func(s artifact.Source) string {
		f, err := s.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(f)
		require.NoError(t, err)
		return string(text)
	}
	a, b := artifactOf(t, invoiceSet, threeRight...), artifactOf(t, invoiceSet, threeRight...)
	mixed := diffText("invoices.jsonl", []byte(read(a)+read(b)))
	s := compareRuns(t, a, mixed, diff.Options{}).Sets[0]
	assert.Zero(t, s.Cases)
	assert.NotEmpty(t, s.NotEvaluable)
	// Shards in one file share none.
	shards := diffText("invoices.jsonl", []byte(read(artifactOf(t, invoiceSet, threeRight[:2]...))+read(artifactOf(t, invoiceSet, threeRight[2:]...))))
	assert.Equal(t, 3, compareRuns(t, a, shards, diff.Options{}).Sets[0].Cases)
}

// Drafts by the system that they judge say nothing of it, unless a limit decides how many there may be. The truths are those of
// the run that began last.
func TestDraftsOfTheSystem(t *testing.T) {
	of := func(hour int, model string, own bool, gate *report.Gate, from map[string]string) artifact.Source {
		all := slices.Clone(threeRight)
		for i := range all[:2] {
			all[i].OwnDraft = own
			all[i].Label = &dataset.Label{LabelPart: dataset.LabelPart{State: dataset.Draft, By: "ann", From: &dataset.LabelOrigin{Labels: from}}}
		}
		ds := invoiceSet
		ds.Gate = gate
		return began(t, hour, rewritten(t, artifactOf(t, ds, all...), `"repetition":1`, `"repetition":1,"labels":{"model":"`+model+`"}`))
	}
	x, other := map[string]string{"model": "x"}, map[string]string{"model": "z"}
	const drafts = ": 2 of 3 truths are drafts of the system that is judged: review them (evalreport review, accept), label the run if it is of another system, or set a maximum of \"own drafts\" over all cases"
	limit := &report.Gate{Limits: []report.Limit{{Metric: dataset.OwnDraftsMetric, Is: report.AtMost, Value: 5}}}
	for _, tt := range []struct {
		reason   string
		old, new artifact.Source
		want     string
	}{
		{"drafts of another system", of(8, "x", false, nil, other), of(9, "y", false, nil, other), ""},
		{"of the new one, as its record says", of(8, "x", false, nil, other), of(9, "y", true, nil, other), "the new run" + drafts},
		{"of the new one by its labels", of(8, "y", false, nil, x), of(9, "x", false, nil, x), "the new run" + drafts},
		{"of the old one by its labels", of(8, "x", false, nil, x), of(9, "y", false, nil, x), "the old run" + drafts},
		{"of the old one, as the old record says: its truths judge nothing", of(8, "x", true, nil, other), of(9, "y", false, nil, other), ""},
		{"with a limit on them", of(8, "x", false, nil, x), of(9, "y", false, limit, x), ""},
	} {
		s := compareRuns(t, tt.old, tt.new, diff.Options{}).Sets[0]
		assert.Equal(t, tt.want, s.NotEvaluable, tt.reason)
	}
	s := compareRuns(t, of(8, "x", false, nil, other), artifactOf(t, invoiceSet, threeRight...), diff.Options{}).Sets[0]
	assert.Contains(t, s.Warnings, diff.Warning{Kind: diff.Drafted, Message: "the old run: 2 of 3 truths are drafts, which nobody has reviewed"})
	gone := compareRuns(t, of(8, "x", false, nil, other), artifactOf(t, report.Dataset{Name: "receipts"}, threeRight...), diff.Options{}).Sets[0]
	assert.Contains(t, gone.Warnings, diff.Warning{Kind: diff.Drafted, Message: "2 of 3 truths are drafts, which nobody has reviewed"})
}

// Of more than 64 trials the first are compared, and of the cases in others ten are listed.
func TestTrialsBeyondTheBound(t *testing.T) {
	var all []report.Case
	for trial := range 76 {
		all = append(all, caseN("x", trial+1, diffRight("total")))
	}
	s := compareRuns(t, artifactOf(t, invoiceSet, all...), artifactOf(t, invoiceSet, all[:1]...), diff.Options{}).Sets[0]
	assert.Equal(t, [2]int{64, 1}, s.Trials)
	var messages []string
	for _, w := range s.Warnings {
		if w.Kind == diff.TrialsDiffer {
			messages = append(messages, w.Message)
		}
	}
	require.Len(t, messages, 12)
	assert.Equal(t, `invoices.jsonl:67: case "x": only the first 64 trials are compared`, messages[0])
	assert.Equal(t, "… and 2 more of this kind", messages[10])
	assert.Equal(t, "the old run has 64 trials, the new one 1", messages[11])
}

// The values of a case begin with those that changed as their field did. A leaf that one record lacks changed if it is a mistake
// in the other.
func TestOrderOfChangedValues(t *testing.T) {
	leaf := func(path string, outcome metrics.Outcome) runs.Leaf {
		return runs.Leaf{Field: "a[]", LeafKey: runs.LeafKey{Path: path}, Outcome: outcome}
	}
	leaves := [2][]runs.Leaf{
		{leaf("a[0]", metrics.Wrong), leaf("a[1]", metrics.Match), leaf("a[2]", metrics.Match), leaf("a[3]", metrics.Missing), leaf("a[4]", metrics.Match)},
		{leaf("a[0]", metrics.Match), leaf("a[1]", metrics.Wrong), leaf("a[2]", metrics.Match), leaf("a[5]", metrics.Wrong), leaf("a[6]", metrics.Match)},
	}
	for worse, want := range map[bool][]string{true: {"a[1]", "a[5]", "a[0]", "a[3]"}, false: {"a[0]", "a[3]", "a[1]", "a[5]"}} {
		var paths []string
		for _, c := range runs.Changes(leaves, worse) {
			paths = append(paths, cmp.Or(c.New.Path, c.Old.Path))
		}
		assert.Equal(t, want, paths)
	}
}

// A data set that changes its truths needs another version.
func TestVersionOfChangedTruths(t *testing.T) {
	for _, tt := range []struct {
		old, new string
		told     bool
	}{{"v1", "v1", true}, {"v1", "v2", false}, {"", "", false}} {
		version := func(s artifact.Source, v string) artifact.Source {
			return rewritten(t, s, `"name":"invoices"`, `"name":"invoices","version":"`+v+`"`)
		}
		old, new := begun(1, documents(nil), documents(nil)), begun(2, documents(some(0, 2, "7")), documents(nil))
		r := compareRuns(t, version(old.Source(t), tt.old), version(new.Source(t), tt.new), diff.Options{})
		assert.Equal(t, tt.told, slices.Contains(r.Sets[0].Warnings, diff.Warning{Kind: diff.DataChanged,
			Message: "the old run and the new run call their data version v1, and their truths differ: give changed truths another version"}), r.Sets[0].Warnings)
	}
}
