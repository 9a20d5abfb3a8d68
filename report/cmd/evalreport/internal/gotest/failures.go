package gotest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/report/artifact"
)

// failures passes on the output of go test, text or -json, and collects the packages
// that failed, those that passed, and the tests that were skipped.
type failures struct {
	w      io.Writer
	line   []byte // first bytes of an unfinished line
	all    []failure
	passed []string
	skips  skips
}

// failure is a package that failed; pkg is "" for a failure of the whole run. reason is as [artifact.Dir.Fail]
// takes it.
type failure struct{ pkg, reason string }

// maxVerdictLine is longer than any line of go test that names a package.
const maxVerdictLine = 16 << 10

func (f *failures) Write(data []byte) (int, error) {
	rest := data
	for {
		line, tail, ended := bytes.Cut(rest, []byte("\n"))
		if room := maxVerdictLine - len(f.line); room > 0 {
			f.line = append(f.line, line[:min(len(line), room)]...)
		}
		if !ended {
			break
		}
		f.readLine(f.line)
		f.line, rest = f.line[:0], tail
	}
	return f.w.Write(data)
}

// readLine checks a line, such as "FAIL\texample.com/p\t0.1s" or "FAIL\texample.com/p [build
// failed]", or the -json event of such a line, which has no Test.
func (f *failures) readLine(line []byte) {
	if !bytes.HasPrefix(line, []byte("{")) {
		f.skips.readText(strings.TrimRight(string(line), "\r\n"))
		f.lookAtVerdict(string(line))
		return
	}
	var e event
	if json.Unmarshal(line, &e) == nil {
		f.lookAt(e)
	}
}

// lookAt checks an event.
func (f *failures) lookAt(e event) {
	f.skips.lookAt(e)
	if e.Action == "output" && e.Test == "" {
		f.lookAtVerdict(e.Output)
	}
}

// lookAtVerdict checks a line of go test itself.
func (f *failures) lookAtVerdict(text string) {
	text = strings.TrimRight(text, "\r\n")
	if rest, ok := strings.CutPrefix(text, "ok  \t"); ok {
		if pkg, _, ok := strings.Cut(rest, "\t"); ok && !strings.HasSuffix(text, "[no tests to run]") {
			f.passed = append(f.passed, pkg)
			f.skips.endPackage(pkg)
		}
		return
	}
	rest, ok := strings.CutPrefix(text, "FAIL\t")
	if !ok {
		return
	}
	pkg, ending, _ := strings.Cut(rest, "\t")
	cause := "the tests failed, and no data set says why: one outside of data sets failed, or they ended before evaltest.Main began"
	if name, reason, ok := strings.Cut(pkg, " ["); ok {
		pkg = name
		switch reason {
		case "build failed]":
			cause = "the tests did not compile"
		case "setup failed]":
			cause = "the tests could not be set up"
		default:
			cause = "the tests failed [" + reason
		}
	} else if ending == "" {
		return // not a line of go test
	}
	f.skips.endPackage(pkg)
	if !slices.ContainsFunc(f.all, func(other failure) bool { return other.pkg == pkg }) {
		f.all = append(f.all, failure{pkg, cause})
	}
}

// markAll records failures in the directory of a run, unless an artifact there explains them: packages that failed, a
// failure of go test itself, or a run without a data set. ended names the signal that go test got, "" for none.
func (f *failures) markAll(r *Run, began time.Time, exit int, ended string) error {
	all := f.all
	switch {
	case ended != "" && exit != 0:
		all = append(all, failure{"", "go test was ended (" + ended + "): it may not have come to every package"})
	case exit == exitMisuse && len(all) == 0:
		return nil
	case exit != 0 && len(all) == 0:
		all = []failure{{"", fmt.Sprintf("go test failed (exit status %d) and named no package: its own messages say why", exit)}}
	case exit == 0 && !r.AskedForNothing():
		if sources, _, err := artifact.List(r.Dir); errors.Is(err, os.ErrNotExist) || err == nil && len(sources) == 0 {
			all = []failure{{"", "no data set was recorded"}}
		}
	}
	for _, failure := range all {
		run := artifact.NewRun(failure.pkg)
		run.ID, run.Start = r.ID, began
		if err := (&artifact.Dir{Path: r.Dir, Run: run}).Fail(max(exit, 1), failure.reason); err != nil {
			return err
		}
	}
	return nil
}

// Skip is a test at the top level that was skipped. Reason is the last line that it logged before, "" for none.
type Skip struct{ Package, Test, Reason string }

// skips collects the tests that were skipped, from the text of go test -v or from events.
type skips struct {
	all    []Skip
	named  int               // how many of all have their package: in a text it comes after them
	reason string            // of the test whose text is being read
	logged map[string]string // by package and test, of events: the reasons of tests that have not ended
}

var (
	skipLine = regexp.MustCompile(`^--- SKIP: (\S+) \(`)
	logLine  = regexp.MustCompile(`^    \S+\.go:[0-9]+: (.*)`)
)

// readText reads a line of text.
func (s *skips) readText(text string) {
	if found := logLine.FindStringSubmatch(text); found != nil {
		s.reason = found[1]
	} else if found := skipLine.FindStringSubmatch(text); found != nil {
		s.all = append(s.all, Skip{Test: found[1], Reason: s.reason})
	}
	if strings.HasPrefix(text, "=== ") || strings.HasPrefix(text, "--- ") {
		s.reason = ""
	}
}

// endPackage ends the text of a package.
func (s *skips) endPackage(pkg string) {
	for ; s.named < len(s.all); s.named++ {
		s.all[s.named].Package = pkg
	}
}

// event is an event of go test -json.
type event struct{ Action, Package, Test, Output string }

// lookAt reads an event.
func (s *skips) lookAt(e event) {
	if e.Test == "" || strings.Contains(e.Test, "/") {
		return
	}
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		if found := logLine.FindStringSubmatch(strings.TrimRight(e.Output, "\r\n")); found != nil {
			arithmetic.Map(&s.logged)[key] = found[1]
		}
	case "skip":
		s.all = append(s.all, Skip{e.Package, e.Test, s.logged[key]})
		s.named = len(s.all)
		fallthrough
	case "pass", "fail":
		delete(s.logged, key)
	}
}
