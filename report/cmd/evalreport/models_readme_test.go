package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadmeOfModels runs the commands that the README of examples/models quotes, so that a reader
// gets the same table.
func TestReadmeOfModels(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	const dir = "../../../examples/models"
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	blocks, _ := quoted(string(text))
	require.Len(t, blocks, 2, "how to run it, and the table")
	line, want, _ := strings.Cut(strings.TrimPrefix(blocks[1], "$ go tool "), "\n")
	assert.Equal(t, want, printed(dir, line))
}
