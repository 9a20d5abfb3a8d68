package pictures

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func TestTexts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"secret.txt": "secret", "a/inv-1.txt": "one", "a/inv-2.input.txt": "two", "b/inv-2.txt": "another", "b/sub/inv-3.txt": "three", "b/inv-4/x": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(dir, "a", "link.txt")))
	texts := func(id string) (string, error) {
		return textIn([]string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}, id)
	}
	for id, want := range map[string]string{"inv-1": "one", "inv-2": "two", "sub/inv-3": "three", "inv-1.txt": "one"} {
		text, err := texts(id)
		require.NoError(t, err, id)
		assert.Equal(t, want, text, id)
	}
	for _, id := range []string{"", "inv-9", "../secret", filepath.Join(dir, "secret"), "a\x00b"} {
		text, err := texts(id)
		require.Error(t, err, "%q", id)
		assert.Empty(t, text, "%q", id)
	}
	_, err := texts("inv-9")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = texts("../secret")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	for _, id := range []string{"link", "inv-4"} { // out of the folder; a folder
		_, err = texts(id)
		require.Error(t, err)
		assert.NotErrorIs(t, err, fs.ErrNotExist, id)
	}

	_, err = New(nil, []string{filepath.Join(dir, "not there")}, "", &shell.Inputs{})
	assert.ErrorContains(t, err, "-texts: ")
}
