package internal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/review"
)

// Where a decision could not be written, review says so before anybody has looked at a case.
func TestJournalThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.review.jsonl")
	open := func() error {
		_, err := review.OpenDocuments(review.DocumentOptions{
			Dataset: report.Dataset{Name: "a", Attributes: []string{"x"}}, Cases: []*report.Case{{ID: "1", Fields: []report.Field{{Path: "x", Attribute: "x", Want: []byte("1")}}}},
			File: path, Data: filepath.Join(dir, "a.jsonl"),
		})
		return err
	}
	err := open()
	require.NoError(t, err)
	assert.NoFileExists(t, path, "nothing is left by the attempt")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)

	require.NoError(t, os.Chmod(dir, 0o500))
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	if f, err := os.CreateTemp(dir, ""); err == nil {
		require.NoError(t, f.Close())
		require.NoError(t, os.Remove(f.Name()))
		t.Skip("this user may write everywhere")
	}
	err = open()
	assert.ErrorIs(t, err, os.ErrPermission)
	assert.ErrorContains(t, err, "the review file "+path+" cannot be written: ")

	require.NoError(t, os.Chmod(dir, 0o700))
	require.NoError(t, os.WriteFile(path, []byte("{}\n"), 0o400))
	err = open()
	assert.ErrorIs(t, err, os.ErrPermission)
}
