package score

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
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
		{"a field called error", [2]string{"a.csv", "b.csv"}, [2]string{"id,error\na,1\n", "id,error\na,1\n"}, false},
		{"keys that say it", [2]string{"answers.jsonl", "truths.jsonl"}, [2]string{`{"id":"a","want":{"total":1}}`, `{"id":"a","got":{"total":1}}`}, false},
	} {
		dir := t.TempDir()
		want, err := openText(t, dir, tt.first[0], tt.texts[0])
		require.NoError(t, err)
		got, err := openText(t, dir, tt.first[1], tt.texts[1])
		require.NoError(t, err)
		_, said, err := Prepare(Lines{}, eval.Spec{}, want, got)
		require.NoError(t, err)
		var expected []string
		if tt.exchanged {
			expected = []string{tt.first[0] + " is read as the truths, and " + tt.first[1] + " as the answers; if they are exchanged: evalreport score " + tt.first[1] + " " + tt.first[0]}
		}
		assert.Equal(t, expected, said, tt.name)
		require.NoError(t, want.Close())
		require.NoError(t, got.Close())
	}
}
