package main_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

const runLine = `{"type":"run","schema":"extracteval/v1","package":"p","repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}` + "\n"

func TestNewest(t *testing.T) {
	dir := t.TempDir()
	newest := func() string {
		path, ok := shell.Newest(dir)
		if !ok {
			return ""
		}
		return filepath.Base(path)
	}
	run := func(name, file string) {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		if file != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name, file), []byte(runLine), 0o666))
		}
	}
	assert.Empty(t, newest())
	run("20260101T000000Z-0000ff", "p.invoices.jsonl")
	run("20260102T000000Z-000000", "p.invoices.jsonl")
	run("20260103T000000Z-000000", "notes.txt")
	run("20260104T000000Z-000000", "")
	run("by-hand", "p.invoices.jsonl")
	assert.Equal(t, "20260102T000000Z-000000", newest())
	id := shell.NewID()
	run(id, "p.invoices.jsonl")
	assert.Equal(t, id, newest(), "it is later than January 2026")
	_, ok := shell.Newest(filepath.Join(dir, "none"))
	assert.False(t, ok)
}

// A shell hands <(command) over as a pipe, which can be read once; commands read twice.
func TestPipesCanBeReadAgain(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	_, err = w.WriteString(runLine)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	inputs := new(shell.Inputs)
	defer inputs.Close()
	sources, err := inputs.Artifacts(path)
	require.NoError(t, err)
	require.Len(t, sources, 1)
	assert.Equal(t, path, sources[0].Name)
	for range 2 {
		source, err := sources[0].Open()
		require.NoError(t, err)
		text, err := io.ReadAll(source)
		require.NoError(t, err)
		assert.Equal(t, runLine, string(text))
		require.NoError(t, source.Close())
	}
}
