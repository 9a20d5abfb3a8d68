package evaltest

import (
	"flag"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
)

// TB is what evaltest needs of a test. *testing.T, *testing.B, *rapid.T and
// fakes of a dozen lines have it. Cleanup, Attr, Output and ArtifactDir are used
// where a TB has them.
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

// callerLine returns the line of the user's test that called, as testing prints it:
// "invoices_test.go:12". What stands between, such as a suite built on this package,
// need not be in a test file; where nothing is, it is the caller of the exported
// function.
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

// idle reports whether nothing that t does is to be recorded: fuzz workers run a
// body by the ten thousand a second, and -list runs no test at all.
func idle(t TB) bool { return repeats(t) || listsOrFuzzes() }

func listsOrFuzzes() bool {
	return testFlag("fuzzworker") == "true" || testFlag("fuzz") != "" || testFlag("list") != ""
}

// repeats reports whether t runs one body any number of times, as benchmarks and
// the properties of rapid do: what happens there is not a case.
func repeats(t TB) bool {
	if _, benchmark := t.(interface{ ReportMetric(n float64, unit string) }); benchmark {
		return true
	}
	of := reflect.TypeOf(t)
	return of.Kind() == reflect.Pointer && of.Elem().PkgPath() == "pgregory.net/rapid"
}
