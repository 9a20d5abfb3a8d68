package evaltest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/extracteval/extracteval/report/terminal"
)

// TestingM is what [Main] needs of *testing.M.
type TestingM interface{ Run() int }

// Main runs the tests of a package and reports what their assertions recorded:
//
//	func TestMain(m *testing.M) { evaltest.Main(m) }
//
// A package that calls Main writes artifacts to _evaltest in its folder, unless
// EVALTEST_DIR names another. Main never returns: it exits with the code of the
// tests, or 1 when an artifact could not be completed.
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
	code := w.m.Run()
	return process.report(code, os.Stdout)
}

// report ends the shared data sets and prints them, when the tests failed or
// are verbose.
func (s *state) report(code int, out io.Writer) int {
	for _, d := range s.take() {
		summary, err := d.finish()
		if err := errors.Join(err, d.unredacted(summary)); err != nil {
			fmt.Fprintf(out, "evaltest: data set %q: %v\n", d.name, err)
			code = max(code, 1)
		}
		if summary.Cases().Total() > 0 && (code != 0 || testing.Verbose()) {
			terminal.WriteText(out, summary, terminal.Options{})
		}
	}
	return code
}
