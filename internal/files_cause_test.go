package internal_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/files"
)

func TestCause(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	_, notThere := os.Open(missing)
	notRenamed := os.Rename(missing, missing+"2")
	for _, err := range []error{notThere, notRenamed, fmt.Errorf("reading: %w", notThere)} {
		assert.NotContains(t, files.Cause(err).Error(), "missing")
		assert.ErrorIs(t, files.Cause(err), os.ErrNotExist)
	}
	other := errors.New("too long")
	assert.Same(t, other, files.Cause(other))
	assert.NoError(t, files.Cause(nil))
}

func TestCauseSaysWhatIsMeant(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"want.jsonl", "want-1.jsonl", "spec.yaml"} {
		assert.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	for path, want := range map[string]string{
		"wnat.jsonl":     fmt.Sprintf("no such file or directory; did you mean %q?", filepath.Join(dir, "want.jsonl")),
		"want-2.jsonl":   "no such file or directory",
		"invoices.jsonl": "no such file or directory",
		"data/x.jsonl":   fmt.Sprintf("no such file or directory; there is no folder %q", filepath.Join(dir, "data")),
	} {
		_, err := os.Open(filepath.Join(dir, path))
		assert.EqualError(t, files.Cause(err), want)
		assert.ErrorIs(t, files.Cause(err), fs.ErrNotExist)
	}
}

// Of many files that are missing in one folder, the first lists it; a folder that has changed is listed again, and so is
// another one of the same relative name.
func TestCauseListsAFolderOnce(t *testing.T) {
	dir := t.TempDir()
	near := filepath.Join(dir, "want.jsonl")
	assert.NoError(t, os.WriteFile(near, nil, 0o600))
	info, err := os.Stat(dir)
	assert.NoError(t, err)
	for range 2 {
		_, err := os.Open(filepath.Join(dir, "wnat.jsonl"))
		assert.EqualError(t, files.Cause(err), fmt.Sprintf("no such file or directory; did you mean %q?", near))
		assert.NoError(t, os.RemoveAll(near)) // seen by a second listing
		assert.NoError(t, os.Chtimes(dir, info.ModTime(), info.ModTime()))
	}
	assert.NoError(t, os.Chtimes(dir, info.ModTime().Add(-time.Hour), info.ModTime().Add(-time.Hour)))
	_, err = os.Open(filepath.Join(dir, "wnat.jsonl"))
	assert.EqualError(t, files.Cause(err), "no such file or directory")

	for _, name := range []string{"truth.jsonl", "answer.jsonl"} {
		t.Chdir(t.TempDir())
		assert.NoError(t, os.WriteFile(name, nil, 0o600))
		_, err := os.Open(name[:2] + name[3:])
		assert.EqualError(t, files.Cause(err), fmt.Sprintf("no such file or directory; did you mean %q?", name))
	}
}
