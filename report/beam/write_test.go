package beam

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file exists when it is whole. An incomplete file leaves nothing, and an earlier file stays.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "run.jsonl")
	full := errors.New("the disk is full")
	part := func(w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20)) // more than waits in memory
		return errors.Join(err, full)
	}
	stopped, stop := context.WithCancel(t.Context())
	files := func() (names []string) {
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	assert.ErrorIs(t, create(t.Context(), path, part), full)
	assert.Empty(t, files())

	whole := func(text string) func(io.Writer) error {
		return func(w io.Writer) error {
			if text == "stopped" {
				stop()
			}
			_, err := io.WriteString(w, text)
			return err
		}
	}
	require.NoError(t, create(t.Context(), path, whole("first")))
	assert.ErrorIs(t, create(t.Context(), path, part), full)
	assert.ErrorIs(t, create(stopped, path, whole("stopped")), context.Canceled)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "first", string(text))
	require.NoError(t, create(t.Context(), path, whole("second")))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "second", string(text))
	assert.Equal(t, []string{"run.jsonl"}, files())
	require.NoError(t, os.MkdirAll(filepath.Join(path+"2", "folder"), 0o777))
	assert.Error(t, create(t.Context(), path+"2", whole("third")), "a folder has the name")
	assert.Equal(t, []string{"run.jsonl", "run.jsonl2"}, files())
}
