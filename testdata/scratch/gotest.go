package scratch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Test is a command of scripts, to be named gotest: [!] gotest [dir] [flags]. It runs the tests of the package in
// the directory dir, or in the current directory, as go test does there: with the package's directory as the
// current one, with errors on the standard output, and with the flags of go test that are for the test binary.
// Other than go test it prints neither the result of the package nor a line (cached), and it serves nothing
// from a cache: it takes a tenth of the time of go test, since it compiles the tests only where no script has
// compiled the same files before.
func (m *Module) Test(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.MkAbs(".")
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		dir, args = ts.MkAbs(args[0]), args[1:]
	}
	binary, err := m.binary(ts, dir)
	ts.Check(err)
	flags := []string{"-test.paniconexit0", "-test.timeout=10m"}
	for _, arg := range args {
		if flag, ok := strings.CutPrefix(arg, "-"); ok {
			arg = "-test." + flag
		}
		flags = append(flags, arg)
	}
	before := ts.MkAbs(".")
	ts.Check(ts.Chdir(dir))
	err = ts.Exec(binary, flags...)
	ts.Check(ts.Chdir(before))
	io.WriteString(ts.Stdout(), ts.ReadFile("stdout")+ts.ReadFile("stderr"))
	if err != nil {
		fmt.Fprintln(ts.Stdout(), err) // such as "signal: killed"
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	if (err != nil) != neg {
		ts.Fatalf("the tests of %s: %v", dir, err)
	}
}

// binary returns the test binary of the package in dir, which it compiles if needed.
func (m *Module) binary(ts *testscript.TestScript, dir string) (string, error) {
	key, err := keyOf(ts.Getenv("WORK"), dir)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(m.binaries, key)
	m.lock.Lock()
	defer m.lock.Unlock()
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if err := ts.Exec("go", "test", "-C", dir, "-c", "-ldflags=-s -w", "-o", binary); err != nil {
		return "", fmt.Errorf("go test -c: %w\n%s", err, ts.ReadFile("stderr"))
	}
	return binary, nil
}

// keyOf returns a name for the test binary of the package in dir. It is a hash of the path of dir below root, of the Go
// files in it, and of all other Go files of root but tests.
func keyOf(root, dir string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", strings.TrimPrefix(dir, root))
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") && filepath.Dir(path) != dir {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(h, "%q %q\n", strings.TrimPrefix(path, root), data)
		return err
	})
	return fmt.Sprintf("%x.test", h.Sum(nil)), err
}
