package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/scratch"
)

// TestScripts runs the command as a user does, in a copy of testdata. The package suites in the folder module has
// the tests of several scripts. A script ends at [!long] stop unless long tests are asked for.
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
	testscript.Run(t, testscript.Params{
		Condition:           effort.Condition,
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"old", "new"} {
				if err := os.CopyFS(filepath.Join(env.WorkDir, name), os.DirFS(filepath.Join("testdata", name))); err != nil {
					return err
				}
			}
			for _, name := range []string{"want.jsonl", "got.jsonl", "spec.yaml", "gates.yaml", "pack.jsonl"} {
				data, err := os.ReadFile(filepath.Join("testdata", name))
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
			return os.CopyFS(filepath.Join(env.WorkDir, "module", "suites"), os.DirFS("testdata/suites"))
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
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
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
