package gotest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The output of go test comes through unchanged, in whatever pieces, and the packages are from its
// own lines.
func TestFailures(t *testing.T) {
	const failed = "the tests failed, and no data set says why: one outside of data sets failed, or they ended before evaltest.Main began"
	for _, tt := range []struct {
		name, printed string
		want          []failure
	}{
		{"nothing", "", nil},
		{"a package that passes", "ok  \texample.com/a\t0.01s\n", nil},
		{"one that fails", "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.01s\nFAIL\n", []failure{{"example.com/a", failed}}},
		{"CR LF", "FAIL\texample.com/a\t0.01s\r\n", []failure{{"example.com/a", failed}}},
		{"it does not compile", "FAIL\texample.com/a [build failed]\n", []failure{{"example.com/a", "the tests did not compile"}}},
		{"it cannot be set up", "FAIL\texample.com/a [setup failed]\n", []failure{{"example.com/a", "the tests could not be set up"}}},
		{"another reason", "FAIL\texample.com/a [no luck]\n", []failure{{"example.com/a", "the tests failed [no luck]"}}},
		{"said twice", "FAIL\texample.com/a [build failed]\nFAIL\texample.com/a\t0.01s\n", []failure{{"example.com/a", "the tests did not compile"}}},
		{"two", "FAIL\tb\t1s\nFAIL\ta\t1s\n", []failure{{"b", failed}, {"a", failed}}},
		{"the line has no end", "FAIL\texample.com/a\t0.01s", nil},
		{"a line of a test", "FAIL\tand more\n", nil},
		{"a line that is too long", strings.Repeat("x", 2*maxVerdictLine) + "\nFAIL\ta\t1s\n", []failure{{"a", failed}}},
		{"an event", `{"Action":"output","Package":"a","Output":"FAIL\ta\t1s\n"}` + "\n", []failure{{"a", failed}}},
		{"an event of a test", `{"Action":"output","Package":"a","Test":"TestA","Output":"FAIL\ta\t1s\n"}` + "\n", nil},
		{"an event without output", `{"Action":"fail","Package":"a"}` + "\n", nil},
		{"JSON of a test", `{"Action":` + "\n", nil},
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			var out bytes.Buffer
			f := &failures{w: &out}
			for rest := []byte(tt.printed); len(rest) > 0; {
				n, err := f.Write(rest[:min(size, len(rest))])
				require.NoError(t, err)
				rest = rest[n:]
			}
			assert.Equal(t, tt.want, f.all, "%s, by %d bytes", tt.name, size)
			assert.Equal(t, tt.printed, out.String(), tt.name)
		}
	}
}

func TestPassedPackages(t *testing.T) {
	f := &failures{w: &bytes.Buffer{}}
	for _, line := range []string{
		"ok  \texample.com/a\t0.01s",
		"ok  \texample.com/b\t(cached)",
		"ok  \texample.com/c\t0.01s\tcoverage: 10.0% of statements",
		"ok  \texample.com/d\t0.01s [no tests to run]",
		"FAIL\texample.com/e\t0.01s",
		"?   \texample.com/f\t[no test files]",
		"ok by a test",
		`{"Action":"output","Package":"example.com/g","Output":"ok  \texample.com/g\t0.01s\n"}`,
	} {
		_, err := f.Write([]byte(line + "\n"))
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"example.com/a", "example.com/b", "example.com/c", "example.com/g"}, f.passed)
}

func TestSkippedTests(t *testing.T) {
	f := &failures{w: &bytes.Buffer{}}
	for _, line := range []string{
		"=== RUN   TestA", "    a_test.go:3: some log", "--- PASS: TestA (0.00s)",
		"=== RUN   TestB", "--- SKIP: TestB (0.00s)", // without a reason
		"=== RUN   TestC", "=== PAUSE TestC", "=== CONT  TestC", "    a_test.go:5: no key", "        and more", "--- SKIP: TestC (0.00s)",
		"=== RUN   TestD/case", "    --- SKIP: TestD/case (0.00s)", "--- PASS: TestD (0.00s)",
		"PASS", "ok  \texample.com/a\t0.01s",
		"=== RUN   TestE", "    b_test.go:1: no disk", "--- SKIP: TestE (0.00s)", "FAIL", "FAIL\texample.com/b\t0.01s",
		`{"Action":"output","Package":"c","Test":"TestF","Output":"    c_test.go:1: no net\n"}`,
		`{"Action":"output","Package":"c","Test":"TestG","Output":"    c_test.go:2: a log\n"}`,
		`{"Action":"skip","Package":"c","Test":"TestF","Elapsed":0}`,
		`{"Action":"pass","Package":"c","Test":"TestG","Elapsed":0}`,
		`{"Action":"skip","Package":"c","Test":"TestG/case","Elapsed":0}`,
		`{"Action":"skip","Package":"d","Elapsed":0}`, // no test files
	} {
		_, err := f.Write([]byte(line + "\n"))
		require.NoError(t, err)
	}
	assert.Equal(t, []Skip{
		{"example.com/a", "TestB", ""}, {"example.com/a", "TestC", "no key"}, {"example.com/b", "TestE", "no disk"}, {"c", "TestF", "no net"},
	}, f.skips.all)
}
