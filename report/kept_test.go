package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Artifacts of extracteval/v1 are read by every version that knows the schema.
// testdata/artifacts/v1 at the root keeps one of each release; its numbers are by hand from the six
// orders of examples/lineitems: 3+2+1+2 rows are right, 2+1 missing, 1+1 invented.
func TestKeptArtifactsAreRead(t *testing.T) {
	kept, err := filepath.Glob("../testdata/artifacts/v1/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	for _, path := range kept {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		reporttest.RequireValid(t, text)

		var m summarize.Merge
		require.NoError(t, m.Read(artifact.File(path)))
		sets := m.Sets()
		require.Len(t, sets, 1)
		set := sets[0]
		assert.Equal(t, artifact.Whole, set.State())
		s := set.Summarizer.Summary()
		assert.Equal(t, 6, s.Cases().Total())
		assert.InDelta(t, 16.0/21, s.Number("F1 of lines[].amount").Value.Value, 1e-12)
		for _, row := range s.Trials[0].Counts {
			if row.Attribute == "lines[].amount" {
				assert.Equal(t, metrics.Counts{Match: 8, Missing: 3, Invented: 2}, row.Counts)
			}
		}
	}
}

// A summary of the form before the first release has no list of numbers. It is refused, and the data set is broken: its numbers over
// trials would be lost in silence.
func TestArtifactsOfTheOldFormAreRefused(t *testing.T) {
	var m summarize.Merge
	require.NoError(t, m.Read(artifact.File("../testdata/artifacts/refused/orders.jsonl")))
	set := m.Sets()[0]
	assert.Equal(t, artifact.Broken, set.State())
	assert.Contains(t, set.Why(), "the summary has no numbers: it is of a version before the first release, whose form was another; run the tests or evalreport score again")
}

// Every record that an example writes is valid under schema.json. TestRescoreIsAFreshRun of evalreport holds the records of the
// other examples against it, where long tests are asked for.
func TestAnExampleWritesWhatTheSchemaSays(t *testing.T) {
	effort.NeedsLong(t)
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	dir := t.TempDir()
	cmd := exec.Command("go", "test", "-count=1", "-vet=off", "../examples/invoices")
	cmd.Env = append(os.Environ(), "EVALTEST_DIR="+dir, "EVALTEST_SHARD=", "EVALTEST_GATE=on")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	artifacts, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, artifacts)
	for _, path := range artifacts {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		reporttest.RequireValid(t, text)
	}
}
