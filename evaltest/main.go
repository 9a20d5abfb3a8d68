package evaltest

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
)

// TestingM is the part of *testing.M that [Main] needs.
type TestingM interface{ Run() int }

// Main runs the tests of a package and reports the data sets of their
// assertions:
//
//	func TestMain(m *testing.M) { evaltest.Main(m) }
//
// A package that calls Main writes artifacts to _evaltest in its folder, unless EVALTEST_DIR names another. Put the line
// _evaltest/ into .gitignore: the folder has the truths and answers of documents. A marker in
// that folder says that the tests run and, once they have ended, their exit status. If a crash, a timeout or a signal
// ended a run, its data sets are not evaluable. A data set that a newer run should have written and did not is stale.
// Also not evaluable are a suite that skipped itself (see [Suite.Skip]), a run of all tests of the package that
// recorded no data set, and data sets that two runs recorded in one folder at the same time. Main never returns: it
// exits with the code of the tests, or, if they passed, with 1 if an artifact could not be completed or a data set of
// single assertions is not evaluable.
func Main(m TestingM) { os.Exit(Wrap(m).Run()) }

// Wrap is Main for packages with another hook: Run returns the exit code.
//
//	func TestMain(m *testing.M) { goleak.VerifyTestMain(evaltest.Wrap(m)) }
func Wrap(m TestingM) TestingM { return wrapped{m} }

type wrapped struct{ m TestingM }

func (w wrapped) Run() int {
	process.mu.Lock()
	process.main = true
	process.mu.Unlock()
	if !flag.Parsed() {
		flag.Parse() // as m.Run does, since begin reads flags
	}
	end := process.begin(os.Stderr)
	code := w.m.Run()
	dependOnRun()
	return end(process.report(code, os.Stdout))
}

// dependOnRun makes the result of the tests depend on EVALTEST_RUN, as if a test had read it.
// Otherwise, if all tests skipped themselves, go test could serve a cached result to a run
// with another identifier, and the marker would be missing. It appends to the log of variables
// and files that go test checks before it reuses a result. go test does not cache a result
// whose log it cannot read.
func dependOnRun() {
	path := gotest.Flag("testlogfile") // set when the result may be cached
	if path == "" {
		return
	}
	if log, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		_, _ = log.WriteString("getenv EVALTEST_RUN\n")
		_ = log.Close()
	}
}

// begin writes the run marker, if tests will run, and returns a function that closes it and returns the exit status.
// begin runs outside of the tests, so that go test does not count the marker among the files they depend on. If a
// setting is invalid, each test reports it. begin still writes the marker, as for a run without shards, and in the
// default folder if EVALTEST_DIR is invalid. If the marker cannot be written, neither can data sets, and their tests
// report that.
func (s *state) begin(w io.Writer) (end func(code int) int) {
	none := func(code int) int { return code }
	if gotest.ListsOrFuzzes() || gotest.Flag("run") == "^$" || gotest.Flag("count") == "0" {
		return none
	}
	set, err := gotest.ReadSettings(os.LookupEnv)
	if err != nil {
		set.Shard = gotest.Shard{}
	}
	dir, err := s.openDir(set)
	if err != nil || dir == nil {
		return none
	}
	closeMarker, err := dir.Begin(set.Shard.N, set.Shard.Of)
	if err != nil {
		fmt.Fprintf(w, "evaltest: %s\n", plain(err))
		return none
	}
	return func(code int) int {
		for _, skip := range cases.Skips() {
			dir.Skip(skip.Test, skip.Why)
		}
		if err := closeMarker(code); err != nil {
			fmt.Fprintf(w, "evaltest: %s\n", plain(err))
			code = max(code, 1)
		}
		return code
	}
}

// report ends and prints the shared data sets. If the tests failed or are verbose, it
// then prints a line on every data set.
func (s *state) report(code int, w io.Writer) int {
	for _, d := range s.takeSets() {
		summary, err := d.finish()
		nonsense := d.undecided(summary)
		if err := errors.Join(err, d.unredacted(summary), nonsense); err != nil {
			fmt.Fprintf(w, "evaltest: data set %q: %s\n", d.name, plain(err))
			code = max(code, 1)
		}
		if summary.Cases().Total() > 0 {
			s.close(d.closing(summary, nonsense))
			if reported := code != 0 || testing.Verbose(); reported && !tablesOff() {
				terminal.WriteText(w, summary, terminal.Options{Labels: terminal.System(d.run), Width: terminal.Columns()})
			}
		}
	}
	if (code != 0 || testing.Verbose()) && !tablesOff() {
		s.mu.Lock()
		defer s.mu.Unlock()
		terminal.WriteClosing(w, s.closed, terminal.Options{Width: terminal.Columns()})
	}
	return code
}

// close stores the result of a data set for the closing summary.
func (s *state) close(c terminal.Closing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = append(s.closed, c)
}
