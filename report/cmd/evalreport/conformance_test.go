package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/conformance"
	"github.com/extracteval/extracteval/testdata/effort"
)

// TestScoreConforms compares the output of score with the vectors: one run for each spec, with
// files as a user has them.
func TestScoreConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("it scores whole data sets; the tests of package score look for races in that")
	}
	rows, err := conformance.Rows()
	require.NoError(t, err)
	rows = effort.Some(len(rows)/8, rows)
	specs := make(map[string][]conformance.Row)
	for _, row := range rows {
		specs[string(row.Spec)] = append(specs[string(row.Spec)], row)
	}
	var results []conformance.Result
	dir := t.TempDir()
	for spec, rows := range specs {
		results = append(results, scoreRows(t, dir, spec, rows)...)
	}
	kept := slices.ContainsFunc(results, func(r conformance.Result) bool { return r.Invariants != nil }) // by the records
	findings := conformance.Check(rows, results)
	for _, f := range findings {
		if f.Status == conformance.Failed {
			t.Errorf("%s: %s\n%v", f.Row.ID, f.Row.Why, f.Differences)
		}
		for _, key := range f.NotGiven { // a record keeps counts
			if key == "invariants" && !kept {
				continue
			}
			assert.Contains(t, f.Row.Measures, key, f.Row.ID)
		}
	}
	tally := conformance.Tally(findings)
	t.Logf("%d rows: %d passed, %d pending", len(rows), tally[conformance.Passed], tally[conformance.Pending])
}

// scoreRows runs the command on rows of one spec, and returns the results in the artifact.
func scoreRows(t *testing.T, dir, spec string, rows []conformance.Row) (results []conformance.Result) {
	t.Helper()
	var want, got bytes.Buffer
	for _, row := range rows {
		wantLine, gotLine := row.ScoreLines()
		want.Write(wantLine)
		got.Write(gotLine)
	}
	for name, text := range map[string][]byte{"spec.json": []byte(spec), "want.jsonl": want.Bytes(), "got.jsonl": got.Bytes()} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	out := filepath.Join(dir, "out")
	require.NoError(t, os.RemoveAll(out))
	exit := run(t.Context(), nil, io.Discard, io.Discard, []string{"score", "-dir", out, "-workers", "1",
		"-spec", filepath.Join(dir, "spec.json"), filepath.Join(dir, "want.jsonl"), filepath.Join(dir, "got.jsonl")})
	refused := "truth"
	if exit == exitMisuse {
		refused = "spec"
	}
	found := make(map[string]conformance.Result)
	if exit != exitMisuse {
		files, err := filepath.Glob(filepath.Join(out, "*.jsonl")) // partial, where a truth is refused
		require.NoError(t, err)
		require.Len(t, files, 1)
		artifact, err := os.ReadFile(files[0])
		require.NoError(t, err)
		for line := range bytes.Lines(artifact) {
			if bytes.HasPrefix(line, []byte(`{"type":"case",`)) {
				result, err := conformance.OfRecord(line)
				require.NoError(t, err)
				found[result.ID] = result
			}
		}
	}
	for _, row := range rows {
		result, ok := found[row.ID]
		if !ok {
			result = conformance.Result{ID: row.ID, Expected: conformance.Expected{Error: refused}}
		}
		results = append(results, result)
	}
	return results
}
