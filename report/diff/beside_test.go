package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/diff"
)

// beside reads runs side by side, and returns what each case was told with: "id passed/trials …" by run.
func beside(t *testing.T, sources ...artifact.Source) (told []string, runs *diff.Runs, sets [][]*diff.Cases, ok bool) {
	t.Helper()
	runs, err := diff.NewRuns(diff.Options{})
	require.NoError(t, err)
	tell := func(all []*diff.Cases, n int32) {
		text := all[0].Name(n)
		for _, c := range all {
			var o diff.Outcome
			runs.Outcome(&o, c, n)
			text += fmt.Sprintf(" %d/%d", o.Passed, o.Trials)
		}
		told = append(told, text)
	}
	sets, errs, ok := runs.Read(inputs(sources), keyOf, tell)
	for _, err := range errs {
		require.NoError(t, err)
	}
	return told, runs, sets, ok
}

// numbered are n cases, of which those that wrong names are wrong.
func numbered(n int, wrongs ...int) (all []report.Case) {
	for i := range n {
		c := case1(fmt.Sprint("c", i), right("total"))
		if slices.Contains(wrongs, i) {
			c = case1(c.ID, wrong("total"))
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
		all := []*diff.Cases{sets[0][0], sets[1][0], sets[2][0]}
		assert.Empty(t, diff.Common(all), name)
		assert.Equal(t, 300, all[1].Asked(), name)
		assert.Len(t, diff.Common(all[:1]), all[0].Asked()-300, name)
	}
}

// A case is told when it has all of its trials, and not where a run did not ask for it: then it is left for the others.
func TestTrialsSideBySide(t *testing.T) {
	ds := invoices
	ds.Trials = 2
	two := func(id string, first, second leaf) []report.Case {
		return []report.Case{caseN(id, 1, first), caseN(id, 2, second)}
	}
	skipped := case1("y", right("total"))
	skipped.Status = report.Skipped
	a := append(two("x", right("total"), wrong("total")), two("y", right("total"), right("total"))...)
	told, _, sets, ok := beside(t, artifactOf(t, ds, a...), artifactOf(t, invoices, case1("x", right("total")), skipped))
	require.True(t, ok)
	assert.Equal(t, []string{"x 1/2 1/1"}, told)
	assert.Equal(t, []int{2, 1}, []int{sets[0][0].Asked(), sets[1][0].Asked()})
	left := diff.Common(sets[0])
	require.Len(t, left, 1)
	assert.Equal(t, "y", sets[0][0].Name(left[0]))
}

// Where a case comes again that was done with, as in a trial that the data set does not say, or twice, what
// was told does not hold.
func TestSideBySideIsNotEnough(t *testing.T) {
	var many []report.Case
	for trial := range 65 {
		many = append(many, caseN("c0", trial+1, right("total")))
	}
	const cases = 5000 // by whose end the first one is done with, as no run is so far ahead of another
	plain := artifactOf(t, invoices, numbered(cases)...)
	for name, source := range map[string]artifact.Source{
		"more trials":        artifactOf(t, invoices, append(numbered(cases), caseN("c0", 2, right("total")))...),
		"twice":              artifactOf(t, invoices, append(numbered(cases), case1("c0", right("total")))...),
		"trial 65 twice":     artifactOf(t, invoices, append(many, many[64])...),
		"twice side by side": artifactOf(t, invoices, append(numbered(1), case1("c0", right("total")))...),
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
	runs, err := diff.NewRuns(diff.Options{})
	require.NoError(t, err)
	told, most := 0, int32(0)
	_, _, ok := runs.Read(inputs(sources), keyOf, func(_ []*diff.Cases, n int32) { told, most = told+1, max(most, n) })
	assert.True(t, ok)
	assert.Equal(t, cases, told)
	assert.Less(t, most, int32(2*4096), "numbers are given again")
}
