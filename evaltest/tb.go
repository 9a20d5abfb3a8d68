package evaltest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

// TB is the part of a test that evaltest needs. *testing.T, *testing.B, *rapid.T
// and fakes of a dozen lines implement it. Cleanup, Attr, Output and ArtifactDir
// are used if a TB has them.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// callerLine returns the calling line of the user's test, as testing prints it: "invoices_test.go:12". Callers outside
// of test files, such as a helper built on this package, are skipped. If no caller is in a test file, callerLine
// returns the line that called the exported function.
func callerLine() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	caller, more := frames.Next()
	for f := caller; ; f, more = frames.Next() {
		if strings.HasSuffix(f.File, "_test.go") {
			caller = f
			break
		}
		if !more {
			break
		}
	}
	if caller.File == "" {
		return ""
	}
	return filepath.Base(caller.File) + ":" + strconv.Itoa(caller.Line)
}

// missed fails t since an answer did not pass. A benchmark measures a comparison and does not judge the answer: it does
// not fail, and the first miss of each benchmark is logged.
func missed(t TB, text string) {
	t.Helper()
	if !gotest.Benchmarks(t) {
		t.Errorf("%s", text)
	} else if process.firstMiss(t.Name()) {
		t.Logf("%s (a test would fail here; a benchmark does not)", text)
	}
}

// plain returns the text of an error to be printed after "evaltest: ", without the
// package prefixes of its lines.
func plain(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		for _, internal := range []string{"report: ", "eval: ", "preflight: "} {
			line = strings.TrimPrefix(line, internal)
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// logText calls t.Logf with the line of the user's test, even if the stack does not
// contain it.
func (d *dataset) logText(t TB, text string) {
	t.Helper()
	if d.line == "" {
		t.Logf("%s", text)
		return
	}
	gotest.Print(t, d.line+": "+text+"\n")
}

// failWith logs text and calls t.Fail.
func (d *dataset) failWith(t TB, text string) {
	t.Helper()
	if f, ok := t.(interface{ Fail() }); ok && d.line != "" {
		d.logText(t, text)
		f.Fail()
	} else {
		t.Errorf("%s", text)
	}
}

// fatal logs text and calls t.FailNow.
func (d *dataset) fatal(t TB, text string) {
	t.Helper()
	if f, ok := t.(interface{ FailNow() }); ok && d.line != "" {
		d.logText(t, text)
		f.FailNow()
	} else {
		t.Fatalf("%s", text)
	}
}

// reportArtifact fails t with the first error of the artifact and ignores later ones. The earlier records are kept, and
// the numbers do not depend on the artifact.
func (d *dataset) reportArtifact(t TB, err error) {
	if err != nil && !d.artifactReported {
		t.Helper()
		d.artifactReported = true
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
}
