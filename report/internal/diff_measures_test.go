package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// measuring are n cases that contribute to "completeness".
func measuring(n int, of func(i int) (sum, weight float64)) []report.Case {
	all := cases(n, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })
	for i := range all {
		if sum, weight := of(i); sum >= 0 {
			all[i].Measures = []report.Measured{{Name: "completeness", Sum: sum, Weight: weight}}
		}
	}
	return all
}

func measuredSet(measures ...report.Measure) report.Dataset {
	set := invoiceSet
	set.Measures = measures
	return set
}

func TestMeasuresArePaired(t *testing.T) {
	set := measuredSet(report.Measure{Name: "completeness"})
	// 6 of 10 values before, 8 of 10 now.
	old := measuring(4, func(i int) (float64, float64) { return [...]float64{3, 2, 1, 0}[i], [...]float64{4, 2, 2, 2}[i] })
	new := measuring(4, func(i int) (float64, float64) { return [...]float64{4, 2, 2, 0}[i], [...]float64{4, 2, 2, 2}[i] })
	s := compareRuns(t, artifactOf(t, set, old...), artifactOf(t, set, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Measures, 1)
	m := s.Measures[0]
	assert.Equal(t, 4, m.Cases)
	assert.InDelta(t, 0.6, m.Old().Value, 1e-12)
	assert.InDelta(t, 0.8, m.New().Value, 1e-12)
	assert.InDelta(t, 0.2, m.Delta.Value, 1e-12)
	assert.True(t, m.Approximate)
	assert.InDelta(t, -0.1, m.Low.Value, 0.02, "of four cases, two of which are as they were")
	assert.Greater(t, m.High.Value, 0.2)
	assert.Empty(t, s.Verdict)
	assert.Zero(t, s.Tests, "no hypothesis of its own")

	// Cases differ much, but each has 0.10 or 0.30 more than before: by pairs the change of
	// 0.20 ± 0.10 over 100 cases is well known. Its standard error is 0.01.
	level := func(i int) float64 { return float64(i) / 250 }
	old = measuring(100, func(i int) (float64, float64) { return level(i), 1 })
	new = measuring(100, func(i int) (float64, float64) { return level(i) + 0.1 + 0.2*float64(i%2), 1 })
	m = compareRuns(t, artifactOf(t, set, old...), artifactOf(t, set, new...), diff.Options{}).Sets[0].Measures[0]
	assert.InDelta(t, 0.198, m.Old().Value, 1e-9)
	assert.InDelta(t, 0.2, m.Delta.Value, 1e-9)
	assert.InDelta(t, 0.2-1.96*0.01, m.Low.Value, 0.004)
	assert.InDelta(t, 0.2+1.96*0.01, m.High.Value, 0.004)
	assert.False(t, m.Approximate)
	assert.Equal(t, []string{"0.198", "0.398", "+0.200"}, m.Texts()[:3])
	assert.Equal(t, "100", m.Texts()[4])
}

// Cases where one run lacks the measure are not pairs, trials are averaged, a measure without
// weight has its declared value, and whole numbers stay whole.
func TestMeasuresOfWhatBothRunsSay(t *testing.T) {
	set := measuredSet(
		report.Measure{Name: "completeness"}, report.Measure{Name: "quotes", Empty: report.RatioOf(1, true)},
		report.Measure{Name: "calls", Count: true, LessIsBetter: true}, report.Measure{Name: "of one run"},
	)
	say := func(sum, weight, calls float64) []report.Measured {
		return []report.Measured{{Name: "calls", Sum: calls, Weight: 1}, {Name: "completeness", Sum: sum, Weight: weight}, {Name: "quotes"}, {Name: "nobody declared it", Sum: 1, Weight: 1}}
	}
	old, new := measuring(3, func(int) (float64, float64) { return -1, 0 }), measuring(3, func(int) (float64, float64) { return -1, 0 })
	again := old[0]
	again.Trial = 2
	old[0].Measures, again.Measures = say(1, 2, 4), say(0, 2, 8) // in the mean 0.5 of 2, and 6
	old[1].Measures = say(2, 2, 2)
	new[0].Measures, new[2].Measures = say(2, 2, 3), say(2, 2, 9)
	other := set
	other.Measures = set.Measures[:3]
	s := compareRuns(t, artifactOf(t, set, append(old, again)...), artifactOf(t, other, new...), diff.Options{}).Sets[0]
	require.Len(t, s.Measures, 3)
	assert.Equal(t, measured("completeness", 0.25, 1, 1), s.Measures[0])
	assert.Equal(t, measured("quotes", 1, 1, 1), s.Measures[1])
	calls := measured("calls", 6, 3, 1)
	calls.Count, calls.Less = true, true
	assert.Equal(t, calls, s.Measures[2])
	assert.Equal(t, []string{"6", "3", "-3.000", "", "1"}, s.Measures[2].Texts())
}

// A measure of one run alone is told.
func TestMeasuresOfOneRun(t *testing.T) {
	one := func(int) (float64, float64) { return 1, 1 }
	with, without := artifactOf(t, measuredSet(report.Measure{Name: "completeness"}), measuring(30, one)...), artifactOf(t, invoiceSet, measuring(30, one)...)
	for side, s := range map[string]diff.Set{
		"old": compareRuns(t, with, without, diff.Options{}).Sets[0],
		"new": compareRuns(t, without, with, diff.Options{}).Sets[0],
	} {
		assert.Empty(t, s.Measures)
		assert.Contains(t, s.Warnings, diff.Warning{Kind: diff.FieldsDiffer, Message: "completeness is measured in the " + side + " run only"})
	}
}

// Records leave out a weight of 0. A run in which no answer has weight has the declared value of the measure in each document.
func TestMeasuresOfRunsWithoutWeight(t *testing.T) {
	one, none := func(int) (float64, float64) { return 1, 1 }, func(int) (float64, float64) { return -1, 0 }
	empty, undefined := measuredSet(report.Measure{Name: "completeness", Empty: report.RatioOf(0, true)}), measuredSet(report.Measure{Name: "completeness"})
	m := compareRuns(t, artifactOf(t, empty, measuring(30, one)...), artifactOf(t, empty, measuring(30, none)...), diff.Options{}).Sets[0].Measures
	require.Len(t, m, 1)
	assert.Equal(t, []string{"1.000", "0.000", "-1.000", "-1.000 to -1.000", "30"}, m[0].Texts())
	m = compareRuns(t, artifactOf(t, undefined, measuring(30, none)...), artifactOf(t, undefined, measuring(30, one)...), diff.Options{}).Sets[0].Measures
	require.Len(t, m, 1)
	assert.Equal(t, []string{"-", "1.000", "-", "", "30"}, m[0].Texts())
	assert.Empty(t, compareRuns(t, artifactOf(t, undefined, measuring(30, none)...), artifactOf(t, undefined, measuring(30, none)...), diff.Options{}).Sets[0].Measures)
}

// measured is the row of a measure without an interval.
func measured(name string, old, new float64, cases int) diff.Row {
	row := runs.Row{Metric: "measure " + name, Name: name, Kind: report.KindMeasure, Values: runs.Values(ratio(old), ratio(new))}
	return diff.Row{Row: row, Change: diff.Change{Cases: cases, Delta: ratio(new - old)}}
}

// A measure over trials stands in the recorded summary alone.
func TestMeasuresOverTrials(t *testing.T) {
	set := measuredSet(report.Measure{Name: "agreement", OverTrials: true})
	run := func(value float64, summaries int) artifact.Source {
		records := []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, set}
		for _, c := range measuring(2, func(int) (float64, float64) { return -1, 0 }) {
			records = append(records, c)
		}
		for range summaries {
			n := report.Measure{Name: "agreement", OverTrials: true}.Number()
			n.Value = ratio(value)
			records = append(records, report.Summary{Dataset: set.Name, Policy: "wrong_both", Numbers: []report.Number{n}})
		}
		var lines []byte
		for _, r := range append(records, report.End{Cases: 2}) {
			var err error
			lines, err = artifact.AppendRecord(lines, r)
			require.NoError(t, err)
		}
		return diffText("invoices.jsonl", lines)
	}
	m := compareRuns(t, run(0.75, 1), run(0.5, 1), diff.Options{}).Sets[0].Measures
	assert.Equal(t, []diff.Row{measured("agreement", 0.75, 0.5, 0)}, m)
	assert.Equal(t, []string{"0.750", "0.500", "-0.250", "", "over trials"}, m[0].Texts())
	m = compareRuns(t, run(0.75, 2), run(0.5, 1), diff.Options{}).Sets[0].Measures
	assert.False(t, m[0].Old().Defined || m[0].Delta.Defined, "of two shards nobody knows the number of both")
}

// The greatest numbers that records may have are compared as others are.
func TestMeasuresAreBounded(t *testing.T) {
	set := measuredSet(report.Measure{Name: "completeness", Count: true})
	huge := func(i int) (float64, float64) { return 1 << 40, math.SmallestNonzeroFloat64 }
	s := compareRuns(t, artifactOf(t, set, measuring(5, huge)...), artifactOf(t, set, measuring(5, huge)...), diff.Options{}).Sets[0]
	for _, m := range s.Measures {
		assert.False(t, math.IsNaN(m.Delta.Value) || math.IsInf(m.New().Value, 0))
	}
	tiny := func(i int) (float64, float64) { return math.SmallestNonzeroFloat64, float64(1 << 40) }
	s = compareRuns(t, artifactOf(t, set, measuring(5, huge)...), artifactOf(t, set, measuring(5, tiny)...), diff.Options{}).Sets[0]
	for _, m := range s.Measures {
		assert.False(t, math.IsNaN(m.Low.Value) || math.IsNaN(m.High.Value))
	}
}
