package shell

import (
	"os"
	"path/filepath"
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
