package evaltest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// sameSystem reports whether the answers of a run are taken by another one.
func sameSystem(t *testing.T, earlier, present report.Run) bool {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "p.set.jsonl"))
	require.NoError(t, err)
	defer file.Close()
	w := artifact.NewWriter(file, file.Name())
	run := artifact.NewRun("p")
	run.Labels, run.Provider, run.Rescored = earlier.Labels, earlier.Provider, earlier.Rescored
	require.NoError(t, w.Write(run))
	require.NoError(t, w.Write(report.Dataset{Name: "set"}))
	require.NoError(t, w.End(false))
	answers, err := cases.OpenAnswers(dir, cases.From{Package: "p", Dataset: "set", Run: present})
	if err != nil {
		require.ErrorContains(t, err, "its answers are of another system")
		return false
	}
	require.NotNil(t, answers)
	answers.Close()
	return true
}

func TestSameSystem(t *testing.T) {
	real, replay := report.Run{Provider: "real"}, report.Run{Provider: "replay"}
	assert.False(t, sameSystem(t, real, report.Run{}))
	assert.True(t, sameSystem(t, replay, report.Run{}))
	labels := map[string]string{"model": "x"}
	rescored := report.Run{Labels: labels, Rescored: "349da105851f8c79"}
	assert.True(t, sameSystem(t, rescored, report.Run{Labels: labels}), "its answers are of that system")
	assert.False(t, sameSystem(t, rescored, report.Run{Labels: labels, Provider: "real"}))
}
