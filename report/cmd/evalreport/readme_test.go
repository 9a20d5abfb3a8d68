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
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/scratch"
)

// step is one of a job of GitHub Actions.
type step struct {
	If       string
	Run      string
	Continue bool `yaml:"continue-on-error"`
}

// recipe returns the steps of the README's job for GitHub.
func recipe(t *testing.T) []step {
	t.Helper()
	text, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	_, block, ok := strings.Cut(string(text), "A job for GitHub Actions ")
	require.True(t, ok)
	_, block, ok = strings.Cut(block, "\n```yaml\n")
	require.True(t, ok)
	block, _, _ = strings.Cut(block, "\n```\n")
	var workflow struct {
		Jobs map[string]struct{ Steps []step }
	}
	require.NoError(t, yaml.Unmarshal([]byte(block), &workflow))
	steps := workflow.Jobs["extraction"].Steps
	require.NotEmpty(t, steps)
	return steps
}

// A pull request runs the job as GitHub would; gh is one that knows the last run in
// LAST, and keeps the comment.
const fakeGH = `#!/bin/sh
case "$1 $2" in
"run list") echo "$LAST" ;;
"run download") cp -r "$LAST" baseline ;;
"pr comment") cp "$5" posted.md ;;
esac
`

func TestTheJobOfTheReadme(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the steps are for sh")
	}
	steps := recipe(t)
	module, err := scratch.New(t.TempDir())
	require.NoError(t, err)
	bin, dir := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "gh"), []byte(fakeGH), 0o777))
	vars, err := module.Write(dir)
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/endings")))

	last := ""
	for _, tt := range []struct {
		name, ending string
		green        bool
		headline     string // of the comment
	}{
		{"the first run", "", true, "## ✅ Extraction: ready to merge"},
		{"the second run", "", true, "## ✅ Extraction: ready to merge"},
		{"a failed gate", "wrong", false, "## ❌ Extraction: do not merge"},
		{"a crash", "exit 3", false, "## ⚠️ Extraction: not evaluable"},
		{"a crash before the first case", "early exit", false, "## ⚠️ Extraction: not evaluable"},
		{"a real run without a provider", "skip", false, "## ⚠️ Extraction: look before you merge, it is worse than in the last run"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, left := range []string{"run", "baseline", "comment.md", "posted.md", "summary.md"} {
				require.NoError(t, os.RemoveAll(filepath.Join(dir, left)))
			}
			green := true
			for _, s := range steps {
				if s.Run == "" || !green && !strings.HasPrefix(s.If, "always()") {
					continue
				}
				script := strings.ReplaceAll(strings.ReplaceAll(s.Run, "go tool evalreport", "evalreport"), "${{ github.event.number }}", "7")
				cmd := exec.Command("bash", "-e", "-c", script)
				cmd.Dir = dir
				cmd.Env = append(append(os.Environ(), vars...), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
					"GITHUB_STEP_SUMMARY=summary.md", "GITHUB_WORKFLOW=test", "LAST="+last, "ENDING="+tt.ending)
				out, err := cmd.CombinedOutput()
				t.Logf("%s\n%s", script, out)
				green = green && (err == nil || s.Continue)
			}
			assert.Equal(t, tt.green, green)
			comment, err := os.ReadFile(filepath.Join(dir, "posted.md"))
			require.NoError(t, err)
			headline, _, _ := strings.Cut(string(comment), "\n")
			assert.Equal(t, tt.headline, headline)
			summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
			require.NoError(t, err)
			if !tt.green && tt.ending != "skip" { // without the last run nobody knows that there was more
				assert.NotContains(t, string(summary), "ready to merge")
			}
			if last == "" {
				last = filepath.Join(bin, "last")
				require.NoError(t, os.Rename(filepath.Join(dir, "run"), last))
			}
		})
	}
}
