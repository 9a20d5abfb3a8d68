package evaltest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

// stop ends the asking after so many failed cases (EVALTEST_STOP_AFTER).
type stop struct {
	after int // 0: never

	mu       sync.Mutex
	failures int
	skipped  int // cases that were not asked
}

// why says why no further case is asked, "" while they are.
func (s *stop) why() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text()
}

func (s *stop) text() string {
	if s.after == 0 || s.failures < s.after {
		return ""
	}
	return fmt.Sprintf("the extractor failed in %d cases (EVALTEST_STOP_AFTER=%d)", s.after, s.after)
}

// failed counts a case whose extractor failed.
func (s *stop) failed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures++
}

// skip counts a case that was not asked.
func (s *stop) skip() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.skipped++
}

// notEvaluable says why the data set cannot be judged, "" where every case was asked.
func (s *stop) notEvaluable() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.skipped {
	case 0:
		return ""
	case 1:
		return "1 case was not asked: " + s.text()
	}
	return fmt.Sprintf("%d cases were not asked: %s", s.skipped, s.text())
}

// leave keeps a call that was left behind, and shows where it was.
func (d *dataset) leave(t TB, l *call.Left) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left = append(d.left, l)
	if l.Stack != "" && !d.private() { // a stack has arguments
		output(t, terminal.VisibleLines(l.Stack)+"\n")
	}
}

// tellLeft names the calls that were left behind and still run. It is told once.
func (d *dataset) tellLeft(t TB) {
	t.Helper()
	const most = 10
	var names []string
	more := 0
	for _, l := range d.left {
		switch {
		case !l.Runs():
		case len(names) == most:
			more++
		default:
			names = append(names, fmt.Sprintf("%q (%s)", l.Name, l.Goroutine))
		}
	}
	d.left = nil
	if len(names) == 0 {
		return
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	d.log(t, fmt.Sprintf("evaltest: data set %q: Extract was left behind and still runs, as it does not heed its context, for case %s", d.name, strings.Join(names, ", ")))
}

// stopped writes that a data set which was given up or changed, and which no gate has
// judged, is not evaluable.
func (d *dataset) stopped(s report.Summary) {
	if why := d.unjudged(); why != "" && d.gate.state == gateWaits {
		d.writer.Write(d.notEvaluable(s, why)) // End returns its error, too
	}
}
