package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const anyLanguage = "../../../examples/anylanguage"

// TestReadmeOfAnyLanguage runs the commands that the README of examples/anylanguage quotes, and looks for what else it quotes in
// the files.
func TestReadmeOfAnyLanguage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	text, err := os.ReadFile(filepath.Join(anyLanguage, "README.md"))
	require.NoError(t, err)
	blocks, _ := quoted(string(text))
	commands := 0
	for _, block := range blocks {
		for part := range strings.SplitSeq(block, "\n\n$ ") {
			line, want, _ := strings.Cut(strings.TrimPrefix(part, "$ "), "\n")
			if !strings.HasPrefix(line, "evalreport ") {
				continue
			}
			commands++
			got := printed(anyLanguage, line)
			if end, cut := strings.CutPrefix(want, "…\n"); cut {
				assert.True(t, strings.HasSuffix(got, "\n"+end), "%s", got)
			} else {
				assert.Equal(t, want, got)
			}
		}
	}
	assert.Equal(t, 10, commands)
	for _, name := range []string{"answers.jsonl", "answers.csv", "gates.yaml", "tools/cells.jsonl", "../test_extract.py"} {
		file, err := os.ReadFile(filepath.Join(anyLanguage, "testdata", name))
		require.NoError(t, err)
		found := slices.ContainsFunc(blocks, func(block string) bool {
			quote, _, _ := strings.Cut(block, "\n\n$ ")
			return !slices.ContainsFunc(strings.Split(strings.TrimSpace(quote), "\n"), func(line string) bool { return !strings.Contains(string(file), line+"\n") })
		})
		assert.True(t, found, "the README quotes %s", name)
	}
}

// The script gives the answers that are kept, from the texts of the corpus.
func TestTheScriptOfAnyLanguage(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("there is no Python: %v", err)
	}
	texts, err := filepath.Glob("../../../testdata/invoices/en-*.input.txt")
	require.NoError(t, err)
	require.Len(t, texts, 15)
	for file, flags := range map[string][]string{"answers.jsonl": nil, "answers.csv": {"-csv"}} {
		kept, err := os.ReadFile(filepath.Join(anyLanguage, "testdata", file))
		require.NoError(t, err)
		args := append([]string{filepath.Join(anyLanguage, "extract.py")}, append(flags, texts...)...)
		got, err := exec.Command(python, args...).Output()
		require.NoError(t, err)
		assert.Equal(t, string(kept), string(got))
	}
}

// The test of pytest fails with the sentence that the README quotes. Without pytest its function is called.
func TestThePytestOfAnyLanguage(t *testing.T) {
	needs(t, "python3")
	text, err := os.ReadFile(filepath.Join(anyLanguage, "README.md"))
	require.NoError(t, err)
	const failure = "    E       AssertionError: "
	_, rest, found := strings.Cut(string(text), failure)
	require.True(t, found)
	sentence, _, _ := strings.Cut(rest, "\n")
	args := []string{"-m", "pytest", "-q", "-p", "no:cacheprovider", "test_extract.py"}
	if exec.Command("python3", "-c", "import pytest").Run() != nil {
		args = []string{"-c", "import test_extract; test_extract.test_extract()"}
	}
	cmd := exec.Command("python3", append([]string{"-B"}, args...)...)
	cmd.Dir = anyLanguage
	output, err := cmd.CombinedOutput()
	require.ErrorAs(t, err, new(*exec.ExitError))
	assert.Contains(t, string(output), "AssertionError: "+sentence+"\n")
}
