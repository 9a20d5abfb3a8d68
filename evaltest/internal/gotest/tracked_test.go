package gotest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWithin(t *testing.T) {
	root := t.TempDir()
	inside, outside := filepath.Join(root, "module"), filepath.Join(root, "module-data")
	for _, dir := range []string{inside, outside} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "pkg"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "pkg", "set.jsonl"), nil, 0o666))
	}
	require.NoError(t, os.WriteFile(filepath.Join(inside, "go.mod"), nil, 0o666))
	assert.Equal(t, inside, moduleOf(filepath.Join(inside, "pkg")))
	for _, tt := range []struct {
		file string
		want bool
	}{
		{filepath.Join(inside, "pkg", "set.jsonl"), true},
		{filepath.Join(inside, "..data", "set.jsonl"), true},
		{inside, true},
		{filepath.Join(outside, "pkg", "set.jsonl"), false},
		{root, false},
	} {
		assert.Equal(t, tt.want, within(inside, tt.file), tt.file)
	}
	if err := os.Symlink(filepath.Join(outside, "pkg"), filepath.Join(inside, "link")); err != nil {
		t.Skip(err)
	}
	assert.True(t, within(inside, filepath.Join(inside, "link", "set.jsonl")), "go test follows a link")
	require.NoError(t, os.Symlink(inside, filepath.Join(root, "other name")))
	assert.True(t, within(inside, filepath.Join(root, "other name", "pkg", "set.jsonl")))
}
