package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func TestStem(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "truths")
	require.NoError(t, os.Mkdir(folder, 0o700))
	t.Chdir(folder)
	for path, want := range map[string]string{"-": "stdin", "a/b.jsonl.gz": "b", "got/": "got", ".": "truths", "./": "truths"} {
		assert.Equal(t, want, shell.Stem(path), path)
	}
}
