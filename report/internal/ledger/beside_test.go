package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/reporttest"
)

// beside reads runs side by side, and returns what each case was told with: "id passed/trials …" by run.
func beside(t *testing.T, sources ...artifact.Source) (told []string, runs *ledger.Runs, sets [][]*ledger.Cases, ok bool) {
	t.Helper()
	runs = &ledger.Runs{}
	tell := func(all []*ledger.Cases, n int32) {
		text := all[0].Name(n)
		for _, c := range all {
			passed, entries := 0, c.Entries(nil, n)
			for _, e := range entries {
				if e.Passed {
					passed++
				}
			}
			text += fmt.Sprintf(" %d/%d", passed, len(entries))
		}
		told = append(told, text)
	}
	sets, errs, ok := runs.Read(inputs(sources), nil, tell)
	for _, err := range errs {
		require.NoError(t, err)
	}
	return told, runs, sets, ok
}

func inputs(sources []artifact.Source) (all []ledger.Input) {
	for _, s := range sources {
		all = append(all, ledger.Input{Name: s.Name, Sources: []artifact.Source{s}})
	}
	return all
}

var invoices = report.Dataset{Name: "invoices", Attributes: []string{"total"}}

// artifactOf is the file of one complete run.
func artifactOf(t *testing.T, ds report.Dataset, cases ...report.Case) artifact.Source {
	t.Helper()
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/invoices", Repetition: 1}, ds}
	for _, c := range cases {
		records = append(records, c)
	}
	var lines []byte
	for _, r := range append(records, report.End{Cases: len(cases)}) {
		var err error
		lines, err = artifact.AppendRecord(lines, r)
		require.NoError(t, err)
	}
	return reporttest.Source("run.jsonl", string(lines))
}

const right, wrong = metrics.Match, metrics.Wrong

// caseN is a case with one value.
func caseN(id string, trial int, total metrics.Outcome) report.Case {
	var counts metrics.Counts
	counts.Add(total)
	c := report.Case{ID: id, Trial: trial, Status: report.OK, Verdict: eval.Pass, Counts: []metrics.Row{reporttest.Row("total", counts)}}
	if total == wrong {
		c.Verdict = eval.Fail
	}
	return c
}

func case1(id string, total metrics.Outcome) report.Case { return caseN(id, 1, total) }

// numbered are n cases, of which those that wrong names are wrong.
func numbered(n int, wrongs ...int) (all []report.Case) {
	for i := range n {
		c := case1(fmt.Sprint("c", i), right)
		if slices.Contains(wrongs, i) {
			c = case1(c.ID, wrong)
		}
		all = append(all, c)
	}
	return all
}

func shuffled(all []report.Case, seed uint64) []report.Case {
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// Each case is told once, whatever the order of each run, and nothing is left; what one run lacks is not told.
func TestRunsSideBySide(t *testing.T) {
	for name, sources := range map[string][]artifact.Source{
		"one order": {artifactOf(t, invoices, numbered(300)...), artifactOf(t, invoices, numbered(300, 7)...), artifactOf(t, invoices, numbered(300)...)},
		"another each": {artifactOf(t, invoices, shuffled(numbered(300), 1)...), artifactOf(t, invoices, shuffled(numbered(300, 7), 2)...),
			artifactOf(t, invoices, shuffled(numbered(300), 3)...)},
		"one has more": {artifactOf(t, invoices, numbered(320)...), artifactOf(t, invoices, numbered(300, 7)...), artifactOf(t, invoices, numbered(310)...)},
	} {
		told, _, sets, ok := beside(t, sources...)
		require.True(t, ok, name)
		want := make([]string, 300)
		for i := range want {
			want[i] = fmt.Sprintf("c%d 1/1 1/1 1/1", i)
		}
		want[7] = "c7 1/1 0/1 1/1"
		assert.ElementsMatch(t, want, told, name)
		all := []*ledger.Cases{sets[0][0], sets[1][0], sets[2][0]}
		assert.Empty(t, ledger.Common(all), name)
		assert.Equal(t, 300, all[1].Asked(), name)
		assert.Len(t, ledger.Common(all[:1]), all[0].Asked()-300, name)
	}
}

// A case is told when it has all of its trials, and not where a run did not ask for it: then it is left for the others.
func TestTrialsSideBySide(t *testing.T) {
	ds := invoices
	ds.Trials = 2
	two := func(id string, first, second metrics.Outcome) []report.Case {
		return []report.Case{caseN(id, 1, first), caseN(id, 2, second)}
	}
	skipped := case1("y", right)
	skipped.Status = report.Skipped
	a := append(two("x", right, wrong), two("y", right, right)...)
	told, _, sets, ok := beside(t, artifactOf(t, ds, a...), artifactOf(t, invoices, case1("x", right), skipped))
	require.True(t, ok)
	assert.Equal(t, []string{"x 1/2 1/1"}, told)
	assert.Equal(t, []int{2, 1}, []int{sets[0][0].Asked(), sets[1][0].Asked()})
	left := ledger.Common(sets[0])
	require.Len(t, left, 1)
	assert.Equal(t, "y", sets[0][0].Name(left[0]))
}

// Where a case comes again that was done with, as in a trial that the data set does not say, or twice, what
// was told does not hold.
func TestSideBySideIsNotEnough(t *testing.T) {
	var many []report.Case
	for trial := range 65 {
		many = append(many, caseN("c0", trial+1, right))
	}
	const cases = 5000 // by whose end the first one is done with, as no run is so far ahead of another
	plain := artifactOf(t, invoices, numbered(cases)...)
	for name, source := range map[string]artifact.Source{
		"more trials":        artifactOf(t, invoices, append(numbered(cases), caseN("c0", 2, right))...),
		"twice":              artifactOf(t, invoices, append(numbered(cases), case1("c0", right))...),
		"trial 65 twice":     artifactOf(t, invoices, append(many, many[64])...),
		"twice side by side": artifactOf(t, invoices, append(numbered(1), case1("c0", right))...),
	} {
		_, _, _, ok := beside(t, plain, source)
		assert.False(t, ok, name)
	}
}

// What was read is not kept: of 20,000 cases in three runs there are never more than the readers are apart.
func TestMemoryOfRunsSideBySide(t *testing.T) {
	const cases = 20_000
	var sources []artifact.Source
	for range 3 {
		sources = append(sources, artifactOf(t, invoices, numbered(cases)...))
	}
	runs := &ledger.Runs{}
	told, most := 0, int32(0)
	_, _, ok := runs.Read(inputs(sources), nil, func(_ []*ledger.Cases, n int32) { told, most = told+1, max(most, n) })
	assert.True(t, ok)
	assert.Equal(t, cases, told)
	assert.Less(t, most, int32(2*4096), "numbers are given again")
}
