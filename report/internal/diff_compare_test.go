package internal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/world"
)

// known is the data set of 120 documents whose numbers were computed with numpy and
// scipy, see TestKnownAnswers. In the old run every 10th total is wrong; in the new
// one so is every 8th other, and every 15th is missing.
func known(t *testing.T) (old, new artifact.Source) {
	miss := func(wrongs, missing bool, name string) diffLeaf {
		switch {
		case missing:
			return diffLeaf{name, metrics.Missing, "", "1"}
		case wrongs:
			return wrong(name)
		}
		return diffRight(name)
	}
	old = artifactOf(t, invoiceSet, cases(120, func(i int) []diffLeaf {
		return []diffLeaf{miss(i%20 == 3, false, "number"), miss(i%10 == 0, false, "total")}
	})...)
	new = artifactOf(t, invoiceSet, cases(120, func(i int) []diffLeaf {
		return []diffLeaf{miss(i%30 == 3, false, "number"), miss(i%10 == 0 || i%8 == 1, i%15 == 2, "total")}
	})...)
	return old, new
}

// Reference values: ΔF1 by hand from 2TP/(2TP+FP+FN); the test of "number", of 4 fixed and 2 broken, by
// scipy.stats.binomtest(4, 6).pvalue; the test of "total", of 22 broken and none fixed, is 2^-21. The intervals are
// from testdata/known.py, which computes them from the descriptions in another language: the weights of the documents,
// the quantiles, and Tango's limits with the constrained likelihood maximised by search. An ordinary (multinomial)
// bootstrap of 400,000 resamples with numpy has, for the ends that are not Tango's, -0.0985 of "total", -0.0309 and
// -0.0323 of the averages.
func TestKnownAnswers(t *testing.T) {
	old, new := known(t)
	r, err := diff.Compare([]artifact.Source{old}, []artifact.Source{new}, diff.Options{})
	require.NoError(t, err)
	s := r.Sets[0]
	for _, tt := range []struct {
		row              diff.Row
		delta, low, high float64
		broken, fixed    int
		p                float64 // 0: not looked at
	}{
		{field(t, r, "total"), -0.1586206896551724, -0.230344082800, -0.097582289594, 22, 0, 4.76837158203125e-07},
		{field(t, r, "number"), 2.0 / 120, -0.030993140287, 0.069411766985, 2, 4, 0.6875},
		{s.Micro, -0.06906779661016949, -0.113827030932, -0.031307538078, 0, 0, 0},
		{s.Macro, -0.0709770114942529, -0.116501383708, -0.030641754306, 0, 0, 0}, // high by hand: the mean + √(0.0610384²+0.0527451²)/2
	} {
		t.Run(tt.row.Name, func(t *testing.T) {
			assert.InDelta(t, tt.delta, tt.row.Delta.Value, 1e-12)
			assert.InDelta(t, tt.low, tt.row.Low.Value, 1e-9)
			assert.InDelta(t, tt.high, tt.row.High.Value, 1e-9)
			assert.Equal(t, []int{tt.broken, tt.fixed}, []int{tt.row.Broken, tt.row.Fixed})
			require.Len(t, tt.row.Tests, 1)
			if tt.p > 0 {
				assert.InDelta(t, tt.p, tt.row.Tests[0].P, 1e-12)
			}
		})
	}
	assert.Equal(t, "120 → 114, 116", fmt.Sprintf("%d → %.0f, %.0f", s.Cases, field(t, r, "number").Right.Old.Count, field(t, r, "number").Right.New.Count))
	assert.Equal(t, "108, 86", fmt.Sprintf("%.0f, %.0f", field(t, r, "total").Right.Old.Count, field(t, r, "total").Right.New.Count))
	assert.True(t, r.Regressed())
	assert.Equal(t, diff.Regressed, field(t, r, "total").Verdict)
	assert.Equal(t, diff.Same, field(t, r, "number").Verdict)
}

// The interval equals the interval of the columns side by side, with the weights of the ids.
func TestBootstrapIsSeededByDocument(t *testing.T) {
	old, new := known(t)
	r := compareRuns(t, old, new, diff.Options{Seed: 7, Resamples: 500, Level: 0.9})
	sums, err := stats.Bootstrap{Seed: 7, Resamples: 500, Level: 0.9}.Accumulator(6)
	require.NoError(t, err)
	for i := range 120 {
		counts := []int{1, 0, 0, 1, 0, 0}
		if i%20 == 3 {
			copy(counts, []int{0, 1, 1})
		}
		if i%30 == 3 {
			copy(counts[3:], []int{0, 1, 1})
		}
		require.NoError(t, sums.Add(stats.DocumentHash(fmt.Sprintf("inv-%04d", i)), counts))
	}
	f1 := func(n []int64) float64 { return float64(2*n[0]) / float64(2*n[0]+n[1]+n[2]) }
	want, _, ok := estimate.Change{
		Score:   func(n []int64) (float64, bool) { return f1(n[3:]) - f1(n[:3]), true },
		Values:  func(n []int64) int64 { return n[0] + n[1] + n[2] + n[3] + n[4] + n[5] },
		Changed: 6,
	}.Interval(sums)
	require.True(t, ok)
	got := field(t, r, "number")
	assert.Equal(t, want, stats.Interval{Low: got.Low.Value, High: got.High.Value})
}

// Four tests by hand. "a": 11 of 11 broken, p = 2^-10. "b": 8 fixed of 11,
// p = 0.2265625 (scipy). "c": 3 of 3 broken, p = 1/4: the least that is possible,
// and so not in the family. So "a" is the lesser of two in a half of alpha: 2·2·2^-10.
// The averages are tested too, and the cases that pass: 5 tests in the family.
func TestOneFamily(t *testing.T) {
	ds := report.Dataset{Name: "x", Attributes: []string{"a", "b", "c"}}
	fields := func(i int, old bool) []diffLeaf {
		leaves := []diffLeaf{diffRight("a"), diffRight("b"), diffRight("c")}
		is := func(k int, yes bool) {
			if yes {
				leaves[k] = wrong(leaves[k].field)
			}
		}
		is(0, !old && i < 11)
		is(1, old && i >= 20 && i < 28 || !old && i >= 30 && i < 33)
		is(2, !old && i >= 40 && i < 43)
		return leaves
	}
	r := compareRuns(t,
		artifactOf(t, ds, cases(60, func(i int) []diffLeaf { return fields(i, true) })...),
		artifactOf(t, ds, cases(60, func(i int) []diffLeaf { return fields(i, false) })...), diff.Options{})
	assert.Equal(t, 5, r.Tests)
	a, b, c := field(t, r, "a"), field(t, r, "b"), field(t, r, "c")
	require.Len(t, a.Tests, 1)
	require.Len(t, b.Tests, 1)
	require.Len(t, c.Tests, 1)
	assert.InDelta(t, 1.0/1024, a.Tests[0].P, 1e-12)
	assert.InDelta(t, (2.0/1024+2*15276./(1<<25))/0.5, a.Tests[0].Adjusted, 1e-12, "a and b may have 1/1024, of 25 cases 21 that go one way as little, with half of alpha")
	assert.True(t, a.Tests[0].Significant)
	assert.InDelta(t, 0.2265625, b.Tests[0].P, 1e-12)
	assert.False(t, b.Tests[0].Significant)
	assert.InDelta(t, 0.25, c.Tests[0].P, 1e-12)
	assert.InDelta(t, 0.25, c.Tests[0].Adjusted, 1e-12, "of the whole alpha: 8 of 25 fixed have p = 0.108, at twice which the averages pass theirs on")
	assert.Equal(t, []string{"", "within chance", "too few changed cases to tell"}, []string{a.Reason, b.Reason, c.Reason})
}

func TestKindsOfChanges(t *testing.T) {
	two := func(a, b diffLeaf) []diffLeaf { return []diffLeaf{a, b} }
	missing := func(name string) diffLeaf { return diffLeaf{name, metrics.Missing, "", `"a"`} }
	for _, tt := range []struct {
		name     string
		old, new []diffLeaf
		want     string
	}{
		{"nothing", two(diffRight("number"), wrong("total")), two(diffRight("number"), wrong("total")), ""},
		{"right before", two(diffRight("number"), diffRight("total")), two(diffRight("number"), wrong("total")), "broken"},
		{"right now", two(wrong("number"), diffRight("total")), two(diffRight("number"), diffRight("total")), "fixed"},
		{"worse", two(diffRight("number"), wrong("total")), two(wrong("number"), wrong("total")), "regressed"},
		{"better", two(wrong("number"), wrong("total")), two(diffRight("number"), wrong("total")), "improved"},
		{"one worse, one better", two(diffRight("number"), wrong("total")), two(wrong("number"), diffRight("total")), "regressed"},
		{"another kind of mistake", two(diffRight("number"), wrong("total")), two(diffRight("number"), missing("total")), ""},
		{"more mistakes in a list",
			[]diffLeaf{wrong("lines[].sku"), diffRight("lines[].sku"), diffRight("lines[].sku")},
			[]diffLeaf{wrong("lines[].sku"), wrong("lines[].sku"), diffRight("lines[].sku")}, "regressed"},
		{"errored: nothing is known", two(diffRight("number"), wrong("total")), two(diffRight("number"), diffLeaf{"total", metrics.Errored, "", ""}), ""},
		{"an absence that was kept", two(diffLeaf{"number", metrics.CorrectAbsence, "", ""}, diffRight("total")), two(diffLeaf{"number", metrics.Hallucinated, "1", ""}, diffRight("total")), "broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compareRuns(t, artifactOf(t, invoiceSet, case1("x", tt.old...)), artifactOf(t, invoiceSet, case1("x", tt.new...)), diff.Options{})
			s := r.Sets[0]
			lists := map[string]diff.Changes{"broken": s.Broken, "regressed": s.Regressed, "fixed": s.Fixed, "improved": s.Improved}
			for name, list := range lists {
				want := 0
				if name == tt.want {
					want = 1
				}
				assert.Equal(t, want, list.Total(), name)
			}
		})
	}
}

// A case that was wrong in every field and has no answer now has as many mistakes, and no
// wrong value: F1 rises.
func TestANewErrorHidesBehindARiseOfF1(t *testing.T) {
	missing := func(name string) diffLeaf { return diffLeaf{name, metrics.Missing, "", `"a"`} }
	failed := case1("x", missing("number"))
	failed.Status, failed.Error = report.Error, "timeout"
	good := case1("y", diffRight("number"))
	old := artifactOf(t, invoiceSet, case1("x", wrong("number")), good)
	new := artifactOf(t, invoiceSet, failed, good)

	r := compareRuns(t, old, new, diff.Options{})
	s := r.Sets[0]
	assert.Greater(t, field(t, r, "number").Delta.Value, 0.0)
	assert.Equal(t, 1, s.NewErrors)
	assert.Equal(t, []string{"1 new error of the extractor", diff.NoChange}, r.Headline())
	require.Equal(t, 1, s.Regressed.Total())
	assert.Equal(t, diff.CaseChange{
		ID: "x", Old: diff.CaseState{Status: report.OK, Score: s.Regressed.Cases[0].Old.Score},
		New: diff.CaseState{Status: report.Error, Error: "timeout", Score: s.Regressed.Cases[0].New.Score},
	}, s.Regressed.Cases[0])
	var b bytes.Buffer
	require.NoError(t, diff.WriteText(&b, r, view.Screen{}))
	assert.Contains(t, b.String(), "regressed: 1 case\n  x  now error: timeout\n")

	r = compareRuns(t, new, old, diff.Options{})
	assert.Zero(t, r.Sets[0].NewErrors)
	assert.Equal(t, []string{diff.NoChange}, r.Headline())
	assert.Equal(t, 1, r.Sets[0].Improved.Total())

	r = compareRuns(t, artifactOf(t, invoiceSet, case1("x", diffRight("number")), good), new, diff.Options{})
	assert.Equal(t, 1, r.Sets[0].Broken.Total(), "it was right before")
}

func TestChangedCasesHaveBothValues(t *testing.T) {
	old := case1("x",
		diffLeaf{"number", metrics.Match, `"R-17"`, `"R-17"`},
		diffLeaf{"total", metrics.Wrong, "1898.5", "1889"})
	new := case1("x",
		diffLeaf{"number", metrics.Missing, "", `"R-17"`},
		diffLeaf{"total", metrics.Match, "1889", "1889"})
	new.Score = report.RatioOf(0.5, true)
	r := compareRuns(t, artifactOf(t, invoiceSet, old), artifactOf(t, invoiceSet, new), diff.Options{})
	assert.Equal(t, []diff.CaseChange{{
		ID:  "x",
		Old: diff.CaseState{Status: report.OK, Score: report.RatioOf(0.5, true)},
		New: diff.CaseState{Status: report.OK, Score: report.RatioOf(0.5, true)},
		Fields: []diff.FieldChange{
			{Field: "number", Worse: true, Trial: 1, Values: []diff.ValueChange{{
				Path: "number", Old: diff.Value{Outcome: metrics.Match, Got: `"R-17"`}, New: diff.Value{Outcome: metrics.Missing}, Want: `"R-17"`,
			}}},
			{Field: "total", Trial: 1, Values: []diff.ValueChange{{
				Path: "total", Old: diff.Value{Outcome: metrics.Wrong, Got: "1898.5"}, New: diff.Value{Outcome: metrics.Match, Got: "1889"}, Want: "1889",
			}}},
		},
	}}, r.Sets[0].Regressed.Cases)
}

// A list item has the index of the truth, an invented item has the index of the answer: both may be
// lines[1].
func TestListItemsArePairedByTheirPlaceInTheTruth(t *testing.T) {
	item := func(path string, o metrics.Outcome, got, want string) report.Field {
		f := report.Field{Path: path, Attribute: "lines[].sku", Outcome: o}
		if got != "" {
			f.Got = []byte(got)
		}
		if want != "" {
			f.Want = []byte(want)
		}
		return f
	}
	list := func(c metrics.Counts, fields ...report.Field) report.Case {
		return report.Case{ID: "x", Trial: 1, Status: report.OK, Counts: []metrics.Row{{Attribute: "lines[].sku", Counts: c}}, Fields: fields}
	}
	old := list(metrics.Counts{Match: 1, Wrong: 1},
		item("lines[0].sku", metrics.Match, `"A"`, `"A"`),
		item("lines[1].sku", metrics.Wrong, `"b"`, `"B"`))
	new := list(metrics.Counts{Match: 1, Missing: 1, Invented: 1},
		item("lines[0].sku", metrics.Match, `"A"`, `"A"`),
		item("lines[1].sku", metrics.Missing, "", `"B"`),
		item("lines[1].sku", metrics.Invented, `"z"`, ""))
	r := compareRuns(t, artifactOf(t, invoiceSet, old), artifactOf(t, invoiceSet, new), diff.Options{})
	require.Equal(t, 1, r.Sets[0].Regressed.Total())
	assert.Equal(t, []diff.ValueChange{
		{Path: "lines[1].sku", Old: diff.Value{Outcome: metrics.Wrong, Got: `"b"`}, New: diff.Value{Outcome: metrics.Missing}, Want: `"B"`},
		{Path: "lines[1].sku", New: diff.Value{Outcome: metrics.Invented, Got: `"z"`}},
	}, r.Sets[0].Regressed.Cases[0].Fields[0].Values)
}

// Trials: F1 is the mean over trials, and a case is right when more than half are.
func TestTrials(t *testing.T) {
	old := artifactOf(t, invoiceSet, caseN("x", 1, diffRight("number")), caseN("x", 2, wrong("number")), caseN("x", 3, diffRight("number")),
		caseN("y", 1, diffRight("number")), caseN("y", 2, diffRight("number")), caseN("y", 3, diffRight("number")))
	new := artifactOf(t, invoiceSet, caseN("x", 1, diffRight("number")), caseN("x", 2, wrong("number")), caseN("x", 3, wrong("number")),
		caseN("y", 1, diffRight("number")), caseN("y", 2, diffRight("number")), caseN("y", 3, diffRight("number")))
	r := compareRuns(t, old, new, diff.Options{})
	number := field(t, r, "number")
	assert.InDelta(t, (1+0.5+1)/3, number.Old().Value, 1e-12)
	assert.InDelta(t, (1+0.5+0.5)/3, number.New().Value, 1e-12)
	assert.Equal(t, []float64{2, 1 + 2./3, 1 + 1./3, 1, 0}, []float64{float64(number.Cases), number.Right.Old.Count, number.Right.New.Count, float64(number.Broken), float64(number.Fixed)})
	require.Equal(t, 1, r.Sets[0].Broken.Total(), "x passes in 2 trials of 3, then in 1")
	assert.Equal(t, 1, r.Sets[0].PassRate.Broken)
	assert.Equal(t, 3, r.Sets[0].Broken.Cases[0].Fields[0].Trial, "the one that changed")
	assert.Equal(t, [2]int{3, 3}, r.Sets[0].Trials)
}

func TestMaxDrop(t *testing.T) {
	old, new := known(t)
	for maxDrop, want := range map[float64]bool{0: true, 0.15: true, 0.16: false} {
		r := compareRuns(t, old, new, diff.Options{MaxDrop: maxDrop})
		assert.Equal(t, want, r.Regressed(), "MaxDrop %v", maxDrop)
		assert.Equal(t, diff.Regressed, r.Sets[0].Verdict, "whatever is let pass")
	}
}

// Neither the order of cases nor shards change anything.
func TestOrderAndShards(t *testing.T) {
	old, new := world.World{Documents: effort.Size(30, 60), Wrong: 0.2, Kept: 0.5, Trials: [2]int{2, 3}}.Runs(rand.New(rand.NewPCG(1, 2)))
	o := diff.Options{Resamples: 200}
	want := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), o)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(new), func(i, j int) { new[i], new[j] = new[j], new[i] })
	slices.Reverse(old)
	got, err := diff.Compare(
		[]artifact.Source{artifactOf(t, invoiceSet, old[:20]...), artifactOf(t, invoiceSet, old[20:]...)},
		[]artifact.Source{artifactOf(t, invoiceSet, new[:31]...), artifactOf(t, invoiceSet, new[31:]...)}, o)
	require.NoError(t, err)
	got.Old, got.New = want.Old, want.New
	gotText, err := json.Marshal(got)
	require.NoError(t, err)
	wantText, err := json.Marshal(want)
	require.NoError(t, err)
	assert.JSONEq(t, string(wantText), string(gotText))
}

// More documents than are resampled singly: the interval is as wide as theory says.
// All leaves are Match or Missing with rates p and q, independent; by the delta
// method the variance of F1 = 2p/(1+p) is (2/(1+p)²)²·p(1-p)/n for each run.
func TestManyDocuments(t *testing.T) {
	effort.NeedsLong(t)
	const n = 20_000
	r := rand.New(rand.NewPCG(5, 6))
	run := func(p float64) artifact.Source {
		var all []report.Case
		for i := range n {
			c := metrics.Counts{Match: 1}
			if r.Float64() >= p {
				c = metrics.Counts{Missing: 1}
			}
			all = append(all, report.Case{ID: fmt.Sprint(i), Trial: 1, Status: report.OK, Counts: []metrics.Row{{Attribute: "a", Counts: c}}})
		}
		return artifactOf(t, invoiceSet, all...)
	}
	result := compareRuns(t, run(0.9), run(0.9), diff.Options{Resamples: 4000, MaxCases: -1})
	a := field(t, result, "a")
	// 2·1.959964·sqrt(2·(2/1.9²)²·0.9·0.1/20000) = 0.006515
	assert.InEpsilon(t, 0.006515, a.High.Value-a.Low.Value, 0.06)
	assert.Equal(t, diff.Same, a.Verdict)
}

// TestShownCasesAreTheFirstOfAll: lists that are bounded begin as long ones do, and
// say how many more there are.
func TestShownCasesAreTheFirstOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	run := func() artifact.Source {
		return artifactOf(t, invoiceSet, cases(effort.Size(400, 600), func(int) []diffLeaf {
			leaves := []diffLeaf{diffRight("number"), diffRight("total"), diffRight("date")}
			for i := range leaves {
				if rng.IntN(2) == 0 {
					leaves[i] = wrong(leaves[i].field)
				}
			}
			return leaves
		})...)
	}
	old, new := run(), run()
	all := compareRuns(t, old, new, diff.Options{Resamples: 10, MaxCases: 600}).Sets[0]
	for _, most := range []int{1, 3, 30} {
		some := compareRuns(t, old, new, diff.Options{Resamples: 10, MaxCases: most}).Sets[0]
		for i, got := range []diff.Changes{some.Broken, some.Regressed, some.Fixed, some.Improved} {
			want := []diff.Changes{all.Broken, all.Regressed, all.Fixed, all.Improved}[i]
			require.Zero(t, want.More)
			require.Greater(t, len(want.Cases), 30)
			assert.Equal(t, want.Cases[:most], got.Cases)
			assert.Equal(t, len(want.Cases)-most, got.More)
		}
	}
}

// A drop of just MaxDrop is let pass, and so is one that only rounding lifts above it (0.9 - 0.85
// is more than 0.05): the comparison has a slack of 1e-9, itself let pass.
func TestADropOfJustMaxDropIsLetPass(t *testing.T) {
	const slack = 1e-9
	old, new := 0.9, 0.85
	for _, tt := range []struct {
		name          string
		delta, max    float64
		wantRegressed bool
	}{
		{"just as much", -0.25, 0.25, false},
		{"more by rounding alone", new - old, 0.05, false},
		{"more by the slack", -(0.25 + slack), 0.25, false},
		{"more by twice the slack", -(0.25 + 2*slack), 0.25, true},
		{"none allowed", -0.25, 0, true},
		{"all of it", -1, 1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			total := diff.Row{Row: runs.Row{Name: "total"}, Change: diff.Change{Verdict: diff.Regressed, Delta: report.RatioOf(tt.delta, true)}}
			of := func(set diff.Set) diff.Report { return diff.Report{MaxDrop: tt.max, Sets: []diff.Set{set}} }
			assert.Equal(t, tt.wantRegressed, of(diff.Set{Fields: []diff.Row{total}}).Regressed(), "a field")
			assert.Equal(t, tt.wantRegressed, of(diff.Set{Micro: total}).Regressed(), "an average")
		})
	}
}
