package internal_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/world"
)

// readRuns reads each source as a run with one data set.
func readRuns(t *testing.T, sources ...artifact.Source) (all []*runs.Cases) {
	t.Helper()
	var inputs []runs.Input
	for _, s := range sources {
		inputs = append(inputs, runs.Input{Name: s.Name, Sources: []artifact.Source{s}})
	}
	sets, errs := new(runs.Ledger).Read(inputs)
	for i, of := range sets {
		require.NoError(t, errs[i])
		require.Len(t, of, 1)
		all = append(all, of[0])
	}
	return all
}

// testTwo tests two of several data sets over the cases that all of them have.
func testTwo(t *testing.T, all []*runs.Cases, old, new int) diff.Set {
	o, err := diff.Options{}.WithDefaults()
	require.NoError(t, err)
	numbers := runs.Common(all...)
	return diff.TestTwo(all[old], all[new], numbers, all[0].Units(numbers), o)
}

// Two of several runs have the tests that Compare has, whichever way round, and the same
// numbers.
func TestRunsAreTestedAsTwo(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	documents := effort.Size(24, 80)
	for _, trials := range effort.Some(2, [][2]int{{1, 1}, {1, 3}, {2, 2}}) {
		old, new := world.World{Documents: documents, Wrong: 0.2, More: 0.05, Kept: 0.5, Trials: trials}.Runs(rand.New(rand.NewPCG(1, 2)))
		other, _ := world.World{Documents: documents + 20, Wrong: 0.3, Trials: trials}.Runs(rand.New(rand.NewPCG(3, 4)))
		a, c, b := artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, other...), artifactOf(t, invoiceSet, new...)
		all := readRuns(t, a, c, b)
		require.Len(t, runs.Common(all...), documents)
		require.Len(t, runs.Common(all[1]), documents+20)
		got, back := testTwo(t, all, 0, 2), testTwo(t, all, 2, 0)

		r, err := diff.Compare([]artifact.Source{a}, []artifact.Source{b}, diff.Options{Resamples: 10})
		require.NoError(t, err)
		want := r.Sets[0]
		rows := func(s diff.Set) []diff.Row { return append([]diff.Row{s.Micro, s.Macro}, s.Fields...) }
		tested, slack := 0, 1e-9
		if trials[0] != trials[1] {
			slack = 0.02 // the tail of a permutation of trials is approximate
		}
		for i, row := range rows(want) {
			is, was := rows(got)[i], rows(back)[i]
			assert.Equal(t, row.Name, is.Name)
			assert.Equal(t, row.Old(), is.Old(), row.Name)
			assert.Equal(t, row.Delta, is.Delta, row.Name)
			assert.InDelta(t, -row.Delta.Value, was.Delta.Value, 1e-12, row.Name)
			require.Len(t, is.Tests, len(row.Tests), row.Name)
			for k, test := range row.Tests {
				tested++
				assert.Equal(t, test.P, is.Tests[k].P, row.Name)
				assert.InDelta(t, test.P, was.Tests[k].P, slack, row.Name)
			}
		}
		assert.Greater(t, tested, 5)
		rate := got.PassRate
		assert.Equal(t, runs.PassRate, rate.Name)
		assert.Equal(t, want.Passed.Old, rate.Right.Old)
		assert.Equal(t, want.Passed.New, rate.Right.New)
	}
}

// Eight cases pass no more and two pass now: by the exact test of McNemar p is
// 2·(1+10+45)/2^10.
func TestPassRateOfRuns(t *testing.T) {
	var old, new []report.Case
	for i := range 40 {
		id := string(rune('a'+i/10)) + string(rune('a'+i%10))
		was, is := diffRight("total"), diffRight("total")
		if i < 8 {
			is = wrong("total")
		}
		if i >= 38 {
			was = wrong("total")
		}
		old, new = append(old, case1(id, was)), append(new, case1(id, is))
	}
	set := testTwo(t, readRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...)), 0, 1)
	rate := set.Fields[len(set.Fields)-1]
	require.Len(t, rate.Tests, 1)
	assert.Equal(t, diff.McNemar, rate.Tests[0].Method)
	assert.InDelta(t, 2*56./1024, rate.Tests[0].P, 1e-12)
	assert.InDelta(t, -6./40, rate.Delta.Value, 1e-12)
}

// The kept parts of cases give the same numbers as their records.
func TestRecordsOfRuns(t *testing.T) {
	cases, _ := world.World{Documents: 50, Wrong: 0.3, Trials: [2]int{2, 1}}.Runs(rand.New(rand.NewPCG(5, 6)))
	for i := range cases {
		c := &cases[i]
		if c.Cost = map[string]float64{"usd": 0.001 * float64(i), "input_tokens": float64(i)}; i%7 == 0 {
			c.Cost = nil
		}
		c.Duration = time.Duration(i+1) * time.Millisecond
		c.Invariants = []eval.InvariantResult{{Name: "sums", State: []eval.InvariantState{eval.Holds, eval.Broken, eval.NotApplicable}[i%3]}}
		c.Measures = []report.Measured{{Name: "pages", Sum: float64(i % 4), Weight: 4}}
		c.Classes = []report.ClassPair{{Attribute: "type", Want: []string{"bill", "letter"}[i%2], Got: []string{"bill", "letter", "memo"}[i%3], Values: 1}}
		c.Replayed = i%5 == 0
		if i%11 == 0 {
			c.Status, c.Verdict = report.Error, "fail"
		}
	}
	ds := invoiceSet
	ds.Runner = &report.Runner{Retries: 1} // so that the time of every case counts
	ds.Invariants, ds.Measures = []string{"sums"}, []report.Measure{{Name: "pages"}}
	ds.Classes = []report.ClassList{{Attribute: "type", Names: []string{"bill", "letter", "memo"}, Declared: true}}
	all := readRuns(t, artifactOf(t, ds, cases...))
	o := summarize.Options{Dataset: "invoices", WorstCases: -1, Usage: true, Invariants: ds.Invariants, Measures: ds.Measures, Classes: ds.Classes}
	want, got := summarize.New(o), summarize.New(o)
	for i := range cases {
		require.NoError(t, want.Add(&cases[i]))
	}
	records := 0
	for _, n := range runs.Common(all...) {
		require.NoError(t, all[0].Records(n, func(c *report.Case) error {
			records++
			return got.Add(c)
		}))
	}
	assert.Equal(t, len(cases), records)
	a, b := want.Summary(), got.Summary()
	assert.Equal(t, a.Number("micro F1"), b.Number("micro F1"))
	assert.Equal(t, a.Number("macro F1"), b.Number("macro F1"))
	assert.Equal(t, a.Cases().Passing(), b.Cases().Passing())
	assert.Equal(t, a.Cases().Error, b.Cases().Error)
	assert.ElementsMatch(t, a.Attributes, b.Attributes)
	for _, name := range []string{"rule sums", "measure pages", "F1 of type=bill", "precision of type=letter", "recall of type=memo"} {
		require.True(t, a.Number(name).Value.Defined || name == "recall of type=memo", name)
		assert.Equal(t, a.Number(name).Value, b.Number(name).Value, name)
	}
	for _, attribute := range a.Attributes {
		assert.Equal(t, a.Number("F1 of "+attribute.Attribute), b.Number("F1 of "+attribute.Attribute))
	}
	for _, q := range []usage.Quantity{usage.Cost, usage.Tokens, usage.Latency} {
		x, ok := a.Usage.Amount(q)
		require.True(t, ok)
		y, _ := b.Usage.Amount(q)
		assert.Equal(t, x.Cases, y.Cases, q)
		assert.InDelta(t, x.Mean, y.Mean, 1e-9, q)
		assert.InDelta(t, x.P95, y.P95, 1e-6, q)
	}
	assert.Equal(t, a.Usage.Replayed, b.Usage.Replayed)
}
