package runs

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// TestCopierCopiesAnySpans takes lines of plain and compressed inputs in any order.
func TestCopierCopiesAnySpans(t *testing.T) {
	const text = "first\nsecond\r\n\nlast without end"
	starts := []int{0, 6, 14, 15, len(text)}
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "plain"), filepath.Join(dir, "packed")
	require.NoError(t, os.WriteFile(plain, []byte(text), 0o666))
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile(packed, b.Bytes(), 0o666))
	inputs := []artifact.Source{artifact.File(plain), artifact.File(packed), reporttest.Source("text", text)}

	rapid.Check(t, func(t *rapid.T) {
		c := &copier{inputs: inputs}
		var got, want strings.Builder
		for range rapid.IntRange(0, 8).Draw(t, "spans") {
			from := rapid.IntRange(0, len(starts)-2).Draw(t, "from")
			to := rapid.IntRange(from+1, len(starts)-1).Draw(t, "to")
			s := span{rapid.IntRange(0, 2).Draw(t, "input"), int64(starts[from]), int64(starts[to])}
			require.NoError(t, c.copySpan(&got, s))
			want.WriteString(strings.TrimSuffix(text[s.start:s.end], "\n") + "\n")
		}
		require.NoError(t, c.close())
		assert.Equal(t, want.String(), got.String())
	})
}

func TestCopierTellsWhatHasChanged(t *testing.T) {
	c := &copier{inputs: []artifact.Source{reporttest.Source("a.jsonl", "short")}}
	for _, s := range []span{{0, 0, 9}, {0, 7, 9}} {
		assert.EqualError(t, c.copySpan(&strings.Builder{}, s), "copying from a.jsonl: it became shorter while it was read")
	}
}
