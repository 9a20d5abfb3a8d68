package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/scratch"
)

// endings is a test binary that can end in every way; see testdata/endings.
type endings struct {
	binary, dir string
	vars        []string // of the module
}

func newEndings(t *testing.T) *endings {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	dir, vars := endingsModule(t)
	return &endings{binary: endingsBinary(t, dir, vars), dir: dir, vars: vars}
}

// endingsModule makes a module of testdata/endings, and returns the variables of its environment.
func endingsModule(t *testing.T) (dir string, vars []string) {
	t.Helper()
	module, err := scratch.New(t.TempDir())
	require.NoError(t, err)
	dir = t.TempDir()
	vars, err = module.Write(dir)
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/endings")))
	return dir, vars
}

// built is the test binary of testdata/endings, once a test has built it.
var built []byte

// endingsBinary writes the test binary of an endingsModule into its directory.
func endingsBinary(t *testing.T, dir string, vars []string) (binary string) {
	t.Helper()
	binary = filepath.Join(dir, "service.test")
	if built != nil {
		require.NoError(t, os.WriteFile(binary, built, 0o777))
		return binary
	}
	build := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", binary, ".")
	build.Dir, build.Env = dir, append(os.Environ(), vars...)
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	built, err = os.ReadFile(binary)
	require.NoError(t, err)
	return binary
}

// command is a run of the binary as go test runs it. env and flags stand in one text:
// "ENDING=exit_3 -test.timeout=1s"; "_" is a blank in values.
func (e *endings) command(artifacts, text string) *exec.Cmd {
	cmd := exec.Command(e.binary, "-test.paniconexit0")
	cmd.Dir, cmd.Env = e.dir, append(os.Environ(), "EVALTEST_DIR="+artifacts)
	for _, word := range strings.Fields(text) {
		if strings.HasPrefix(word, "-") {
			cmd.Args = append(cmd.Args, word)
		} else {
			name, value, _ := strings.Cut(word, "=")
			cmd.Env = append(cmd.Env, name+"="+strings.ReplaceAll(value, "_", " "))
		}
	}
	return cmd
}

func (e *endings) run(artifacts, text string) (exit int) {
	cmd := e.command(artifacts, text)
	cmd.Run()
	return cmd.ProcessState.ExitCode()
}

// runWith is evalreport test of the package with one more file.
func (e *endings) runWith(t *testing.T, artifacts, file string) (exit int) {
	t.Helper()
	for _, v := range e.vars {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	more := filepath.Join(e.dir, "more_test.go")
	require.NoError(t, os.WriteFile(more, []byte("package service\n\n"+file+"\n"), 0o666))
	defer os.Remove(more)
	pkg := "."
	if file == "" { // a package without a test
		pkg = "./empty"
		require.NoError(t, os.MkdirAll(filepath.Join(e.dir, "empty"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(e.dir, "empty", "empty.go"), []byte("package empty\n"), 0o666))
	}
	return run(context.Background(), strings.NewReader(""), io.Discard, io.Discard, []string{"test", "-dir", artifacts, "-C", e.dir, pkg})
}

// runAndKill sends SIGKILL when wait returns, and reports whether the process was still
// there.
func (e *endings) runAndKill(t *testing.T, artifacts, text string, wait func(pid int)) bool {
	t.Helper()
	cmd := e.command(artifacts, text)
	require.NoError(t, cmd.Start())
	wait(cmd.Process.Pid)
	cmd.Process.Kill()
	cmd.Wait()
	return !cmd.ProcessState.Exited()
}

// runBeside is a run beside another, which begins first, passes, and ends last.
func (e *endings) runBeside(t *testing.T, artifacts, text string) (exit int) {
	t.Helper()
	ended := filepath.Join(t.TempDir(), "ended")
	other := e.command(artifacts, "ENDING=await")
	other.Env = append(other.Env, "AWAIT="+ended)
	require.NoError(t, other.Start())
	recording(artifacts)(other.Process.Pid)
	exit = e.run(artifacts, text)
	require.NoError(t, os.WriteFile(ended, nil, 0o666))
	require.NoError(t, other.Wait(), "it passes")
	return exit
}

// recording waits until a process records a data set, for ten seconds at most.
func recording(dir string) func(pid int) {
	return func(pid int) {
		for range 10_000 {
			if all, _ := filepath.Glob(filepath.Join(dir, fmt.Sprintf("*-%d.running", pid))); len(all) > 0 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// seen is the outcome of each command on a directory.
type seen struct {
	check, diff, merge, merged int // exit codes; merged is of check on the output of merge
	show                       string
	markdown, html             string
	junit                      string
}

// look runs every command on a directory.
func look(t *testing.T, before, dir string) (s seen) {
	t.Helper()
	command := func(args ...string) (int, string) {
		var out, err bytes.Buffer
		exit := run(context.Background(), strings.NewReader(""), &out, &err, args)
		return exit, out.String()
	}
	first := func(pattern, text string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			return ""
		}
		return found[1]
	}
	scratch := t.TempDir()
	s.check, _ = command("check", dir)
	s.diff, _ = command("diff", "-resamples", "100", before, dir)
	merged := filepath.Join(scratch, "merged.jsonl")
	s.merge, _ = command("merge", "-o", merged, dir)
	s.merged, _ = command("check", merged)
	_, text := command("show", "-cases", "0", "-fields", "0", dir)
	s.show = verdictOf(first(`(?m)^a: (.*)$`, strings.Join(regexp.MustCompile(`(?m)^a: (?:gate|not evaluable|no gate|macro|worse).*$`).FindAllString(text, -1), "\n")))
	_, text = command("export", "-format", "markdown", dir)
	s.markdown = first(`(?m)^## (.*)$`, text)
	_, text = command("html", dir)
	s.html = first(`<title>(.*)</title>`, text)
	_, text = command("export", "-format", "junit", dir)
	s.junit = first(`<testsuites tests="\d+" (failures="\d+" errors="\d+")`, text)
	return s
}

// verdictOf is the verdict of a line of show.
func verdictOf(line string) string {
	switch {
	case strings.Contains(line, "not evaluable"):
		return "not evaluable"
	case strings.HasPrefix(line, "gate passed"):
		return "passed"
	case strings.HasPrefix(line, "no gate"):
		return "no gate"
	case line == "":
		return "-"
	}
	return "failed"
}

// green lists the outputs that a reader would take for a passed gate.
func (s seen) green() (all []string) {
	for name, green := range map[string]bool{
		"check": s.check == 0, "check of what was merged": s.merged == 0, "show": s.show == "passed",
		"markdown": strings.Contains(s.markdown, "✅"), "html": strings.Contains(strings.ToLower(s.html), "ready to merge"),
		"junit": s.junit == `failures="0" errors="0"`,
	} {
		if green {
			all = append(all, name)
		}
	}
	return all
}

// TestEndings makes the table in ENDINGS.md of real runs, unless the tests are long every third row of it;
// EXTRACTEVAL_UPDATE=1 writes it. Each row states its expected verdict.
func TestEndings(t *testing.T) {
	effort.NeedsScripts(t)
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	e := newEndings(t)
	before := t.TempDir()
	require.Zero(t, e.run(before, ""))
	type row struct {
		name, run string
		kill      bool
		verdict   string // on data set a
	}
	const fresh = " (in a folder that is new)"
	const beside = ", beside a run in the same folder that began earlier and passed later"
	const byTest = " (in a folder that is new, by `evalreport test`)" // run is a file beside the tests
	all := []row{
		{"every test passes", "", false, "passed"},
		{"the gate fails", "ENDING=wrong", false, "failed"},
		{"an extractor fails (`MaxErrors` 0)", "ENDING=error", false, "failed"},
		{"no gate, every case passes", "GATE=none", false, "no gate"},
		{"no gate, a case fails", "GATE=none ENDING=wrong", false, "no gate"},
		{"a panic in a goroutine", "ENDING=panic", false, "not evaluable"},
		{"`os.Exit` or `log.Fatal`", "ENDING=exit_3", false, "not evaluable"},
		{"`os.Exit` before the first case", "ENDING=early_exit", false, "not evaluable"},
		{"`-timeout`", "ENDING=wait -test.timeout=300ms", false, "not evaluable"},
		{"`kill -9`", "ENDING=wait", true, "not evaluable"},
		{"`-failfast`, a case fails", "ENDING=error -test.failfast", false, "not evaluable"},
		{"`-run` of one case", "-test.run=^TestA$/case/case-1", false, "not evaluable"},
		{"`-run` of another test", "-test.run=^TestB$", false, "passed"},
		{"`-skip` of the test", "-test.skip=^TestA$", false, "passed"},
		{"`-bench` alone (`-run ^$`)", "-test.run=^$ -test.bench=.", false, "passed"},
		{"`-list`", "-test.list=.", false, "passed"},
		{"the test skips itself (no provider), or is gone", "ENDING=skip", false, "not evaluable"},
		{"every test skips itself" + fresh, "ENDING=skip B=none", false, "-"},
		{"the suite says why it cannot run (`Suite.Skip`)" + fresh, "ENDING=suite_skips", false, "-"},
		{"it fails" + beside, "ENDING=wrong", false, "not evaluable"},
		{"every test passes" + beside, "", false, "not evaluable"},
		{"`EVALTEST_GATE=off`, wrong answers", "EVALTEST_GATE=off ENDING=wrong", false, "failed"},
		{"one shard of two", "EVALTEST_SHARD=1/2", false, "not evaluable"},
		{"`EVALTEST_SHARD=3/2`, more than there are shards", "EVALTEST_SHARD=3/2", false, "not evaluable"},
		{"`EVALTEST_SHARD=3/2`, more than there are shards" + fresh, "EVALTEST_SHARD=3/2", false, "-"},
		{"another setting is misspelt (`EVALTEST_TRAILS`)", "EVALTEST_TRAILS=3", false, "not evaluable"},
		{"a row comes after the gate of its table", "ENDING=late", false, "not evaluable"},
		{"`EVALTEST_GATE=off`, a row comes after the gate", "ENDING=late EVALTEST_GATE=off", false, "not evaluable"},
		{"another test of the package fails", "C=fails", false, "passed, not the run"},
		{"another test of the package fails" + fresh, "C=fails", false, "passed, not the run"},
		{"the suite fails before its first case", "ENDING=early_failure", false, "not evaluable"},
		{"the suite fails before its first case" + fresh, "ENDING=early_failure", false, "-"},
		{"every suite fails before its first case" + fresh, "ENDING=early_failure B=none", false, "-"},
		{"another test of the package fails, `-run` of it" + fresh, "C=fails -test.run=^TestC$", false, "-"},
		{"the gate fails, and so does another test", "ENDING=wrong C=fails", false, "failed"},
		{"the tests do not compile" + byTest, "var compiles bool = 1", false, "-"},
		{"there is no data set" + byTest, "", false, "-"},
		{"a panic before `evaltest.Main`" + byTest, `func init() { panic("paper jam") }`, false, "-"},
	}
	update := os.Getenv("EXTRACTEVAL_UPDATE") != ""
	rows := all
	if !update {
		rows = effort.Some(len(all)/16, all)
	}
	text, err := os.ReadFile("ENDINGS.md")
	require.NoError(t, err)
	var table strings.Builder
	table.WriteString("| how a run ends, in a folder that holds an older run which passed | exit status of the tests | `check` | `diff` | `merge` | data set in `show` | `export -format markdown` | `html` | `export -format junit` |\n|---|--:|--:|--:|--:|---|---|---|---|\n")
	for _, r := range rows {
		dir := t.TempDir()
		if !strings.HasSuffix(r.name, fresh) && !strings.HasSuffix(r.name, byTest) {
			require.Zero(t, e.run(dir, ""))
		}
		status := "killed"
		switch {
		case strings.HasSuffix(r.name, byTest):
			status = strconv.Itoa(e.runWith(t, dir, r.run))
		case strings.HasSuffix(r.name, beside):
			status = strconv.Itoa(e.runBeside(t, dir, r.run))
		case r.kill:
			require.True(t, e.runAndKill(t, dir, r.run, recording(dir)))
		default:
			status = strconv.Itoa(e.run(dir, r.run))
		}
		s := look(t, before, dir)
		verdict, _, notTheRun := strings.Cut(r.verdict, ", ")
		assert.Equal(t, verdict, s.show, r.name)
		switch r.verdict {
		case "passed":
			assert.Len(t, s.green(), 6, r.name)
		case "no gate": // the other data set has one, which passes
			assert.NotContains(t, s.markdown+s.html, "merge", r.name)
		default:
			green := s.green()
			if notTheRun {
				green = slices.DeleteFunc(green, func(name string) bool { return name == "show" }) // of data set a
			}
			assert.Empty(t, green, r.name)
		}
		fmt.Fprintf(&table, "| %s | %s | %d | %d | %d | %s | %s | %s | %s |\n", r.name, status, s.check, s.diff, s.merge, s.show, s.markdown, s.html, s.junit)
	}
	if len(rows) < len(all) {
		for line := range strings.Lines(table.String()) {
			assert.Contains(t, string(text), "\n"+line)
		}
		return
	}
	head, rest, _ := strings.Cut(string(text), "| how a run")
	want := head + table.String() + rest[max(0, strings.Index(rest, "\n## ")):]
	if update {
		require.NoError(t, os.WriteFile("ENDINGS.md", []byte(want), 0o666))
		return
	}
	assert.Equal(t, want, string(text))
}

// TestNoFaultIsGreen ends runs of many cases at moments of chance, and looks at the files left.
func TestNoFaultIsGreen(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	effort.NeedsLong(t)
	e := newEndings(t)
	const cases = "CASES=1500"
	before := t.TempDir()
	began := time.Now()
	require.Zero(t, e.run(before, cases))
	whole := time.Since(began)
	require.Len(t, look(t, before, before).green(), 6)
	fault := func(name string, do func(t *testing.T, dir string)) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(before)))
			do(t, dir)
			assert.Empty(t, look(t, before, dir).green())
		})
	}
	for range 4 {
		fault("kill -9", func(t *testing.T, dir string) {
			for after := rand.N(whole) + time.Millisecond; !e.runAndKill(t, dir, cases, func(int) { time.Sleep(after) }); after = after * 3 / 4 {
				require.NoError(t, os.RemoveAll(dir))
				require.NoError(t, os.CopyFS(dir, os.DirFS(before)))
			}
			if !begun(t, dir) { // killed before TestMain: no run has begun
				t.SkipNow()
			}
		})
	}
	fault("two processes, one killed", func(t *testing.T, dir string) {
		other := e.command(dir, cases)
		require.NoError(t, other.Start())
		recording(dir)(other.Process.Pid) // the one that is killed is the newer one
		require.True(t, e.runAndKill(t, dir, cases+" ENDING=wait", recording(dir)))
		require.NoError(t, other.Wait())
	})
	fault("the disk is full", func(t *testing.T, dir string) {
		cmd := e.command(dir, cases)
		limited := exec.Command("bash", append([]string{"-c", `ulimit -f 256; exec "$0" "$@"`}, cmd.Args...)...)
		limited.Dir, limited.Env = cmd.Dir, cmd.Env
		assert.Error(t, limited.Run(), "a file of more than 256 kB")
	})
}

// begun reports whether a run has left a sign in a directory that holds a good one.
func begun(t *testing.T, dir string) bool {
	t.Helper()
	open, err := filepath.Glob(filepath.Join(dir, "*.open.json"))
	require.NoError(t, err)
	return len(open) > 0
}
