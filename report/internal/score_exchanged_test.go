package internal_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/score"
)

func TestFilesThatSeemExchanged(t *testing.T) {
	const line = "id,total\na,1\n"
	for _, tt := range []struct {
		name         string
		first, texts [2]string // the names and the texts of the files
		exchanged    bool
	}{
		{"names alone say nothing", [2]string{"got.csv", "want.csv"}, [2]string{line, line}, false},
		{"truths with errors", [2]string{"a.csv", "b.csv"}, [2]string{"id,total,error\na,1,\n", line}, true},
		{"answers with errors", [2]string{"a.csv", "b.csv"}, [2]string{line, "id,total,error\na,1,\n"}, false},
		{"truths with latencies", [2]string{"a.csv", "b.csv"}, [2]string{"id,total,latency_ms\na,1,12\n", line}, true},
		{"truths with confidences", [2]string{"a.csv", "b.csv"}, [2]string{"id,total,confidence\na,1,.9\n", line}, true},
		{"a field called confidence", [2]string{"a.csv", "b.csv"}, [2]string{"id,confidence\na,1\n", "id,confidence\na,1\n"}, false},
		{"answers under the key of truths", [2]string{"a.jsonl", "b.jsonl"}, [2]string{`{"id":"a","total":1}`, `{"id":"a","want":{"total":1}}`}, true},
		{"a field called error", [2]string{"a.csv", "b.csv"}, [2]string{"id,error\na,1\n", "id,error\na,1\n"}, false},
		{"keys that say it", [2]string{"answers.jsonl", "truths.jsonl"}, [2]string{`{"id":"a","want":{"total":1}}`, `{"id":"a","got":{"total":1}}`}, false},
	} {
		dir := t.TempDir()
		want, err := openText(t, dir, tt.first[0], tt.texts[0])
		require.NoError(t, err)
		got, err := openText(t, dir, tt.first[1], tt.texts[1])
		require.NoError(t, err)
		_, said, err := score.Prepare(score.Lines{}, eval.Spec{}, want, got)
		require.NoError(t, err)
		warning := tt.first[0] + " is read as the truths, and " + tt.first[1] + " as the answers; if they are exchanged: evalreport score " + tt.first[1] + " " + tt.first[0]
		assert.Equal(t, tt.exchanged, slices.Contains(said, warning), "%s: %q", tt.name, said)
		require.NoError(t, want.Close())
		require.NoError(t, got.Close())
	}
}
