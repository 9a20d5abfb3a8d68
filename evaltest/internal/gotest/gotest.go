// Package gotest says what go test and the environment ask of a run: its flags ([Flag]), the settings of the environment
// ([Environment]) and the revision of the checkout. It writes to the output of a test ([Print]), and has the gate of a
// data set ([Gate]), which depends on the tests that the flags select.
package gotest

import (
	"flag"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// TB is evaltest.TB.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Flag returns the value of a flag of go test, "" outside of tests.
func Flag(name string) string {
	if f := flag.Lookup("test." + name); f != nil {
		return f.Value.String()
	}
	return ""
}

// SelectsPart reports whether this run may have left out subtests of a test at the given depth.
func SelectsPart(depth int) bool { return dataset.SelectsPart(Flag("run"), Flag("skip"), depth) }

// Outermost returns the name of the top-level test that a test is in.
func Outermost(name string) string {
	top, _, _ := strings.Cut(name, "/")
	return top
}

// Depth returns 1 for a top-level test, 2 for its subtests.
func Depth(name string) int { return strings.Count(name, "/") + 1 }

// Idle reports whether t must not record: benchmarks and fuzz workers run one
// body thousands of times, and -list runs no test.
func Idle(t TB) bool { return Repeats(t) || ListsOrFuzzes() }

// ListsOrFuzzes reports whether go test runs with -list or -fuzz.
func ListsOrFuzzes() bool {
	return Flag("fuzzworker") == "true" || Flag("fuzz") != "" || Flag("list") != ""
}

// Repeats reports whether t runs one body many times, as benchmarks and the properties of rapid do: a run of such a
// body is not a case.
func Repeats(t TB) bool {
	if Benchmarks(t) {
		return true
	}
	tester := reflect.TypeOf(t)
	return tester.Kind() == reflect.Pointer && tester.Elem().PkgPath() == "pgregory.net/rapid"
}

// Benchmarks reports whether t is a benchmark.
func Benchmarks(t TB) bool {
	_, ok := t.(interface{ ReportMetric(n float64, unit string) })
	return ok
}

// Cleanup calls f when t ends. It reports false if t has no Cleanup.
func Cleanup(t TB, f func()) bool {
	t.Helper()
	c, ok := t.(interface{ Cleanup(func()) })
	if ok {
		c.Cleanup(f)
	}
	return ok
}

// Print prints whole lines under a test, hidden when it passes without -v.
func Print(t TB, text string) {
	if o, ok := t.(interface{ Output() io.Writer }); ok {
		io.WriteString(o.Output(), text)
		return
	}
	t.Logf("%s", text)
}

// Attr adds an attribute to a test's machine-readable output. Keys have no white
// space and values no newline: testing refuses both.
func Attr(t TB, key, value string) {
	if a, ok := t.(interface{ Attr(key, value string) }); ok {
		a.Attr(escape(key), escape(value))
	}
}

// escape makes a text fit for Attr: white space and control characters
// become %XX, as does the percent sign.
func escape(s string) string {
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
