package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadmeOfLabels runs the commands of the README of examples/labels in their order.
func TestReadmeOfLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("it scores whole data sets; the tests of package score look for races in that")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("looks are counted in a journal that git keeps")
	}
	const folder = "../../../examples/labels"
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(folder, "testdata"))))
	t.Setenv("CI", "") // where it is set, accept writes nothing
	config := filepath.Join(t.TempDir(), "gitconfig")
	require.NoError(t, os.WriteFile(config, []byte("[user]\n\tname = ann\n\temail = ann@example.com\n"), 0o600))
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	assert.Equal(t, 15, runQuoted(t, dir, string(text)))
	for _, name := range []string{"letters.jsonl", "letters.split.jsonl", "letters.agreement.json", "letters.looks.jsonl"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
}

// runQuoted runs the commands that Markdown quotes, in their order, in a folder: each prints what stands below it, where a line "…"
// stands for any lines. It returns how many there are.
func runQuoted(t *testing.T, dir, markdown string) (commands int) {
	t.Helper()
	blocks, _ := quoted(markdown)
	for _, block := range blocks {
		for _, step := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(step, "\n")
			got := printed(dir, line)
			parts := strings.Split("\n"+strings.TrimSpace(want)+"\n", "\n…\n")
			for i, part := range parts {
				part = strings.Trim(part, "\n")
				at := strings.Index(got, part)
				require.GreaterOrEqual(t, at, 0, "%s prints\n%s\nwithout\n%s", line, got, part)
				if i == 0 {
					require.Zero(t, at, "%s prints more before it\n%s", line, got)
				}
				got = got[at+len(part):]
			}
			if open := len(parts) > 1 && strings.TrimSpace(parts[len(parts)-1]) == ""; !open {
				assert.Empty(t, strings.TrimSpace(got), "%s prints more after it", line)
			}
			commands++
		}
	}
	return commands
}
