package history_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// labelled returns the source of a run with a model.
func labelled(t *testing.T, r runs.Input, model string) artifact.Source {
	t.Helper()
	f, err := r.Sources[0].Open()
	require.NoError(t, err)
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	return reporttest.Source(r.Name+"/"+model+".jsonl", strings.Replace(string(text), `"repetition":1`, `"repetition":1,"labels":{"model":"`+model+`"}`, 1))
}

// Ten runs ask two models: of the small one 10 totals of 40 are wrong in all, of the large one none before the sixth and 16 from it on. In
// one line the runs of both would go up and down. Apart, the large one fell, the small one did not, and both share 5 %.
func TestHistoriesOfSystems(t *testing.T) {
	var inputs []runs.Input
	for day := 1; day <= 10; day++ {
		large := 0
		if day > 5 {
			large = 16
		}
		one := runOf(t, day, 40, first(10))
		inputs = append(inputs, runs.Input{Name: one.Name, Sources: []artifact.Source{labelled(t, one, "small"), labelled(t, runOf(t, day, 40, first(large)), "large")}})
	}
	all, err := history.ReadSystems(inputs, []string{"model"}, history.Options{Last: 10})
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"model=large", "model=small"}, []string{all[0].System, all[1].System})
	assert.Equal(t, []bool{true, false}, []bool{all[0].Declined(), all[1].Declined()})
	assert.InDelta(t, 0.975, all[0].Level, 1e-12)
	assert.Equal(t, "model=large: 10 runs; over the last 10, from run-1 (2026-11-01, model=large) to run-10 (2026-11-10, model=large):", all[0].Heading()[0])
	assert.Equal(t, "2 systems: model=large fell or got worse", history.Summary(all))
	assert.Equal(t, "1 system: none fell", history.Summary(all[1:]))

	err = history.CheckSystem(inputs)
	assert.EqualError(t, err, `history: the runs are of several systems: model of data set "invoices" is "large" in 10 runs, "small" in 10 runs: -by model makes a history of each, -by '' one of all`)
	_, err = history.ReadSystems(inputs, []string{"prompt"}, history.Options{})
	assert.EqualError(t, err, "history: run-1/small.jsonl has no label prompt: each run needs one for a history by it")
	_, err = history.ReadSystems(append(inputs[:1:1], runs.Input{Name: "other", Sources: inputs[1].Sources[:1]}), []string{"model"}, history.Options{})
	assert.EqualError(t, err, "history: model=large has 1 run, run-1: want 2 or more of each; leave it out for now")

	// One system, or one without a label at first, is one history.
	small := runOf(t, 1, 40, first(10))
	again := runs.Input{Name: "again", Sources: []artifact.Source{labelled(t, runOf(t, 2, 40, first(10)), "small")}}
	assert.NoError(t, history.CheckSystem([]runs.Input{small, again, again}))

	// A file that holds several systems cannot be divided.
	joined := runs.Input{Name: "joined", Sources: []artifact.Source{join(t, again.Sources[0], labelled(t, small, "large"))}}
	_, err = history.ReadSystems([]runs.Input{joined, joined}, []string{"model"}, history.Options{})
	assert.ErrorContains(t, err, `holds data sets of "model=small" and of "model=large": give the files of each system as they were before merge`)
}

// join returns a source with the texts of several, of which all but the first are of another data set.
func join(t *testing.T, all ...artifact.Source) artifact.Source {
	t.Helper()
	text := ""
	for i, s := range all {
		f, err := s.Open()
		require.NoError(t, err)
		part, err := io.ReadAll(f)
		require.NoError(t, err)
		if i > 0 {
			part = []byte(strings.ReplaceAll(string(part), `"invoices"`, `"letters"`))
		}
		text += string(part)
	}
	return reporttest.Source("joined.jsonl", text)
}
