package artifact_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A package that does not compile leaves no marker, and the file of the week before would decide.
func TestAPackageThatFailedWithoutAWord(t *testing.T) {
	at := func(hour int) report.Run {
		run := artifact.NewRun("example.com/p")
		run.Start = time.Date(2099, 1, 1, hour, 0, 0, 0, time.UTC)
		return run
	}
	look := func(dir string) map[string]string {
		sources, _, err := artifact.List(dir)
		require.NoError(t, err)
		var j artifact.Joiner
		for _, s := range sources {
			require.NoError(t, j.Read(s, artifact.Visitor{}))
		}
		all := map[string]string{}
		for _, set := range j.Sets() {
			_, text, _ := strings.Cut(set.Why(), ".json")
			all[set.Dataset.Name] = strings.TrimPrefix(text, "l")
		}
		return all
	}
	const why = "of the run of 2099-01-01 02:00:00 UTC the tests did not compile"
	fail := func(dir string) {
		require.NoError(t, (&artifact.Dir{Path: dir, Run: at(2)}).Fail(1, "the tests did not compile"))
	}

	dir := t.TempDir()
	start(t, dir, 1, everything).records("a").close()
	fail(dir)
	assert.Equal(t, map[string]string{"(run)": ": " + why, "a": ": it is stale: " + why}, look(dir))
	assert.Equal(t, map[string]bool{"example.com/p": true}, artifact.Marked(dir))
	start(t, dir, 3, report.Selection{Run: "TestB"}).close()
	assert.Contains(t, look(dir), "(run)", "a run of a part does not say that the whole compiles")
	start(t, dir, 4, everything).records("a").close()
	assert.Equal(t, map[string]string{"a": ""}, look(dir), "a newer run has the word")

	dir = filepath.Join(t.TempDir(), "new")
	fail(dir)
	assert.Equal(t, map[string]string{"(run)": ": " + why}, look(dir))
	assert.Empty(t, artifact.Marked(dir)["example.com/p"], "no TestMain of ours was seen")

	dir = t.TempDir()
	r := start(t, dir, 3, everything).records("a")
	fail(dir)
	assert.Contains(t, look(dir)["(run)"], "was not closed", "it says so itself")
	require.NoError(t, r.end(1))
	fail(dir)
	assert.NotContains(t, look(dir)["(run)"], "compile", "and when it failed")

	dir = t.TempDir()
	start(t, dir, 3, everything).records("a").close()
	fail(dir)
	assert.Equal(t, map[string]string{"(run)": ": " + why, "a": ""}, look(dir), "it says that it passed: who behind it failed?")
}
