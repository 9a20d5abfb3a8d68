package history_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// runOf is a run of a day over documents with two fields of which some are wrong.
func runOf(t *testing.T, day int, documents int, wrong func(field string, document int) bool) runs.Input {
	t.Helper()
	return runWithout(t, day, documents, wrong, func(int) bool { return false })
}

// runWithout is a run of those of the documents that are not left out.
func runWithout(t *testing.T, day int, documents int, wrong func(field string, document int) bool, left func(document int) bool) runs.Input {
	t.Helper()
	cases := 0
	var text []byte
	add := func(r report.Record) {
		var err error
		text, err = artifact.AppendRecord(text, r)
		require.NoError(t, err)
	}
	add(report.Run{Schema: report.Schema, Package: "example.com/a", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)})
	add(report.Dataset{Name: "invoices", Attributes: []string{"number", "total"}})
	for i := range documents {
		if left(i) {
			continue
		}
		cases++
		var rows []metrics.Row
		for _, field := range []string{"number", "total"} {
			counts := metrics.Counts{Match: 1}
			if wrong(field, i) {
				counts = metrics.Counts{Wrong: 1}
			}
			rows = append(rows, reporttest.Row(field, counts))
		}
		add(reporttest.Counted(fmt.Sprintf("doc-%d", i), 1, 1, rows...))
	}
	add(report.End{Cases: cases})
	name := fmt.Sprintf("run-%d", day)
	return runs.Input{Name: name, Sources: []artifact.Source{reporttest.Source(name+".jsonl", string(text))}}
}

func first(n int) func(string, int) bool {
	return func(field string, i int) bool { return field == "total" && i < n }
}

// Ten runs of 40 documents: from the sixth on 10 totals are wrong in place of 2 to 4. Micro F1 of
// 80 values moves with it. Of the changes of the last five runs there are none.
func TestStep(t *testing.T) {
	var inputs []runs.Input
	for day, wrong := range []int{2, 3, 2, 4, 3, 10, 11, 10, 11, 10} {
		inputs = append(inputs, runOf(t, day+1, 40, first(wrong)))
	}
	inputs[0], inputs[7] = inputs[7], inputs[0] // by their start
	r, err := history.Read(inputs, history.Options{})
	require.NoError(t, err)
	require.Len(t, r.Sets, 1)
	rows := r.Sets[0].Rows
	require.Len(t, rows, 4)
	assert.Equal(t, "number", rows[0].Name)
	assert.Nil(t, rows[0].Change)
	assert.Equal(t, report.RatioOf(0.95, true), rows[1].Value(0))
	require.NotNil(t, rows[1].Change)
	assert.Equal(t, 5, rows[1].Change.Run)
	// 1 of 252 orders has the same runs before and after; about half as many more have as good a fit in one of the two reads before.
	// 13 reads, of which these are three, share three fifths of the 5 %. The averages move with the field: they are no further hypotheses.
	assert.InDelta(t, 13./3/0.6*1.5/252, rows[1].Change.P, 0.008)
	assert.False(t, rows[1].Change.Gradual)
	assert.True(t, rows[1].Change.Stands)
	assert.Equal(t, rows[1].Change.P, rows[2].Change.P)
	assert.InDelta(t, 0.93, rows[1].Change.Before.Value, 1e-9) // 1 - 2.8/40
	assert.InDelta(t, 0.74, rows[1].Change.After.Value, 1e-9)  // 1 - 10.4/40
	assert.False(t, r.Recent.Regressed(), "the last five runs are alike")
	assert.True(t, r.Declined(), "but the fall still stands")

	r, err = history.Read(inputs, history.Options{Last: 10, Diff: diff.Options{MaxDrop: 0.2}})
	require.NoError(t, err)
	assert.False(t, r.Declined(), "it is let pass")
	r, err = history.Read(inputs, history.Options{Last: 10})
	require.NoError(t, err)
	assert.False(t, r.Recent.Regressed(), "8 of 40 broke and none was fixed: p = 2/256, too much for one of 13 reads")
	assert.True(t, r.Declined())
	var text, markdown strings.Builder
	require.NoError(t, history.WriteText(&text, r, view.Screen{}))
	assert.Equal(t, `10 runs; over the last 10, from run-1 (2026-11-01) to run-10 (2026-11-10):
fallen: total 0.930 → 0.740 since run-6 (2026-11-06), micro F1 0.965 → 0.870 since run-6 (2026-11-06), macro F1 0.965 → 0.870 since run-6 (2026-11-06)

invoices

F1        first  newest  runs        over the last runs  change point
number    1.000   1.000  ██████████                      none
total     0.950   0.750  █▇█▆▇▂▁▂▁▂  ~ -0.200            0.930 → 0.740 since run-6 (2026-11-06) (p 0.043)
micro F1  0.975   0.875  █▇█▆▇▂▁▂▁▂  ~ -0.100            0.965 → 0.870 since run-6 (2026-11-06) (p 0.043)
macro F1  0.975   0.875  █▇█▆▇▂▁▂▁▂  ~ -0.100            0.965 → 0.870 since run-6 (2026-11-06) (p 0.043)

read after every run: where nothing changes, the chance that any of 13 reads in a row finds a fall is at most 5 %, all fields and data sets together
`, text.String())
	text.Reset()
	require.NoError(t, history.WriteText(&text, r, view.Screen{Width: 80}))
	_, table, _ := strings.Cut(text.String(), "invoices\n\n")
	assert.Equal(t, `F1        first  newest  runs        over the last runs
number    1.000   1.000  ██████████
total     0.950   0.750  █▇█▆▇▂▁▂▁▂  ~ -0.200
micro F1  0.975   0.875  █▇█▆▇▂▁▂▁▂  ~ -0.100
macro F1  0.975   0.875  █▇█▆▇▂▁▂▁▂  ~ -0.100
change point: total 0.930 → 0.740 since run-6 (2026-11-06) (p 0.043)
change point: micro F1 0.965 → 0.870 since run-6 (2026-11-06) (p 0.043)
change point: macro F1 0.965 → 0.870 since run-6 (2026-11-06) (p 0.043)

read after every run: where nothing changes, the chance that any of 13 reads in
  ↳ a row finds a fall is at most 5 %, all fields and data sets together
`, table)
	text.Reset()
	inputs[9] = runOf(t, 10, 40, first(25))
	worse, err := history.Read(inputs, history.Options{})
	require.NoError(t, err)
	require.NoError(t, history.WriteText(&text, worse, view.Screen{Colour: true}))
	assert.Equal(t, 3, strings.Count(text.String(), "\x1b[31mregressed -0."))
	require.NoError(t, history.WriteMarkdown(&markdown, r))
	assert.Contains(t, markdown.String(), "| `number` | 1.000 | 1.000 | ██████████ |  | none |\n")
}

// Runs that differ in noise alone: a decline of any field in at most 5 %, and half of that is
// improvement: of 40 histories 5 have a chance below 1 %, and of 15 histories 4.
func TestNoiseIsNoDecline(t *testing.T) {
	declined := 0
	for seed := range uint64(effort.Size(15, 40)) {
		r := rand.New(rand.NewPCG(4, seed))
		var inputs []runs.Input
		for day := range 3 {
			inputs = append(inputs, runOf(t, day+1, 40, func(string, int) bool { return r.IntN(10) == 0 }))
		}
		h, err := history.Read(inputs, history.Options{Diff: diff.Options{Resamples: 20}})
		require.NoError(t, err)
		for _, row := range h.Sets[0].Rows {
			assert.Nil(t, row.Change, "three runs cannot show a change point")
		}
		if h.Declined() {
			declined++
		}
	}
	assert.LessOrEqual(t, declined, effort.Size(3, 4))
}

// A field, or a data set, that is not in all runs.
func TestFieldsThatComeAndGo(t *testing.T) {
	only := func(day int, name, field string) runs.Input {
		text := reporttest.Line(t, report.Run{Schema: report.Schema, Package: "example.com/a", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)}) + "\n" +
			reporttest.Line(t, report.Dataset{Name: name}) + "\n" +
			reporttest.Line(t, reporttest.Counted("a", 1, 1, reporttest.Row(field, metrics.Counts{Match: 1}))) + "\n" +
			reporttest.Line(t, report.End{Cases: 1}) + "\n"
		return runs.Input{Name: fmt.Sprintf("run-%d", day), Sources: []artifact.Source{reporttest.Source("x.jsonl", text)}}
	}
	r, err := history.Read([]runs.Input{only(1, "x", "old"), only(2, "x", "new"), only(3, "y", "new")}, history.Options{})
	require.NoError(t, err)
	assert.True(t, r.Declined(), "data set x disappeared")
	require.Len(t, r.Sets, 2)
	one := report.RatioOf(1, true)
	assert.Equal(t, "new", r.Sets[0].Rows[0].Name)
	assert.Equal(t, runs.Values(report.Ratio{}, one, report.Ratio{}), r.Sets[0].Rows[0].Values)
	assert.Equal(t, "old", r.Sets[0].Rows[1].Name)
	assert.Equal(t, runs.Values(one, report.Ratio{}, report.Ratio{}), r.Sets[0].Rows[1].Values)
	var text strings.Builder
	require.NoError(t, history.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), "new       1.000       -  ·█·                       too few runs\n")
}

// F1 is undefined in the runs in which a field was never right; these count for the test all the same.
func TestAFieldThatIsRightInFewRunsIsTested(t *testing.T) {
	var inputs []runs.Input
	for day := 1; day <= 9; day++ {
		counts := metrics.Counts{Missing: 1}
		if day%4 == 3 {
			counts = metrics.Counts{Match: 1}
		}
		text := reporttest.Line(t, report.Run{Schema: report.Schema, Package: "example.com/a", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)}) + "\n" +
			reporttest.Line(t, report.Dataset{Name: "x"}) + "\n" +
			reporttest.Line(t, reporttest.Counted("a", 1, 1, reporttest.Row("total", counts))) + "\n" +
			reporttest.Line(t, report.End{Cases: 1}) + "\n"
		inputs = append(inputs, runs.Input{Name: fmt.Sprintf("run-%d", day), Sources: []artifact.Source{reporttest.Source("x.jsonl", text)}})
	}
	r, err := history.Read(inputs, history.Options{})
	require.NoError(t, err)
	row := r.Sets[0].Rows[0]
	assert.Equal(t, "total", row.Name)
	assert.False(t, row.Value(0).Defined)
	assert.Equal(t, "none", r.ChangeText(&row))
}

func TestMisuse(t *testing.T) {
	a := runOf(t, 1, 1, first(0))
	_, err := history.Read([]runs.Input{a}, history.Options{})
	assert.EqualError(t, err, "history: 1 run, want 2 or more")
	_, err = history.Read([]runs.Input{a, a}, history.Options{Last: 1})
	assert.EqualError(t, err, "history: Last is 1, want 2 or more")
	_, err = history.Read([]runs.Input{a, {Name: "empty", Sources: []artifact.Source{reporttest.Source("e", "")}}}, history.Options{})
	assert.ErrorContains(t, err, "run empty")
}

// A run is named with the labels that all of its data sets have.
func TestLabelsOfRuns(t *testing.T) {
	labelled := func(day int, dataset string, labels map[string]string) artifact.Source {
		text := ""
		for _, r := range []report.Record{
			report.Run{Schema: report.Schema, Package: "example.com/a", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC), Labels: labels},
			report.Dataset{Name: dataset}, reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})), report.End{Cases: 1},
		} {
			text += reporttest.Line(t, r)
		}
		return reporttest.Source(fmt.Sprint(day, dataset), text)
	}
	r, err := history.Read([]runs.Input{
		{Name: "one", Sources: []artifact.Source{
			labelled(1, "invoices", map[string]string{"model": "x", "prompt": "v2"}), labelled(1, "letters", map[string]string{"model": "x", "prompt": "v3"}),
		}},
		{Name: "two", Sources: []artifact.Source{labelled(2, "invoices", nil)}},
	}, history.Options{})
	require.NoError(t, err)
	assert.Equal(t, "one (2026-11-01, model=x)", r.Runs[0].Label())
	assert.Equal(t, "two (2026-11-02)", r.Runs[1].Label())
}

// Invariants are followed as fields are, apart from them: of 40 documents without a truth all
// keep adds_up, and 12 break it from the sixth run on.
func TestInvariants(t *testing.T) {
	checked := func(day, broken int) runs.Input {
		var text []byte
		add := func(r report.Record) {
			var err error
			text, err = artifact.AppendRecord(text, r)
			require.NoError(t, err)
		}
		add(report.Run{Schema: report.Schema, Package: "example.com/a", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)})
		add(report.Dataset{Name: "invoices", Invariants: []string{"adds_up"}})
		for i := range 40 {
			c := report.Case{ID: fmt.Sprintf("doc-%d", i), Trial: 1, Status: report.OK, Unlabelled: true, Verdict: eval.Pass}
			state := invariant.Holds
			if i < broken {
				state, c.Verdict = invariant.Broken, eval.Fail
			}
			c.Invariants = []invariant.Result{{Name: "adds_up", State: state}}
			add(c)
		}
		add(report.End{Cases: 40})
		name := fmt.Sprintf("run-%d", day)
		return runs.Input{Name: name, Sources: []artifact.Source{reporttest.Source(name+".jsonl", string(text))}}
	}
	var inputs []runs.Input
	for day := range 10 {
		inputs = append(inputs, checked(day+1, 12*(day/5)))
	}
	r, err := history.Read(inputs, history.Options{Last: 6})
	require.NoError(t, err)
	require.Len(t, r.Sets, 1)
	require.Len(t, r.Sets[0].Rows, 1, "nothing has an F1")
	row := r.Sets[0].Rows[0]
	assert.Equal(t, "rule adds_up", row.Name)
	assert.True(t, row.Kind == report.KindInvariant)
	assert.Equal(t, report.RatioOf(1, true), row.Value(4))
	assert.Equal(t, report.RatioOf(0.7, true), row.Value(5))
	require.NotNil(t, row.Change)
	assert.Equal(t, 5, row.Change.Run)
	assert.Less(t, row.Change.P, 0.04)
	require.NotNil(t, row.Recent)
	assert.Equal(t, diff.Regressed, row.Recent.Verdict, "12 broke and none was mended")
	assert.True(t, r.Declined())
	var text, markdown strings.Builder
	require.NoError(t, history.WriteText(&text, r, view.Screen{}))
	assert.Regexp(t, `\ninvoices\n\ninvariant +first +newest +runs +over the last runs +change point\nrule adds_up +1\.000 +0\.700 +█████▁▁▁▁▁ +regressed -0\.300 \(p <?0\.\d+\) +1\.000 → 0\.700 since run-6`, text.String())
	require.NoError(t, history.WriteMarkdown(&markdown, r))
	assert.Contains(t, markdown.String(), "| invariant | first | newest | runs | over the last runs | change point |\n|---|--:|--:|---|---|---|\n| `rule adds_up` | 1.000 | 0.700 |")
}

// Fields that are lost altogether fall to 0, although F1 is undefined where nothing is right; one that has recovered is no fall
// that stands, and one that falls little by little has no day.
func TestKindsOfChanges(t *testing.T) {
	history20 := func(wrong func(day int) int) history.Report {
		var inputs []runs.Input
		for day := range 20 {
			inputs = append(inputs, runOf(t, day+1, 40, func(field string, i int) bool { return field == "total" && (i*7+day*11)%40 < wrong(day) }))
		}
		r, err := history.Read(inputs, history.Options{Diff: diff.Options{Resamples: 20}})
		require.NoError(t, err)
		return r
	}
	total := func(r history.Report) string { return r.ChangeText(&r.Sets[0].Rows[1]) }

	lost := history20(func(day int) int { return 2 + 38*(day/14) - day%2 })
	assert.Regexp(t, `^0\.962 → 0\.013 since run-15 \(2026-11-15\) \(p `, total(lost))
	assert.True(t, lost.Declined())
	assert.Contains(t, lost.Heading()[1], "fallen: total 0.962 → 0.013 since run-15")

	slow := history20(func(day int) int { return day/2 + day%2 })
	assert.Regexp(t, `^0\.99\d → 0\.7\d\d little by little \(p <?0\.0`, total(slow))
	assert.True(t, slow.Declined())

	back := history20(func(day int) int {
		if day >= 3 && day < 15 {
			return 12 + day%2
		}
		return 1
	})
	assert.False(t, back.Declined(), total(back))
}

// A data set that grows by documents which are wrong does not look like a fall: changes are searched for over the cases that all runs
// have, and a fall of these is found.
func TestDataSetGrows(t *testing.T) {
	read := func(fallen bool) history.Report {
		var inputs []runs.Input
		for day, wrong := range []int{2, 3, 2, 4, 3, 2, 3, 2, 4, 3, 2, 3, 2, 4} {
			documents := 40
			if day >= 7 {
				documents = 60
			}
			if fallen && day >= 7 {
				wrong += 12
			}
			inputs = append(inputs, runOf(t, day+1, documents, func(field string, i int) bool { return field == "total" && (i < wrong || i >= 40) }))
		}
		r, err := history.Read(inputs, history.Options{})
		require.NoError(t, err)
		return r
	}
	r := read(false)
	assert.False(t, r.Declined())
	total := r.Sets[0].Rows[1]
	assert.Equal(t, []report.Ratio{report.RatioOf(0.95, true), report.RatioOf(36./60, true)}, []report.Ratio{total.Value(0), total.Value(13)}, "each run has the numbers of its own cases")
	assert.Equal(t, []string{"change points are over the 40 cases that the runs have in common"}, r.LabelChanges(&r.Sets[0]))

	r = read(true)
	assert.True(t, r.Fallen())
	require.NotNil(t, r.Sets[0].Rows[1].Change)
	assert.Equal(t, 7, r.Sets[0].Rows[1].Change.Run)

	// A set of other documents is another set: its first runs are too few to search.
	var inputs []runs.Input
	for day := range 14 {
		documents := 10
		if day >= 6 {
			documents = 60
		}
		inputs = append(inputs, runOf(t, day+1, documents, func(field string, i int) bool { return field == "total" && i >= 10 }))
	}
	r, err := history.Read(inputs, history.Options{})
	require.NoError(t, err)
	assert.False(t, r.Declined())
	assert.Equal(t, []string{"change points are over the 60 cases that the runs have in common; 6 runs, whose cases would leave fewer than half of the newest run's, are left out"}, r.LabelChanges(&r.Sets[0]))

	// Each of 13 runs has another four of the 60 documents less than the newest: all together would have 8 in common.
	inputs = nil
	for day := range 14 {
		inputs = append(inputs, runWithout(t, day+1, 60, first(3), func(i int) bool { return day < 13 && i/4 == day }))
	}
	r, err = history.Read(inputs, history.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"change points are over the 32 cases that the runs have in common; 6 runs, whose cases would leave fewer than half of the newest run's, are left out"}, r.LabelChanges(&r.Sets[0]))
}
