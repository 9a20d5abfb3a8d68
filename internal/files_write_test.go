package internal_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/files"
)

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "file")
	for _, text := range []string{"first, and longer", "second"} {
		require.NoError(t, files.Write(path, []byte(text)))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no temporary file is left")
}

// A file that cannot be replaced stays as it is, and nothing is left beside it.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(path, "within"), 0o777))
	assert.Error(t, files.Write(path, []byte("x")), "a folder has the name")
	assert.DirExists(t, filepath.Join(path, "within"))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// Who makes a file read-only wants it to stay, although a rename could replace it.
func TestWriteLeavesReadOnlyFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels")
	require.NoError(t, os.WriteFile(path, []byte("first"), 0o444))
	assert.EqualError(t, files.Write(path, []byte("second")), path+" is read-only; nothing was written to it")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "first", string(got))
}

// A file that exists keeps its permissions, and a link to it stays a link.
func TestWriteKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has neither")
	}
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a", "file"), filepath.Join(dir, "link")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte("first"), 0o640))
	require.NoError(t, os.Chmod(path, 0o640))
	require.NoError(t, os.Symlink(filepath.Join("a", "file"), link))
	require.NoError(t, files.Write(link, []byte("second")))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "second", string(got))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode())
	info, err = os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}

func TestWriteDoesNotReplaceADevice(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	if before.Mode()&os.ModeDevice == 0 {
		t.Skip("there is no device to write to")
	}
	require.NoError(t, files.Write(os.DevNull, []byte("anything")))
	after, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.Equal(t, before.Mode(), after.Mode())
}
