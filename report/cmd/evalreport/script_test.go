package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the command as a user does, in a copy of testdata.
func TestScripts(t *testing.T) {
	module := newModule(t)
	testscript.Run(t, testscript.Params{
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
			env.Vars = append(env.Vars, module.env...)
			return module.write(filepath.Join(env.WorkDir, "module"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"gzip":  compress,
			"edit":  edit,
			"empty": empty,
			"await": await,
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

// await FIFO waits until somebody has written to a named pipe.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await fifo")
	}
	_, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
}

// module is what go test needs to run offline, in a module that uses this checkout.
type module struct {
	env   []string
	files map[string][]byte // go.mod and go.sum
}

func newModule(t *testing.T) module {
	t.Helper()
	checkout, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(checkout, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	const path = "github.com/extracteval/extracteval"
	mod := strings.Replace(string(read("go.mod")), "module "+path, "module example.com/service", 1)
	mod += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %s\n", path, path, checkout)
	m := module{files: map[string][]byte{"go.mod": []byte(mod), "go.sum": read("go.sum")}}

	// The caches are shared: everything but the packages of the script is compiled already.
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	m.env = []string{
		"GOCACHE=" + dirs[0], "GOMODCACHE=" + dirs[1], "GOPATH=" + dirs[2],
		"GOFLAGS=-mod=mod -vet=off", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOTOOLCHAIN=local",
		// The run around this one may have settings of its own.
		"EVALTEST_DIR=", "EVALTEST_RUN=", "EVALTEST_GATE=", "EVALTEST_TRIALS=", "EVALTEST_PROVIDER=", "EVALTEST_SHARD=",
	}
	return m
}

func (m module) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, data := range m.files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(filepath.Dir(dir), "tmp"), 0o777)
}
