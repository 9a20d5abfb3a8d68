package gotest

import (
	"regexp"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

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
