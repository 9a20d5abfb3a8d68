// Package innertest runs a test inside of another one, for the tests of packages that fail tests.
package innertest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Run runs a test inside of t, as go test -v would, and returns whether it
// passed and its output.
func Run(t *testing.T, name string, test func(*testing.T)) (ok bool, printed string) {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	ok = RunTo(file, true, name, test)
	text, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	return ok, string(text)
}

// RunTo is Run with a place for the text that is printed.
func RunTo(w *os.File, verbose bool, name string, test func(*testing.T)) (ok bool) {
	defer PlainFlags()()
	defer setFlags(map[string]string{"v": strconv.FormatBool(verbose)})()
	stdout := os.Stdout
	os.Stdout = w
	defer func() { os.Stdout = stdout }()
	var once sync.Once // for each of -cpu
	f := func(t *testing.T) { once.Do(func() { test(t) }) }
	return testing.RunTests(func(_, _ string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: name, F: f}})
}

// Show runs a test as go test -v would, and prints its verdicts and what it says of data sets. It is for examples: in a test
// file, the function is a test such as TestInvoices.
func Show(name string, test func(*testing.T)) {
	file, err := os.CreateTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	RunTo(file, true, name, test)
	text, err := os.ReadFile(file.Name())
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, message, ok := strings.Cut(line, "evaltest: data set "); ok {
			fmt.Print("data set ", message)
		} else if verdict, _, ok := strings.Cut(line, " ("); ok && strings.HasPrefix(strings.TrimSpace(verdict), "--- ") {
			fmt.Println(verdict)
		}
	}
}

// PlainFlags sets the flags by which go test selects tests to their defaults, since the selection of a package's
// tests must not change the tests inside of them. It returns a function that restores the flags. Of several callers
// at a time the last one restores them.
func PlainFlags() (restore func()) {
	flagsInUse.Lock()
	defer flagsInUse.Unlock()
	if flagsInUse.callers++; flagsInUse.callers == 1 {
		flagsInUse.restore = setFlags(map[string]string{"run": "", "skip": "", "short": "false", "failfast": "false", "count": "1"})
	}
	return func() {
		flagsInUse.Lock()
		defer flagsInUse.Unlock()
		if flagsInUse.callers--; flagsInUse.callers == 0 {
			flagsInUse.restore()
		}
	}
}

var flagsInUse struct {
	sync.Mutex
	callers int
	restore func()
}

// setFlags sets flags of go test, and returns the function that sets them back.
func setFlags(values map[string]string) (restore func()) {
	before := map[string]string{}
	for name, value := range values {
		before[name] = flag.Lookup("test." + name).Value.String()
		flag.Set("test."+name, value)
	}
	return func() {
		for name, value := range before {
			flag.Set("test."+name, value)
		}
	}
}

// Records returns the records of all artifacts in a folder.
func Records(t *testing.T, dir string) (records []report.Record) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		defer f.Close()
		r := artifact.NewReader(f, file)
		for r.Scan() {
			records = append(records, r.Record())
		}
		require.NoError(t, r.Err())
	}
	return records
}
