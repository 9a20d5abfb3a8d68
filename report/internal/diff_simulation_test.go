package internal_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/world"
)

// found returns in how many of n pairs of runs the comparison says so.
func diffFound(t *testing.T, n int, says func(diff.Report) bool, worlds ...world.World) int {
	t.Helper()
	var count atomic.Int64
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for i := part; i < n; i += 2 {
				old, new, err := world.Pair(rand.New(rand.NewPCG(20261121, uint64(i))), worlds...)
				if !assert.NoError(t, err) {
					return
				}
				r, err := diff.Compare(old, new, diff.Options{Resamples: 20, MaxCases: -1})
				if assert.NoError(t, err) && says(r) {
					count.Add(1)
				}
			}
		})
	}
	group.Wait()
	t.Logf("found %d times in %d", count.Load(), n)
	return int(count.Load())
}

func anything(r diff.Report) bool {
	for _, s := range r.Sets {
		if s.Verdict != diff.Same {
			return true
		}
	}
	return false
}

// Two runs that differ only in noise: the chance of any mark in the whole comparison is
// to be 5 % at most. 9 % and 2 pairs leave room for noise: two standard errors of 40 pairs, and nearly three of 80, of which
// 97 in 100 would find a rate of 20 %.
func TestFalseAlarms(t *testing.T) {
	twenty := make([]world.World, 20)
	for i := range twenty {
		twenty[i] = world.World{Documents: 25, Wrong: 0.08, Kept: 0.5}
	}
	for _, tt := range effort.Some(1, []struct {
		name   string
		worlds []world.World
		pairs  int
	}{
		{"many mistakes", []world.World{{Documents: 40, Wrong: 0.3}}, 80},
		{"independent runs", []world.World{{Documents: 80, Wrong: 0.08}}, 80},
		{"versions of one extractor, clusters", []world.World{{Documents: 65, Wrong: 0.08, Kept: 0.8, Clusters: true}}, 80},
		{"5 trials against 1", []world.World{{Documents: 65, Wrong: 0.08, Kept: 0.3, Trials: [2]int{5, 1}}}, 40},
		{"1 trial against 5 that repeat each other", []world.World{{Documents: 65, Wrong: 0.08, Kept: 0.3, Trials: [2]int{1, 5}, Repeats: true}}, 40},
		{"20 data sets", twenty, 15},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			pairs := effort.Draws(t, min(tt.pairs, effort.Size(20, tt.pairs)))
			assert.LessOrEqual(t, diffFound(t, pairs, anything, tt.worlds...), pairs*9/100+2)
		})
	}
}

func TestDropsAreFound(t *testing.T) {
	six := []string{"number", "date", "vendor", "iban", "net", "total"}
	total := func(r diff.Report) bool { return field(t, r, "total").Verdict == diff.Regressed }
	for _, tt := range effort.Some(2, []struct {
		name  string
		world world.World
		says  func(diff.Report) bool
		least int // in percent
	}{
		{"twelve points in one of six fields", world.World{Documents: 100, Fields: six, Wrong: 0.03, Kept: 0.9, More: 0.12, Worse: "total"}, total, 80},
		{"five points in one of nine fields", world.World{Documents: 300, Wrong: 0.05, Kept: 0.97, More: 0.05, Worse: "total"}, total, 85},
		{"twelve points in one of six fields, independent runs", world.World{Documents: 100, Fields: six, Wrong: 0.03, More: 0.12, Worse: "total"}, total, 60},
		{"five points everywhere, independent runs", world.World{Documents: 300, Wrong: 0.08, More: 0.05}, diff.Report.Regressed, 95},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			pairs := effort.Share(t, 60)
			assert.GreaterOrEqual(t, diffFound(t, pairs, tt.says, tt.world), pairs*tt.least/100)
		})
	}
}

// The test of a row by itself agrees with the exact test, which exchanges the runs in each document and computes F1
// anew. Both look at the same pairs, so 60 of them are enough.
func TestPowerIsThatOfTheExactTest(t *testing.T) {
	effort.NeedsLong(t)
	for _, tt := range []struct {
		name  string
		world world.World
		micro bool
		row   func(diff.Set) diff.Row
	}{
		{"field, wrong and missing", world.World{Documents: 60, Fields: []string{"total"}, Wrong: 0.05, More: 0.15}, false, func(s diff.Set) diff.Row { return s.Fields[0] }},
		{"few lists", world.World{Documents: 15, Fields: []string{"lines[].amount"}, Wrong: 0.1, Kept: 0.9, More: 0.1}, false, func(s diff.Set) diff.Row { return s.Fields[0] }},
		{"lists of three trials", world.World{Documents: 60, Fields: []string{"lines[].amount"}, Wrong: 0.1, Kept: 0.5, More: 0.03, Trials: [2]int{3, 3}}, false, func(s diff.Set) diff.Row { return s.Fields[0] }},
		{"micro", world.World{Documents: 60, Fields: []string{"total", "lines[].amount"}, Wrong: 0.2, More: 0.06}, true, func(s diff.Set) diff.Row { return s.Micro }},
		{"macro", world.World{Documents: 60, Fields: []string{"total", "lines[].amount"}, Wrong: 0.2, More: 0.08}, false, func(s diff.Set) diff.Row { return s.Macro }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			here, exact := 0, 0
			for i := range uint64(60) {
				r := rand.New(rand.NewPCG(23, i))
				old, new := tt.world.Runs(r)
				compared := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{Resamples: 1, MaxCases: -1})
				if row := tt.row(compared.Sets[0]); len(row.Tests) > 0 && row.Tests[0].P <= 0.05 {
					here++
				}
				if p, _ := (exchange{Fields: tt.world.Fields, Micro: tt.micro, Draws: 1000}).p(r, old, new); p <= 0.05 {
					exact++
				}
			}
			t.Logf("%d, the exact test %d", here, exact)
			assert.GreaterOrEqual(t, float64(here), 0.95*float64(exact)-1)
			assert.InDelta(t, 35, exact, 20, "else it says nothing")
		})
	}
}

// A bootstrap p-value has a floor. With many data sets that did not change it made the comparison blind to a list in which every
// case goes from 1 wrong row of 20 to 12. Where EXTRACTEVAL_SIMULATIONS asks for more there are 20 data sets, 19 of them with 100 fields.
func TestOneBrokenListAmongManyDataSets(t *testing.T) {
	sets, fields := 15, 20
	if effort.Asked() {
		sets, fields = 20, 100
	}
	noisy := world.World{Documents: 30, Wrong: 0.1, Kept: 0.5}
	for i := range fields {
		noisy.Fields = append(noisy.Fields, fmt.Sprint("field-", i))
	}
	worlds := make([]world.World, sets-1)
	for i := range worlds {
		worlds[i] = noisy
	}
	old, new, err := world.Pair(rand.New(rand.NewPCG(1, 2)), worlds...)
	require.NoError(t, err)
	lines := func(wrongs int) []report.Case {
		return cases(30, func(int) []diffLeaf {
			var all []diffLeaf
			for i := range 20 {
				if i < wrongs {
					all = append(all, wrong("lines[].amount"))
				} else {
					all = append(all, diffRight("lines[].amount"))
				}
			}
			return all
		})
	}
	old, new = append(old, artifactOf(t, invoiceSet, lines(1)...)), append(new, artifactOf(t, invoiceSet, lines(12)...))
	r, err := diff.Compare(old, new, diff.Options{Resamples: 100, MaxCases: -1})
	require.NoError(t, err)
	assert.True(t, r.Regressed())
	headline := r.Headline()
	require.Len(t, headline, 1)
	assert.Contains(t, headline[0], "regressed: invoices: ")
	assert.Contains(t, headline[0], "lines[].amount 0.950 → 0.400 (-0.550)")
	t.Logf("%d data sets with %d fields: %s", sets, fields, headline[0])
}

// The same noisy extractor with five trials and with one: right in more than half of five
// is another quantity than right once, and made an alarm of more than half of such pairs.
func TestFiveTrialsAgainstOneHaveTheSameRates(t *testing.T) {
	var old, new []report.Case
	for i, c := range cases(40, func(i int) []diffLeaf { return []diffLeaf{diffRight("number")} }) {
		for trial := 1; trial <= 5; trial++ { // each case is wrong in two trials of five
			l := diffRight("number")
			if trial <= 2 {
				l = wrong("number")
			}
			old = append(old, caseN(c.ID, trial, l))
		}
		l := diffRight("number")
		if i%5 < 2 { // two cases of five are wrong
			l = wrong("number")
		}
		new = append(new, caseN(c.ID, 1, l))
	}
	r := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{Resamples: 200})
	number := field(t, r, "number")
	assert.InDelta(t, 24, number.Right.Old.Count, 1e-9)
	assert.InDelta(t, 24, number.Right.New.Count, 1e-9)
	assert.InDelta(t, 24, r.Sets[0].Passed.Old.Count, 1e-9)
	assert.InDelta(t, 24, r.Sets[0].Passed.New.Count, 1e-9)
	assert.Equal(t, diff.Same, number.Verdict)
	assert.Equal(t, 1.0, number.Tests[0].P)
	assert.Equal(t, []string{diff.NoChange}, r.Headline())
}

// A row does not contradict itself: its interval has 0 within it iff it is not significant beside
// the other tests, and a change without a mark says why.
func TestRowsDoNotContradictThemselves(t *testing.T) {
	reasons := map[string]int{}
	for i := range effort.Share(t, 60) {
		w := world.World{Documents: 20 + 5*(i%10), Wrong: 0.1, Kept: 0.8, More: float64(i%4) * 0.04}
		old, new, err := world.Pair(rand.New(rand.NewPCG(3, uint64(i))), w, w)
		require.NoError(t, err)
		r, err := diff.Compare(old, new, diff.Options{Resamples: effort.Size(100, 300), MaxCases: -1})
		require.NoError(t, err)
		for _, s := range r.Sets {
			for _, row := range append([]diff.Row{s.Micro, s.Macro, s.PassRate}, s.Fields...) {
				if len(row.Tests) == 0 {
					assert.Empty(t, row.Reason)
					assert.Equal(t, diff.Same, row.Verdict)
					continue
				}
				test := row.Tests[0]
				significant := test.Adjusted <= 0.05
				assert.Equal(t, significant, row.Verdict != diff.Same, "%+v", row)
				assert.Equal(t, significant, row.Reason == "", "%+v", row)
				if row.Delta.Value != 0 {
					assert.Equal(t, !significant, row.Low.Value <= 0 && row.High.Value >= 0, "%+v", row)
				}
				assert.Equal(t, significant && row.Delta.Value < 0, row.Verdict == diff.Regressed)
				reasons[row.Reason]++
			}
		}
	}
	assert.Greater(t, len(reasons), 3, "%v", reasons)
}

// A drop that is as large as a comparison without one says it can see is found about four
// times in five.
func TestDetectableDropsAreFound(t *testing.T) {
	if !effort.Asked() {
		effort.NeedsLong(t)
	}
	w := world.World{Documents: 120, Fields: []string{"number", "date", "vendor", "iban", "net", "total"}, Wrong: 0.05, Kept: 0.8}
	drop, pairs := 0.0, effort.Share(t, 40)
	for i := range pairs {
		old, new, err := world.Pair(rand.New(rand.NewPCG(9, uint64(i))), w)
		require.NoError(t, err)
		r, err := diff.Compare(old, new, diff.Options{Resamples: 20, MaxCases: -1})
		require.NoError(t, err)
		drop += field(t, r, "total").Detectable.Value / float64(pairs)
	}
	assert.InDelta(t, 0.13, drop, 0.04)
	w.More, w.Worse = drop, "total"
	n := diffFound(t, 2*pairs, func(r diff.Report) bool { return field(t, r, "total").Verdict == diff.Regressed }, w)
	assert.InDelta(t, 0.8, float64(n)/float64(2*pairs), 0.15)
}

// The interval of a change has a width where nothing changed, and the change within it that
// the two extractors really have: here a fall of ten points, which eight documents mostly do not show.
// 85 % leaves room for the noise of 60 pairs: three standard errors below 95 %.
func TestIntervalsOfChangesHold(t *testing.T) {
	for _, n := range effort.Some(3, []int{8, 15, 30, 100}) {
		w := world.World{Documents: n, Fields: []string{"number", "total"}, Wrong: 0.02, Kept: 0.8, More: 0.1}
		pairs := effort.Share(t, 60)
		holds := 0
		for i := range pairs {
			old, new, err := world.Pair(rand.New(rand.NewPCG(17, uint64(i))), w)
			require.NoError(t, err)
			r, err := diff.Compare(old, new, diff.Options{Resamples: 300, MaxCases: -1})
			require.NoError(t, err)
			total := field(t, r, "total")
			require.Less(t, total.Low.Value, total.High.Value)
			assert.Equal(t, n < estimate.FewDocuments, total.Approximate)
			// Of 98 % right in the old run ten points fall: all fields have one value, so F1 is the share.
			if total.Low.Value <= -0.1 && -0.1 <= total.High.Value {
				holds++
			}
		}
		t.Logf("%d documents: %d of %d", n, holds, pairs)
		assert.GreaterOrEqual(t, holds, pairs*85/100, "%d documents", n)
	}
}
