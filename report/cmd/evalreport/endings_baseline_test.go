package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// TestEndingsOfBaselines makes the third table in ENDINGS.md of real runs; EXTRACTEVAL_UPDATE=1 writes it. Each row states its
// expected verdict.
func TestEndingsOfBaselines(t *testing.T) {
	effort.NeedsScripts(t)
	if testing.Short() {
		t.Skip("it makes many outputs")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	page, err := filepath.Abs("ENDINGS.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for name, value := range map[string]string{"CI": "", "EVALTEST_UPDATE": "", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": filepath.Dir(t.TempDir())} {
		t.Setenv(name, value)
	}
	write := func(name, key string, from, to int, number func(i int) int) {
		var text strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&text, "{\"id\":\"c%03d\",%q:{\"n\":%d}}\n", i, key, number(i))
		}
		require.NoError(t, os.WriteFile(name, []byte(text.String()), 0o666))
	}
	// answers returns answers of which each of the wrong first ones is wrong.
	answers := func(wrong int) func(i int) int {
		return func(i int) int {
			if i < wrong {
				return -1
			}
			return i
		}
	}
	score := func(dir string, wrong int) int {
		write("got.jsonl", "got", 0, 201, answers(wrong)) // one has no truth, but in one row
		require.NoError(t, os.RemoveAll(dir))
		return run(context.Background(), strings.NewReader(""), io.Discard, io.Discard, []string{"score", "-dataset", "a", "-dir", dir, "-baseline", "a.jsonl", "want.jsonl", "got.jsonl"})
	}
	renew := func(wrong int) {
		t.Setenv("EVALTEST_UPDATE", "baseline")
		require.Zero(t, score("renewed", wrong))
		t.Setenv("EVALTEST_UPDATE", "")
	}
	git := func(args ...string) {
		text, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		require.NoError(t, err, string(text))
	}
	edit := func(old, new string) {
		text, err := os.ReadFile("a.jsonl")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("a.jsonl", bytes.Replace(text, []byte(old), []byte(new), 1), 0o666))
	}
	same := func(i int) int { return i }
	write("want.jsonl", "want", 0, 200, same)
	renew(20)
	git("init", "-q", "-b", "main")
	git("add", "a.jsonl")
	git("commit", "-q", "-m", "a baseline")
	score("before", 20)

	var table strings.Builder
	table.WriteString("| the run, against a baseline of 200 cases with 20 mistakes | `score` | `check` | `check -baseline-of main` | `merge` | data set in `show` | `export -format markdown` | `html` | `export -format junit` |\n|---|--:|--:|--:|--:|---|---|---|---|\n")
	for _, r := range []struct {
		name    string
		wrong   int
		prepare func()
		verdict string
		lowered bool // what -baseline-of says, whatever the verdict
	}{
		{"it is as good", 20, nil, "passed", false},
		{"it is better beyond chance", 0, nil, "passed", false},
		{"it is worse beyond chance", 60, nil, "failed", false},
		{"it is worse by more than `-max-fall`, each fall within chance", 26, nil, "failed", false},
		{"it is worse by less", 22, nil, "passed", false},
		{"there is no baseline", 20, func() { require.NoError(t, os.Remove("a.jsonl")) }, "not evaluable", true},
		{"a case of the baseline is missing", 20, func() { write("want.jsonl", "want", 0, 199, same) }, "not evaluable", false},
		{"a case is new", 20, func() { write("want.jsonl", "want", 0, 201, same) }, "passed", false},
		{"over a tenth of the truths have changed", 20, func() {
			write("want.jsonl", "want", 0, 200, func(i int) int {
				if i >= 170 {
					return -i
				}
				return i
			})
		}, "not evaluable", false},
		{"the file was edited", 20, func() { edit(`"wrong"`, "1") }, "not evaluable", true},
		{"the file has the marks of a merge conflict", 20, func() { edit("\n", "\n<<<<<<< HEAD\n") }, "not evaluable", true},
		{"the file was renewed by a worse run", 60, func() { renew(60) }, "passed", true},
		{"it is to renew the file, and `CI` is set", 20, func() { t.Setenv("EVALTEST_UPDATE", "baseline"); t.Setenv("CI", "true") }, "not evaluable", false},
	} {
		git("checkout", "-q", "a.jsonl")
		write("want.jsonl", "want", 0, 200, same)
		if r.prepare != nil {
			r.prepare()
		}
		exit := score("run", r.wrong)
		t.Setenv("EVALTEST_UPDATE", "")
		t.Setenv("CI", "")
		s := look(t, "before", "run")
		lowered := run(context.Background(), strings.NewReader(""), io.Discard, io.Discard, []string{"check", "-baseline-of", "main", "run"})
		assert.Equal(t, r.verdict, s.show, r.name)
		assert.Equal(t, r.verdict == "passed", exit == 0, r.name)
		assert.Equal(t, r.verdict == "passed" && !r.lowered, lowered == 0, r.name)
		if r.verdict == "passed" {
			assert.Len(t, s.green(), 6, r.name)
		} else {
			assert.Empty(t, s.green(), r.name)
		}
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d | %s | %s | %s | %s |\n", r.name, exit, s.check, lowered, s.merge, s.show, s.markdown, s.html, s.junit)
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "| the run, against a baseline")
	if os.Getenv("EXTRACTEVAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(page, []byte(head+table.String()), 0o666))
		return
	}
	assert.Equal(t, head+table.String(), string(text))
}
