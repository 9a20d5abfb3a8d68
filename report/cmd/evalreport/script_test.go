package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/scratch"
)

// TestScripts runs the command as a user does, in a copy of testdata. The package suites in the folder module has
// the tests of several scripts. A script ends at [!scripts] stop unless whole scripts are asked for, and at [!long] stop unless long tests are.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the scripts compare paths and messages as other systems print them")
	}
	module, err := scratch.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// Calls change the directory and the environment of this process.
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	testscript.Run(t, testscript.Params{
		Condition:           effort.Condition,
		Dir:                 filepath.Join(testdata, "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"old", "new"} {
				if err := os.CopyFS(filepath.Join(env.WorkDir, name), os.DirFS(filepath.Join(testdata, name))); err != nil {
					return err
				}
			}
			for _, name := range []string{"want.jsonl", "got.jsonl", "spec.yaml", "gates.yaml", "pack.jsonl"} {
				data, err := os.ReadFile(filepath.Join(testdata, name))
				if err == nil {
					err = os.WriteFile(filepath.Join(env.WorkDir, name), data, 0o666)
				}
				if err != nil {
					return err
				}
			}
			env.Setenv("ARTIFACT", "example.com__service.invoices.jsonl")
			env.Setenv("TMPDIR", filepath.Join(env.WorkDir, "tmp"))
			if err := os.Mkdir(filepath.Join(env.WorkDir, "tmp"), 0o777); err != nil {
				return err
			}
			vars, err := module.Write(filepath.Join(env.WorkDir, "module"))
			if err != nil {
				return err
			}
			env.Vars = append(env.Vars, vars...)
			env.Setenv("PATH", path)
			env.Values[variables{}] = env.Vars
			return os.CopyFS(filepath.Join(env.WorkDir, "module", "suites"), os.DirFS(filepath.Join(testdata, "suites")))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"gzip":   compress,
			"edit":   edit,
			"empty":  empty,
			"utf16":  utf16File,
			"await":  await,
			"gotest": module.Test,
		},
	})
}

// exits CODE COMMAND ARGS... runs a command that ends with an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command args...")
	}
	code, exit := 0, (*exec.ExitError)(nil)
	if args[1] == "evalreport" && !needsProcess(ts, args[2:]) {
		code = call(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// needsProcess reports whether evalreport must be called as a program: it starts others, waits for signals, reads the
// standard input, which testscript keeps, or computes on a number of processors that is set.
func needsProcess(ts *testscript.TestScript, args []string) bool {
	return len(args) > 0 && (args[0] == "test" || args[0] == "review") || slices.Contains(args, "-") || ts.Getenv("GOMAXPROCS") != ""
}

// calling is held by the script whose directory and environment this process has.
var calling sync.Mutex

// variables is the key of a script's first environment variables.
type variables struct{}

// setting finds the names of the environment variables that a script sets.
var setting = regexp.MustCompile(`(?m)^env (.*)`)

// call calls evalreport in this process and returns the exit code: another process would take longer to start than most
// calls take.
func call(ts *testscript.TestScript, args []string) int {
	calling.Lock()
	defer calling.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	vars := slices.Clone(ts.Value(variables{}).([]string))
	for _, line := range setting.FindAllStringSubmatch(ts.ReadFile(filepath.Join(before, "testdata", "script", ts.Name()+".txtar")), -1) {
		vars = append(vars, strings.Fields(line[1])...)
	}
	for _, entry := range append(vars, "PWD="+ts.MkAbs(".")) {
		name, _, _ := strings.Cut(entry, "=")
		if value, found := os.LookupEnv(name); found {
			defer os.Setenv(name, value)
		} else {
			defer os.Unsetenv(name)
		}
		os.Setenv(name, ts.Getenv(name))
	}
	os.Setenv("PWD", ts.MkAbs("."))
	defer os.Chdir(before)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	return run(context.Background(), strings.NewReader(""), ts.Stdout(), ts.Stderr(), args)
}

// gzip FILE TO compresses a file.
func compress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gzip file to")
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o666))
}

// edit FILE OLD NEW replaces every OLD; \n in either is a line break.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit file old new")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s: there is no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o666))
}

// empty DIR asserts that a directory holds nothing.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(entries) > 0 != neg {
		ts.Fatalf("%s: %v", args[0], entries)
	}
}

// utf16 FILE TO writes a file as Windows writes Unicode.
func utf16File(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: utf16 file to")
	}
	text := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(ts.ReadFile(args[0]))) {
		text = append(text, byte(unit), byte(unit>>8))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o666))
}

// await FIFO waits until somebody has written to a named pipe.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await fifo")
	}
	_, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
}
