package evaltest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// fake is a TB that remembers its messages.
type fake struct {
	name     string
	log      []string
	out      strings.Builder
	cleanups []func()
}

func (f *fake) Helper()                           {}
func (f *fake) Name() string                      { return f.name }
func (f *fake) Logf(format string, args ...any)   { f.log = append(f.log, fmt.Sprintf(format, args...)) }
func (f *fake) Errorf(format string, args ...any) { f.Logf("ERROR "+format, args...) }
func (f *fake) Fatalf(format string, args ...any) { f.Logf("FATAL "+format, args...); runtime.Goexit() }
func (f *fake) Output() io.Writer                 { return &f.out }
func (f *fake) Cleanup(g func())                  { f.cleanups = append(f.cleanups, g) }

// run runs a test on f to its end and returns the messages.
func (f *fake) run(test func()) string {
	defer innertest.PlainFlags()()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for i := len(f.cleanups) - 1; i >= 0; i-- {
				f.cleanups[i]()
			}
		}()
		test()
	}()
	<-done
	return strings.Join(f.log, "\n")
}

// withMain runs a test as in a package that calls Main, with no data set from
// before, and returns the folder of its artifacts.
func withMain(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Cleanup(innertest.PlainFlags())
	t.Setenv("EVALTEST_DIR", dir)
	cases.ForgetProviders()
	process.mu.Lock()
	defer process.mu.Unlock()
	before := process.main
	process.main, process.nowhere = true, false
	clear(process.shared)
	clear(process.collectors)
	clear(process.resumed)
	process.order, process.closed = nil, nil
	t.Cleanup(func() {
		process.takeSets()
		process.mu.Lock()
		defer process.mu.Unlock()
		process.main = before
		clear(process.collectors) // collectors that a fake opened and never closed
	})
	return dir
}

// inner runs a test inside of this one, as go test -v would, and returns whether it
// passed and its output.
func inner(t *testing.T, name string, test func(*testing.T)) (ok bool, printed string) {
	t.Helper()
	return innertest.Run(t, name, test)
}

// artifact returns the records and the text of the one artifact in a folder.
func readArtifact(t *testing.T, dir string) (records []report.Record, text string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	r := artifact.NewReader(strings.NewReader(string(data)), filepath.Base(files[0]))
	for r.Scan() {
		if bad, ok := r.Record().(*artifact.SyntaxError); ok {
			t.Error(bad)
		}
		records = append(records, r.Record())
	}
	sections, err := artifact.Walk(artifact.File(files[0]), artifact.Visitor{})
	require.NoError(t, err)
	require.NotEqual(t, artifact.Broken, sections[0].State())
	return records, string(data)
}

// caseRecords returns the case records of a folder's artifact.
func caseRecords(t *testing.T, dir string) (all []*report.Case) {
	t.Helper()
	records, _ := readArtifact(t, dir)
	for _, r := range records {
		if c, ok := r.(*report.Case); ok {
			all = append(all, c)
		}
	}
	return all
}

// write writes files to a folder of the test, and changes to it.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	t.Chdir(dir)
}
