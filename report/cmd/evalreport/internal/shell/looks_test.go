package shell

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A run of several shards is one look, in whatever order they are named.
func TestLooksHashIgnoresOrder(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl")
	require.NoError(t, os.WriteFile(a, []byte("1\n"), 0o600))
	require.NoError(t, os.WriteFile(b, []byte("2\n"), 0o600))
	hash := func(files ...string) string {
		text, err := LooksHash(files)
		require.NoError(t, err)
		return text
	}
	assert.Equal(t, hash(a, b), hash(b, a))
	assert.NotEqual(t, hash(a), hash(a, b))
	assert.NotEqual(t, hash(b), hash(a, b))
	assert.Equal(t, "4355a46b19d348dc", hash(a), "the first digits of the SHA-256 of the file")
}

// Of runs that look at the same moment one is judged, and no look is lost.
func TestLooksAtOneMoment(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("looks are counted in a journal that git keeps")
	}
	dir := t.TempDir()
	data, journal := filepath.Join(dir, "data.jsonl"), filepath.Join(dir, "data.looks.jsonl")
	require.NoError(t, os.WriteFile(data, []byte("{}\n"), 0o600))
	require.NoError(t, os.WriteFile(journal, nil, 0o600))
	for _, args := range [][]string{{"init", "-q"}, {"add", "data.looks.jsonl"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "begin"}} {
		_, err := Repository{Ctx: t.Context(), Dir: dir}.Run(args...)
		require.NoError(t, err)
	}
	const runs = 8
	judged := make([]bool, runs)
	var group sync.WaitGroup
	for i := range runs {
		group.Go(func() {
			taken, refused, err := TakeLooks(t.Context(), data, Look{Date: "2026-12-01", Part: "test", Run: fmt.Sprint("run", i)}, 100)
			if assert.NoError(t, err) && assert.NotEqual(t, taken == "", refused == "") {
				judged[i] = taken != ""
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(journal)
	require.NoError(t, err)
	looks, err := readLooks(journal, text)
	require.NoError(t, err)
	require.NotEmpty(t, looks)
	for i := range runs {
		assert.Equal(t, judged[i], looks[0].Run == fmt.Sprint("run", i), "run %d; %s", i, bytes.TrimSpace(text))
	}
}
