package internal_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// threeRight are three cases without a mistake.
var threeRight = cases(3, func(int) []diffLeaf { return []diffLeaf{diffRight("number"), diffRight("total")} })

// withSummary returns a run whose recorded summary is s.
func withSummary(t *testing.T, s report.Summary, end report.End, all ...report.Case) artifact.Source {
	t.Helper()
	records := []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, invoiceSet}
	for _, c := range all {
		records = append(records, c)
	}
	var lines []byte
	for _, r := range append(records, s, end) {
		var err error
		lines, err = artifact.AppendRecord(lines, r)
		require.NoError(t, err)
	}
	return diffText("invoices.jsonl", lines)
}

// A report says what was compared and how.
func TestReportSaysHowItCompared(t *testing.T) {
	of := func(version string) artifact.Source {
		ds := invoiceSet
		ds.Version = version
		s := artifactOf(t, ds, threeRight...)
		s.Name = version + ".jsonl"
		return s
	}
	r := compareRuns(t, of("v1"), of("v2"), diff.Options{Seed: 7, Resamples: 150, AllowChangedRules: true})
	assert.Equal(t, []string{"v1.jsonl"}, r.Old)
	assert.Equal(t, []string{"v2.jsonl"}, r.New)
	assert.Equal(t, []any{uint64(7), 150, true, 0.95}, []any{r.Seed, r.Resamples, r.AllowChangedRules, r.Level})
	assert.Equal(t, &[2]string{"v1", "v2"}, r.Sets[0].Versions)
	assert.Equal(t, 1, r.Sets[0].Repetition)
	assert.Equal(t, "data v1 → data v2", r.Sets[0].LabelText())
	assert.Equal(t, "data v1 → data without a version", compareRuns(t, of("v1"), of(""), diff.Options{}).Sets[0].LabelText())
	assert.Equal(t, "data v1", compareRuns(t, of("v1"), of("v1"), diff.Options{}).Sets[0].LabelText())
	assert.Equal(t, "micro F1", r.Sets[0].Micro.Metric)
}

// Nothing can be concluded if the new run is not whole, if its numbers mean nothing, or if the old run is broken.
func TestRunsThatAreNotEvaluable(t *testing.T) {
	whole := artifactOf(t, invoiceSet, threeRight...)
	partial := written(t, report.End{Cases: 3, Partial: true}, invoiceSet, threeRight...)
	broken := written(t, report.End{Cases: 5}, invoiceSet, threeRight...)
	blank := report.Summary{Dataset: "invoices", Trials: []report.Trial{{Cases: report.CaseCount{OK: 3}}}}
	require.NotEmpty(t, blank.Nonsense())
	nonsense := withSummary(t, blank, report.End{Cases: 3}, threeRight...)
	for _, tt := range []struct {
		reason   string
		old, new artifact.Source
		want     string
	}{
		{"both are whole", whole, whole, ""},
		{"the new one is partial", whole, partial, "the new run: it is of a partial run: not all of its cases were scored"},
		{"the new one is broken", whole, broken, "the new run: invoices.jsonl:6: 3 of 5 cases could be read"},
		{"the numbers of the new one mean nothing", whole, nonsense, "the new run: " + blank.Nonsense()},
		{"the numbers of the old one mean nothing", nonsense, whole, ""},
		{"the old one is partial", partial, whole, ""},
		{"the old one is broken", broken, whole, "the old run: invoices.jsonl:6: 3 of 5 cases could be read"},
	} {
		r := compareRuns(t, tt.old, tt.new, diff.Options{})
		assert.Equal(t, tt.want, r.Sets[0].NotEvaluable, tt.reason)
		assert.Equal(t, tt.want != "", r.NotEvaluable(), tt.reason)
	}
	part := func(shard int) artifact.Source {
		s := withSummary(t, blank, report.End{Cases: 3}, cases(6, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })[3*shard:3*shard+3]...)
		return rewritten(t, s, `"name":"invoices"`, fmt.Sprintf(`"name":"invoices","shard":%d,"shards":2`, shard+1))
	}
	shards, err := diff.Compare([]artifact.Source{whole}, []artifact.Source{part(0), part(1)}, diff.Options{Resamples: 10})
	require.NoError(t, err)
	assert.Empty(t, shards.Sets[0].NotEvaluable, "the summary of a shard is not that of the run")
	r := compareRuns(t, whole, nonsense, diff.Options{})
	assert.Contains(t, r.Sets[0].Warnings, diff.Warning{Kind: diff.Incomplete, Message: "the new run is not evaluable: " + blank.Nonsense()})
}

// A comparison that errored leaves its case out of the field.
func TestErroredComparisonsAreLeftOut(t *testing.T) {
	errored := cases(10, func(i int) []diffLeaf {
		total := diffRight("total")
		if i == 0 {
			total.outcome = metrics.Errored
		}
		return []diffLeaf{diffRight("number"), total}
	})
	worse := cases(10, func(int) []diffLeaf { return []diffLeaf{diffRight("number"), wrong("total")} })
	for _, runs := range [][2][]report.Case{{errored, worse}, {worse, errored}} {
		r := compareRuns(t, artifactOf(t, invoiceSet, runs[0]...), artifactOf(t, invoiceSet, runs[1]...), diff.Options{})
		total := field(t, r, "total")
		assert.Equal(t, []int{9, 9}, []int{total.Cases, total.Broken + total.Fixed})
		assert.Contains(t, r.Sets[0].Warnings, diff.Warning{Kind: diff.Errored, Message: "total: in 1 case a comparison errored: left out of its test"})
	}
}

// A field that never is right counts 0 in the macro average, or is left out of it, by the convention of the new run.
func TestMacroAverageSkipsByTheNewRun(t *testing.T) {
	all := cases(10, func(int) []diffLeaf {
		return []diffLeaf{diffRight("number"), {"total", metrics.Hallucinated, `"a"`, ""}}
	})
	skipping := invoiceSet
	skipping.SkipUndefined = true
	for skip, ds := range map[bool][2]report.Dataset{true: {invoiceSet, skipping}, false: {skipping, invoiceSet}} {
		macro := compareRuns(t, artifactOf(t, ds[0], all...), artifactOf(t, ds[1], all...), diff.Options{}).Sets[0].Macro
		want := ratio(0.5)
		if skip {
			want = ratio(1)
		}
		assert.Equal(t, want, macro.New())
		assert.Equal(t, want, macro.Old())
	}
}

// The share of errors is over the trials, with Wilson's interval: by hand, of 2 in 10.
func TestRateOfErrors(t *testing.T) {
	old := cases(10, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })
	new := cases(10, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })
	for i := range 2 {
		new[i] = case1(new[i].ID, diffLeaf{"total", metrics.Missing, "", `"a"`})
		new[i].Status, new[i].Verdict = report.Error, eval.Fail
	}
	s := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0]
	failed := s.Failed.New
	assert.Equal(t, []any{2.0, 10, 2}, []any{failed.Count, failed.Of, s.NewErrors})
	assert.InDelta(t, 0.0567, failed.Low.Value, 1e-4)
	assert.InDelta(t, 0.5098, failed.High.Value, 1e-4)
	assert.True(t, s.PassRate.Approximate, "of 10 documents")
	many := artifactOf(t, invoiceSet, cases(20, func(int) []diffLeaf { return []diffLeaf{diffRight("total")} })...)
	assert.False(t, compareRuns(t, many, many, diff.Options{}).Sets[0].PassRate.Approximate, "of 20")
}

// Eight of 100 totals break, and with them the cases. In the half of alpha that fields share, a test is significant at p if p and
// the least p-values of both tests, 1/128, are at most 0.025 together: p = 0.009375. The drop is the root of
// d = z·√(8w² + d·w), and for a field without a change z²w, or that by the broken values that are significant.
func TestDetectableDrops(t *testing.T) {
	all := func(broken int) artifact.Source {
		return artifactOf(t, invoiceSet, cases(100, func(i int) []diffLeaf {
			if i < broken {
				return []diffLeaf{diffRight("number"), wrong("total")}
			}
			return []diffLeaf{diffRight("number"), diffRight("total")}
		})...)
	}
	drop := func(level, w, changes float64) float64 {
		b := math.Pow(estimate.Quantiles(level), 2) * w
		return max((b+math.Sqrt(b*b+4*b*changes*w))/2, w*estimate.LeastBroken(level))
	}
	r := compareRuns(t, all(0), all(8), diff.Options{})
	s := r.Sets[0]
	for _, tt := range []struct {
		row  diff.Row
		want float64
	}{
		{field(t, r, "number"), drop(0.009375, 0.01, 0)}, {field(t, r, "total"), drop(0.009375, 0.01, 8)}, {s.PassRate, drop(0.009375, 0.01, 8)},
		{s.Micro, drop(0.025, 0.005, 8)}, {s.Macro, drop(0.025, 0.005, 8)},
	} {
		assert.InDelta(t, tt.want, tt.row.Detectable.Value, 1e-9, tt.row.Name)
	}
	few := compareRuns(t, artifactOf(t, invoiceSet, threeRight...), artifactOf(t, invoiceSet, threeRight...), diff.Options{})
	table := diff.RowTable([]*diff.Row{&few.Sets[0].Micro, &s.Micro, {}, {Change: diff.Change{Detectable: ratio(0.0004)}}}, report.Ratio.String, "")
	for i, want := range []string{"none", s.Micro.Detectable.String(), report.Ratio{}.String(), "<0.001"} {
		assert.Equal(t, want, table.Cell(i, "finds").String())
	}
}

// A case says how it ended in the first trial in which its first field changed. It has at most ten fields, each with three values.
func TestChangesOfOneCase(t *testing.T) {
	old := []report.Case{caseN("x", 1, diffRight("number"), diffRight("total")), caseN("x", 2, diffRight("number"), diffRight("total"))}
	new := []report.Case{caseN("x", 1, wrong("number"), diffRight("total")), caseN("x", 2, wrong("number"), wrong("total"))}
	change := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0].Broken.Cases[0]
	assert.Equal(t, []any{ratio(1), ratio(0.5)}, []any{change.Old.Score, change.New.Score})
	assert.Equal(t, []int{1, 2}, []int{change.Fields[0].Trial, change.Fields[1].Trial})

	var before, after []diffLeaf
	for i := range 12 {
		before, after = append(before, diffRight(fmt.Sprint("f", i))), append(after, wrong(fmt.Sprint("f", i)))
	}
	for range 5 {
		before, after = append(before, diffRight("a[]")), append(after, wrong("a[]"))
	}
	ds := report.Dataset{Name: "invoices", Attributes: []string{"a[]"}}
	changes := func(before, after []diffLeaf) diff.Report {
		a, b := case1("x", before...), case1("x", after...)
		for _, c := range []report.Case{a, b} {
			for i := range c.Fields[12:] {
				c.Fields[12+i].Path = fmt.Sprintf("a[%d]", i)
			}
		}
		return compareRuns(t, artifactOf(t, ds, a), artifactOf(t, ds, b), diff.Options{})
	}
	change = changes(before, after).Sets[0].Broken.Cases[0]
	assert.Equal(t, []int{10, 3}, []int{len(change.Fields), change.MoreFields})
	assert.Equal(t, "a[]", change.Fields[0].Field)
	assert.Equal(t, []int{3, 2}, []int{len(change.Fields[0].Values), change.Fields[0].MoreValues})

	// A field whose comparison errored in any trial has no change.
	after[0].outcome, after[12].outcome = metrics.Errored, metrics.Errored
	change = changes(before, after).Sets[0].Broken.Cases[0]
	assert.Equal(t, []string{"f1", "f10"}, []string{change.Fields[0].Field, change.Fields[1].Field})
	assert.Equal(t, 1, change.MoreFields)

	// A record without values, as one of a baseline, is told as such.
	bare := case1("x", diffRight("number"))
	bare.Fields = nil
	var text strings.Builder
	require.NoError(t, diff.WriteText(&text, compareRuns(t, artifactOf(t, invoiceSet, bare), artifactOf(t, invoiceSet, case1("x", wrong("number"))), diff.Options{}), view.Screen{}))
	assert.Contains(t, text.String(), "was (not recorded)")
}

// Of several flaky fields, the one that flips most often comes first.
func TestFlakyFieldsInOrder(t *testing.T) {
	flipping := func(of map[string]int) (all []report.Case) {
		for trial := 1; trial <= 2; trial++ {
			for i := range 10 {
				var leaves []diffLeaf
				for _, name := range []string{"number", "total", "date"} {
					if leaf := diffRight(name); trial == 2 && i < of[name] {
						leaves = append(leaves, wrong(name))
					} else {
						leaves = append(leaves, leaf)
					}
				}
				all = append(all, caseN(fmt.Sprint("d", i), trial, leaves...))
			}
		}
		return all
	}
	r := compareRuns(t, artifactOf(t, invoiceSet, flipping(map[string]int{"number": 2, "total": 3})...),
		artifactOf(t, invoiceSet, flipping(map[string]int{"number": 1, "date": 4})...), diff.Options{})
	var text strings.Builder
	require.NoError(t, diff.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), "not in others: date (0 of 10 before, 4 of 10 now), total (3 of 10 before, 0 of 10 now), number (2 of 10 before, 1 of 10 now)\n")
	// Micro F1 of a run is 1 and 1 - k/30, its variance half the square of k/30, and both runs have two trials.
	noise := r.Sets[0].Noise
	assert.InDelta(t, 5/30./math.Sqrt2, noise.Trials, 1e-9)
	assert.InDelta(t, noise.Trials, noise.Runs, 1e-9)
}

// The interval of a measure lies within the changes that are possible, unless the measure is a count.
func TestIntervalsOfMeasuresAreBounded(t *testing.T) {
	contribution := func(low float64) func(i int) (float64, float64) {
		return func(i int) (float64, float64) { return low * float64(i%2), 1 }
	}
	for _, count := range []bool{false, true} {
		set := measuredSet(report.Measure{Name: "completeness", Count: count})
		m := compareRuns(t, artifactOf(t, set, measuring(3, contribution(0))...), artifactOf(t, set, measuring(3, contribution(1))...), diff.Options{}).Sets[0].Measures[0]
		assert.Equal(t, count, m.High.Value > 1, "%v", m.High)
		m = compareRuns(t, artifactOf(t, set, measuring(3, contribution(1))...), artifactOf(t, set, measuring(3, contribution(0))...), diff.Options{}).Sets[0].Measures[0]
		assert.Equal(t, count, m.Low.Value < -1, "%v", m.Low)
	}
}

// Numbers that only summaries have are compared as measures are, but for secondary ones and those of one run.
func TestNumbersOfSummaries(t *testing.T) {
	of := func(numbers ...report.Number) artifact.Source {
		for i := range numbers {
			numbers[i].OverTrials = true
		}
		return withSummary(t, report.Summary{Dataset: "invoices", Policy: "wrong_both", Numbers: numbers}, report.End{Cases: 3}, threeRight...)
	}
	number := func(name string, value float64) report.Number {
		return report.Number{Name: name, Kind: "custom", Estimate: report.Estimate{Value: ratio(value)}}
	}
	secondary := number("besides", 1)
	secondary.Secondary = true
	s := compareRuns(t, of(number("pages", 0.5), secondary, number("gone", 1)), of(secondary, number("new", 1), number("pages", 0.75)), diff.Options{}).Sets[0]
	require.Len(t, s.Measures, 1)
	m := s.Measures[0]
	assert.Equal(t, []any{"pages", report.KindMeasure, ratio(0.5), ratio(0.75), ratio(0.25)}, []any{m.Name, m.Kind, m.Old(), m.New(), m.Delta})
}

// The note on latency says which run is from recordings.
func TestLatencyOfRecordings(t *testing.T) {
	second := func(int) time.Duration { return time.Second }
	unknown := func(int) time.Duration { return 0 }
	one := func(int) float64 { return 1 }
	recorded := func(all []report.Case) []report.Case {
		for i := range all {
			all[i].Replayed = true
		}
		return all
	}
	note := func(old, new []report.Case) string {
		return compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{}).Sets[0].LatencyNote
	}
	assert.Equal(t, "what cases took is not compared: answers of the old run are from recordings", note(recorded(spending(3, one, second)), spending(3, one, second)))
	assert.Equal(t, "", note(spending(3, one, unknown), spending(3, one, unknown)))
	assert.Equal(t, "", note(spending(3, one, second), spending(3, one, second)))
}

// Every row names its kind in JSON.
func TestRowsInJSON(t *testing.T) {
	values := runs.Values(ratio(0.5), ratio(0.25))
	for want, row := range map[string]runs.Row{
		`{"field":"total","old_f1":0.5,"new_f1":0.25}`:                                            {Name: "total", Kind: report.KindField},
		`{"field":"lines[]","items":true,"old_f1":0.5,"new_f1":0.25}`:                             {Name: "lines[]", Items: true, Kind: report.KindField},
		`{"field":"rule sums","rule":true,"old_f1":0.5,"new_f1":0.25}`:                            {Name: "rule sums", Kind: report.KindInvariant},
		`{"field":"type=bill","class":true,"old_f1":0.5,"new_f1":0.25}`:                           {Name: "type=bill", Kind: report.KindClass},
		`{"field":"micro F1","old_f1":0.5,"new_f1":0.25}`:                                         {Name: "micro F1", Kind: report.KindAverage},
		`{"field":"pass rate","old_f1":0.5,"new_f1":0.25}`:                                        {Name: "pass rate", Kind: runs.KindRate},
		`{"measure":"cer","less_is_better":true,"count":true,"old":0.5,"new":0.25,"delta":-0.25}`: {Name: "cer", Kind: report.KindMeasure, Less: true, Count: true},
		`{"quantity":"cost","old":0.5,"new":0.25}`:                                                {Name: "cost", Kind: report.KindUsage, Less: true, Count: true},
	} {
		row.Values = values
		change := diff.Change{}
		if row.Kind == report.KindMeasure {
			change.Delta = ratio(-0.25)
		}
		text, err := json.Marshal(diff.Row{Row: row, Change: change})
		require.NoError(t, err)
		assert.JSONEq(t, want, strings.NewReplacer(`,"right":{}`, "", `,"flips":{}`, "").Replace(string(text)))
	}
}

// The old system has the labels that all data sets of the old run have.
func TestLabelsOfTheOldSystem(t *testing.T) {
	set := func(old, new string) diff.Set {
		return diff.Set{Labels: &[2]map[string]string{{"model": old}, {"model": new}}}
	}
	appeared := set("c", "b")
	appeared.Verdict = diff.Appeared
	for want, sets := range map[string][]diff.Set{
		"model=a": {appeared, set("a", "b"), set("a", "c")},
		"":        {set("a", "b"), set("c", "b")},
	} {
		r := diff.Report{Sets: sets}
		assert.Equal(t, want, r.OldSystem())
	}
	r := diff.Report{Sets: []diff.Set{set("a", "b"), {}}}
	assert.Empty(t, r.OldSystem(), "the old run of one data set has no labels")
}

// A comparison shows the verdict by the baseline if this was the old run.
func TestGateAgainstTheOldRun(t *testing.T) {
	start := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	judged := func(at time.Time) artifact.Source {
		b := report.Baseline{File: "b.jsonl", Cases: 3, Start: at, Next: "evalreport diff"}
		var lines []byte
		for _, r := range []report.Record{report.Run{Schema: report.Schema, Repetition: 1, Start: start.Add(time.Hour)}, invoiceSet,
			threeRight[0], threeRight[1], threeRight[2], report.GateResult{Dataset: "invoices", Passed: true, Baseline: &b}, report.End{Cases: 3}} {
			var err error
			lines, err = artifact.AppendRecord(lines, r)
			require.NoError(t, err)
		}
		return diffText("invoices.jsonl", lines)
	}
	old := began(t, 8, artifactOf(t, invoiceSet, threeRight...))
	undated := artifactOf(t, invoiceSet, threeRight...)
	assert.Equal(t, &report.Baseline{File: "b.jsonl", Cases: 3, Start: start}, compareRuns(t, old, judged(start), diff.Options{}).Sets[0].Gate)
	assert.Nil(t, compareRuns(t, old, judged(start.Add(time.Second)), diff.Options{}).Sets[0].Gate)
	assert.Nil(t, compareRuns(t, undated, judged(time.Time{}), diff.Options{}).Sets[0].Gate)
}

// A field, a data set, or too many problems: what is in one run only, and what is not shown, is told.
func TestWarningsOfOneRun(t *testing.T) {
	only := func(name string) artifact.Source {
		return artifactOf(t, invoiceSet, cases(40, func(int) []diffLeaf { return []diffLeaf{diffRight("number"), diffRight(name)} })...)
	}
	s := compareRuns(t, only("gone"), only("new"), diff.Options{}).Sets[0]
	assert.Equal(t, []diff.Warning{
		{Kind: diff.FieldsDiffer, Message: "gone is judged in the old run only: the averages are without it"},
		{Kind: diff.FieldsDiffer, Message: "new is judged in the new run only: the averages are without it"},
	}, s.Warnings)

	twice := written(t, report.End{Cases: 3}, invoiceSet, append(threeRight[:3:3], threeRight[0])...)
	receipts := artifactOf(t, report.Dataset{Name: "receipts"}, threeRight...)
	lone := diff.Warning{Kind: diff.BadRecord, Message: `invoices.jsonl:6: report: data set "invoices": case "inv-0000" was recorded twice in trial 1`}
	for _, r := range []diff.Report{compareRuns(t, twice, receipts, diff.Options{}), compareRuns(t, receipts, twice, diff.Options{})} {
		require.Len(t, r.Sets, 2)
		assert.Contains(t, r.Sets[0].Warnings, lone)
	}

	// Of one kind ten are listed.
	var before, after []diffLeaf
	for i := range 13 {
		before, after = append(before, diffRight(fmt.Sprint("f", i))), append(after, diffRight(fmt.Sprint("g", i)))
	}
	of := func(leaves []diffLeaf) artifact.Source {
		return artifactOf(t, report.Dataset{Name: "x"}, cases(40, func(int) []diffLeaf { return leaves })...)
	}
	s = compareRuns(t, of(before), of(after), diff.Options{}).Sets[0]
	require.Len(t, s.Warnings, 11)
	assert.Equal(t, diff.Warning{Kind: diff.FieldsDiffer, Message: "… and 16 more of this kind"}, s.Warnings[10])

	// Two packages may have one data set by name.
	moved := rewritten(t, artifactOf(t, invoiceSet, threeRight...), "example.com/invoices", "example.com/bills")
	s = compareRuns(t, artifactOf(t, invoiceSet, threeRight...), moved, diff.Options{}).Sets[0]
	assert.Contains(t, s.Warnings, diff.Warning{Kind: diff.Unmatched,
		Message: `the data set is of package "example.com/invoices" in the old run and of "example.com/bills" in the new one: matched by name`})
}
