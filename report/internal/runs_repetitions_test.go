package internal_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Trials of a repetition follow the trials of the first, whatever the order of the files; each record is found again.
func TestRepetitionsAreTrials(t *testing.T) {
	run := func(repetition int, answers ...string) artifact.Source {
		r := reporttest.Evaluated{Repetition: repetition, Truths: []string{`{"a": 1}`}, Start: time.Unix(0, 0)}
		for _, answer := range answers {
			r.Answers = append(r.Answers, []string{answer})
		}
		return r.Source(t)
	}
	first, second := run(1, `{"a": 1}`, `{"a": 2}`), run(2, `{"a": 3}`, `{"a": 1}`)
	for _, sources := range [][]artifact.Source{{first, second}, {second, first}} {
		sets, errs := new(runs.Ledger).Read([]runs.Input{{Name: "run", Sources: sources}})
		require.NoError(t, errs[0])
		require.Len(t, sets[0], 1)
		c := sets[0][0]
		assert.Equal(t, 2, c.Repetitions())
		assert.Equal(t, 1, c.Set.Run.Repetition)
		assert.Equal(t, artifact.Whole, c.State())
		var passed []bool
		var got []string
		var wanted []runs.Wanted
		for i, e := range c.Entries(0) {
			assert.Equal(t, int32(i+1), e.Trial)
			passed = append(passed, e.Passed)
			wanted = append(wanted, runs.Wanted{Of: c, Entry: &e, Take: func(c *report.Case) { got = append(got, string(c.Fields[0].Got)) }})
		}
		assert.Equal(t, []bool{true, false, false, true}, passed)
		for err := range runs.Fetch(wanted) {
			require.NoError(t, err)
		}
		assert.ElementsMatch(t, []string{"1", "2", "3", "1"}, got)
	}
}

// A repetition that broke off is not passed over.
func TestTheWorstRepetitionCounts(t *testing.T) {
	whole := reporttest.Evaluated{Truths: []string{`{"a": 1}`}, Answers: [][]string{{`{"a": 1}`}}}
	broken := reporttest.Source("second.jsonl", `{"type":"run","schema":"extracteval/v1","package":"example.com/invoices","repetition":2}
{"type":"dataset","name":"invoices"}
`)
	sets, errs := new(runs.Ledger).Read([]runs.Input{{Name: "run", Sources: []artifact.Source{whole.Source(t), broken}}})
	require.NoError(t, errs[0])
	assert.Equal(t, artifact.Broken, sets[0][0].State())
	assert.Contains(t, sets[0][0].Why(), "second.jsonl")
}
