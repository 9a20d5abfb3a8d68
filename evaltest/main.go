package evaltest

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/noted"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/internal/terminal"
)

// TestingM is what [Main] needs of *testing.M.
type TestingM interface{ Run() int }

// Main runs the tests of a package and reports what their assertions recorded:
//
//	func TestMain(m *testing.M) { evaltest.Main(m) }
//
// A package that calls Main writes artifacts to _evaltest in its folder, unless
// EVALTEST_DIR names another. A marker there says that the tests run, and, when they
// have ended, with which exit status: of a run that a crash, a timeout or a signal ended
// no data set is evaluable, and what a newer run should have made anew and did not is
// stale. Not evaluable are, too, a suite that skipped itself (see [Suite.Skip]), a run of all
// tests of the package that recorded no data set, and what two runs recorded in one folder at
// the same time. Main never returns: it exits with the code of the tests, or 1 when an artifact
// could not be completed.
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
		flag.Parse() // as m.Run does: the selection is in flags
	}
	end := process.begin(os.Stderr)
	code := w.m.Run()
	dependOnRun()
	return end(process.report(code, os.Stdout))
}

// dependOnRun makes the result of the tests depend on EVALTEST_RUN, as if one of them had read
// it. go test has no result in its cache then for a run with another identifier, though all
// tests skipped themselves: the marker would be missing. It appends to the log of variables
// and files by which go test finds results again; a log that it cannot read it does not use.
func dependOnRun() {
	path := testFlag("testlogfile") // set where the result may be kept
	if path == "" {
		return
	}
	if log, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		_, _ = log.WriteString("getenv EVALTEST_RUN\n")
		_ = log.Close()
	}
}

// begin writes the run marker, where tests are to run, and returns what closes it and
// returns the exit status. It happens outside of the tests, so that go test does not take
// it for something that their results depend on. A setting that cannot be read, of which
// each test says so, is no reason to write none: the marker is of the whole run then, in
// the default folder where that of EVALTEST_DIR cannot be used. Where there is no place for
// a marker there is none for data sets either: their tests say so.
func (s *state) begin(out io.Writer) (end func(code int) int) {
	none := func(code int) int { return code }
	if outOfTests() {
		return none
	}
	set, err := settings.Read(os.LookupEnv)
	if err != nil {
		set.Shard = settings.Shard{}
	}
	dir, err := s.dir(set)
	if err != nil || dir == nil {
		return none
	}
	closeMarker, err := dir.Begin(set.Shard.N, set.Shard.Of)
	if err != nil {
		fmt.Fprintf(out, "evaltest: %s\n", plain(err))
		return none
	}
	return func(code int) int {
		for _, skip := range noted.Skips() {
			dir.Skip(skip.Test, skip.Why)
		}
		if err := closeMarker(code); err != nil {
			fmt.Fprintf(out, "evaltest: %s\n", plain(err))
			code = max(code, 1)
		}
		return code
	}
}

// outOfTests reports whether this process runs no test that could record: it lists them,
// fuzzes, or -run or -count select none, as for benchmarks.
func outOfTests() bool {
	return listsOrFuzzes() || testFlag("run") == "^$" || testFlag("count") == "0"
}

// report ends the shared data sets and prints them, and then how all data sets went, when
// the tests failed or are verbose.
func (s *state) report(code int, out io.Writer) int {
	for _, d := range s.take() {
		summary, err := d.finish()
		nonsense := d.undecided(summary)
		if err := errors.Join(err, d.unredacted(summary), nonsense); err != nil {
			fmt.Fprintf(out, "evaltest: data set %q: %s\n", d.name, plain(err))
			code = max(code, 1)
		}
		if summary.Cases().Total() > 0 {
			s.close(d.closing(summary, nonsense))
			if told := code != 0 || testing.Verbose(); told && !tablesOff() {
				terminal.WriteText(out, summary, terminal.Options{Labels: d.run.LabelText(), Width: terminal.Columns()})
			}
		}
	}
	if (code != 0 || testing.Verbose()) && !tablesOff() {
		s.mu.Lock()
		defer s.mu.Unlock()
		terminal.WriteClosing(out, s.closed, terminal.Options{Width: terminal.Columns()})
	}
	return code
}

// close notes how a data set ended.
func (s *state) close(c terminal.Closing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = append(s.closed, c)
}
