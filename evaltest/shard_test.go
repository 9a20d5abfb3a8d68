package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShards runs a suite of 60 cases, of which every tenth is wrong, as a whole and
// in 7 shards, and once more in more shards than there are cases.
func TestShards(t *testing.T) {
	type invoice struct {
		Total int `json:"total"`
	}
	var cases []Case[int]
	for i := range 60 {
		cases = append(cases, Case[int]{ID: fmt.Sprintf("invoice-%02d", i), Input: i, Want: invoice{i}})
	}
	run := func(t *testing.T, shard, dir string, cases []Case[int]) {
		t.Setenv("EVALTEST_SHARD", shard)
		t.Setenv("EVALTEST_DIR", dir)
		t.Setenv("EVALTEST_GATE", "")
		t.Run("run", func(t *testing.T) {
			Suite[int, invoice]{
				Name: "invoices", Cases: cases, Gate: Gate{MicroF1: 0.85}, Workers: 3,
				Extract: func(_ context.Context, i int) (invoice, error) {
					if i%10 == 3 {
						return invoice{-1}, nil
					}
					return invoice{i}, nil
				},
			}.Run(t)
		})
	}
	read := func(t *testing.T, dirs ...string) *summarize.Set {
		var m summarize.Merge
		for _, dir := range dirs {
			files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
			require.NoError(t, err)
			for _, file := range files {
				require.NoError(t, m.Read(artifact.File(file)))
			}
		}
		require.Len(t, m.Sets(), 1)
		return m.Sets()[0]
	}

	whole := t.TempDir()
	run(t, "", whole, cases)
	want, err := json.Marshal(read(t, whole).Summarizer.Summary())
	require.NoError(t, err)

	for _, tt := range []struct {
		name  string
		n     int
		cases []Case[int]
	}{{"7 shards", 7, cases}, {"more shards than cases", 5, cases[:3]}} {
		t.Run(tt.name, func(t *testing.T) {
			var dirs []string
			for i := tt.n; i >= 1; i-- {
				dir := t.TempDir()
				run(t, fmt.Sprintf("%d/%d", i, tt.n), dir, tt.cases)
				dirs = append(dirs, dir)
				files, err := os.ReadDir(dir)
				require.NoError(t, err)
				require.Len(t, files, 1)
				assert.Contains(t, files[0].Name(), fmt.Sprintf("invoices.shard%dof%d.jsonl", i, tt.n))
				text, err := os.ReadFile(filepath.Join(dir, files[0].Name()))
				require.NoError(t, err)
				assert.NotContains(t, string(text), `"type":"gate"`, "the gate is deferred")
			}
			set := read(t, dirs...)
			assert.Equal(t, artifact.Whole, set.State())
			assert.Equal(t, len(tt.cases), set.Summarizer.Summary().Cases().Total())
			assert.Equal(t, len(tt.cases), set.Dataset.Cases)
			if len(tt.cases) == len(cases) {
				got, err := json.Marshal(set.Summarizer.Summary())
				require.NoError(t, err)
				assert.Equal(t, string(want), string(got), "as of one run, intervals included")
			}
			result, err := set.Dataset.Gate.Check(set.Summarizer.Summary())
			require.NoError(t, err)
			assert.True(t, result.Passed)

			lacking := read(t, dirs[1:]...)
			assert.EqualError(t, lacking.Lacking(), fmt.Sprintf(`report: data set "invoices": %d of %d shards are there, missing %d`, tt.n-1, tt.n, tt.n))
		})
	}
}
