package shell

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
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

	_, err = newFolders(nil, []string{filepath.Join(dir, "not there")}, "", &Inputs{})
	assert.ErrorContains(t, err, "-texts: ")
}

// A run of tests that was copied out of its module has no data set.
func TestLostTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	p, err := newFolders(nil, nil, "", &Inputs{})
	require.NoError(t, err)
	set := &render.Set{Set: &artifact.Set{}}
	set.Files = []string{"kept/invoices.jsonl"}
	set.Dataset.Name, set.Dataset.Source, set.Run.Package = "invoices", "testdata/invoices.jsonl", "example.org/inv"
	for _, id := range []string{"a", "b", "b", "c"} {
		_, err := p.Text(set, &report.Case{ID: id, TextHash: report.Hash([]byte(id))})
		require.ErrorIs(t, err, fs.ErrNotExist)
	}
	_, err = p.Text(set, &report.Case{ID: "d"})
	require.ErrorIs(t, err, fs.ErrNotExist, "it was evaluated without a text")
	assert.Equal(t, []string{`data set "invoices": no text of 3 documents is shown, as testdata/invoices.jsonl of package example.org/inv is not found ` +
		`(it is not in the module of this folder); run the command where the run was made, or name a folder with ID.txt by -texts`}, p.lostNotes())
}
