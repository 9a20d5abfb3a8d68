package evaltest

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
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

// attr adds an attribute to a test's machine-readable output. Keys have no white
// space and values no newline: testing refuses both.
func attr(t TB, key, value string) {
	if a, ok := t.(interface{ Attr(key, value string) }); ok {
		a.Attr(attrEscape(key), attrEscape(value))
	}
}

// output prints whole lines under a test, hidden when it passes without -v.
func output(t TB, text string) {
	if o, ok := t.(interface{ Output() io.Writer }); ok {
		io.WriteString(o.Output(), text)
		return
	}
	t.Logf("%s", text)
}

func cleanup(t TB, f func()) bool {
	t.Helper()
	c, ok := t.(interface{ Cleanup(func()) })
	if ok {
		c.Cleanup(f)
	}
	return ok
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

// attrEscape makes a text fit for Attr: white space and control characters
// become %XX, as does the percent sign.
func attrEscape(s string) string {
	const most = 1000 // test2json drops events beyond about 4 KB
	var b []byte
	for _, r := range s {
		if len(b) > most {
			b = append(b, "%E2%80%A6"...)
			break
		}
		if r > ' ' && r != '%' && r != 0x7f && (r < 0x80 || strconv.IsPrint(r)) {
			b = append(b, string(r)...)
			continue
		}
		for _, c := range []byte(string(r)) {
			b = append(b, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return string(b)
}

// testFlag returns the value of a flag of go test, "" outside of tests.
func testFlag(name string) string {
	if f := flag.Lookup("test." + name); f != nil {
		return f.Value.String()
	}
	return ""
}

// idle reports whether t must not record: benchmarks and fuzz workers run one
// body thousands of times, and -list runs no test.
func idle(t TB) bool { return repeats(t) || listsOrFuzzes() }

func listsOrFuzzes() bool {
	return testFlag("fuzzworker") == "true" || testFlag("fuzz") != "" || testFlag("list") != ""
}

// repeats reports whether t runs one body many times, as benchmarks and the properties of rapid do: a run of such a
// body is not a case.
func repeats(t TB) bool {
	if benchmarks(t) {
		return true
	}
	of := reflect.TypeOf(t)
	return of.Kind() == reflect.Pointer && of.Elem().PkgPath() == "pgregory.net/rapid"
}

// benchmarks reports whether t is a benchmark.
func benchmarks(t TB) bool {
	_, ok := t.(interface{ ReportMetric(n float64, unit string) })
	return ok
}

// missed fails t since an answer did not pass. A benchmark measures a comparison and does not judge the answer: it does
// not fail, and the first miss of each benchmark is logged.
func missed(t TB, text string) {
	t.Helper()
	if !benchmarks(t) {
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

// log calls t.Logf with the line of the user's test, even if the stack does not
// contain it.
func (d *dataset) log(t TB, text string) {
	t.Helper()
	if d.line == "" {
		t.Logf("%s", text)
		return
	}
	output(t, d.line+": "+text+"\n")
}

// fail logs text and calls t.Fail.
func (d *dataset) fail(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ Fail() })
	if d.line == "" || !ok {
		t.Errorf("%s", text)
		return
	}
	d.log(t, text)
	f.Fail()
}

// fatal logs text and calls t.FailNow.
func (d *dataset) fatal(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ FailNow() })
	if d.line == "" || !ok {
		t.Fatalf("%s", text)
		return
	}
	d.log(t, text)
	f.FailNow()
}

// reportArtifact fails t with the first error of the artifact and ignores later ones. The earlier records are kept, and
// the numbers do not depend on the artifact.
func (d *dataset) reportArtifact(t TB, err error) {
	if err != nil && !d.artifactReported {
		t.Helper()
		d.artifactReported = true
		d.fail(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
}
