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

// TestReadmeOfPackets runs the commands of the README of examples/packets, which has the spec of the example and its limit.
func TestReadmeOfPackets(t *testing.T) {
	if testing.Short() {
		t.Skip("it scores whole data sets; the tests of package score look for races in that")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	const folder = "../../../examples/packets"
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(folder, "testdata"))))
	assert.Equal(t, 3, runQuoted(t, dir, string(text)))
	for file, language := range map[string]string{"testdata/spec.yaml": "yaml", "packets_test.go": "go"} {
		_, block, found := strings.Cut(string(text), "\n```"+language+"\n")
		require.True(t, found, language)
		block, _, _ = strings.Cut(block, "\n```\n")
		inside, err := os.ReadFile(filepath.Join(folder, file))
		require.NoError(t, err)
		assert.Contains(t, string(inside), block, file)
	}
}
