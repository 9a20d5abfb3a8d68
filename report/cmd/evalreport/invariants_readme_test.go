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

// TestReadmeOfInvariants runs the evalreport commands that the README of examples/invariants
// quotes, so that a reader gets the same findings.
func TestReadmeOfInvariants(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	const dir = "../../../examples/invariants"
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	spec, err := os.ReadFile(filepath.Join(dir, "testdata/spec.yaml"))
	require.NoError(t, err)
	blocks, _ := quoted(string(readme))
	held := 0
	for _, block := range blocks {
		first, rest, _ := strings.Cut(block, "\n")
		line, command := strings.CutPrefix(first, "$ go tool ")
		switch {
		case command:
			assert.Equal(t, rest, printed(dir, line), line)
			held++
		case first == "# testdata/spec.yaml":
			assert.True(t, strings.HasSuffix(string(spec), "\n"+rest), rest)
			held++
		}
	}
	assert.Equal(t, 4, held, "the spec, score, lint and init")
}
