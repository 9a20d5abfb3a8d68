package evaltest

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

// stop skips the rest of the cases after a number of failed cases
// (EVALTEST_STOP_AFTER).
type stop struct {
	after    int64        // 0: never
	failures atomic.Int64 // cases whose extractor failed
	skipped  atomic.Int64 // cases that did not run
}

// reason returns the reason why further cases are skipped, "" while cases run.
func (s *stop) reason() string {
	if s.after == 0 || s.failures.Load() < s.after {
		return ""
	}
	return fmt.Sprintf("the extractor failed in %d cases (EVALTEST_STOP_AFTER=%d)", s.after, s.after)
}

// notEvaluable returns the reason why the data set cannot be judged, "" if every case
// ran.
func (s *stop) notEvaluable() string {
	switch n := s.skipped.Load(); n {
	case 0:
		return ""
	case 1:
		return "1 case was not asked: " + s.reason()
	default:
		return fmt.Sprintf("%d cases were not asked: %s", n, s.reason())
	}
}

// abandon stores a call that ignored its timeout, and prints its stack.
func (d *dataset) abandon(t TB, l *call.Left) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.abandoned = append(d.abandoned, l)
	if l.Stack != "" && !d.private() { // a stack shows arguments, which may quote the document
		output(t, terminal.VisibleLines(l.Stack)+"\n")
	}
}

// reportAbandoned prints, once, the names of abandoned calls that still run.
func (d *dataset) reportAbandoned(t TB) {
	t.Helper()
	const most = 10
	var names []string
	more := 0
	for _, l := range d.abandoned {
		switch {
		case !l.Runs():
		case len(names) == most:
			more++
		default:
			names = append(names, fmt.Sprintf("%q (%s)", l.Name, l.Goroutine))
		}
	}
	d.abandoned = nil
	if len(names) == 0 {
		return
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	d.log(t, fmt.Sprintf("evaltest: data set %q: Extract was left behind and still runs, as it does not heed its context, for case %s", d.name, strings.Join(names, ", ")))
}

// stopped marks a data set as not evaluable in the artifact if it was stopped or its
// cases changed, and the gate did not run.
func (d *dataset) stopped(s report.Summary) {
	if why := d.whyUnjudged(); why != "" && d.gate.state == gateWaits {
		d.writer.Write(d.notEvaluable(s, why)) // End returns the same error
	}
}
