package evaltest

import (
	"cmp"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

var (
	suiteRows = gotest.Rows{Noun: "case", Count: "ExpectCases", Verb: "scored"}
	caseRows  = gotest.Rows{Noun: "case", Count: "Config.Cases", Verb: "scored", Table: "table", Receive: "c"}
)

// runGate judges the data set in a subtest of its own.
func (d *dataset) runGate(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shard.Split() && !d.gate.Off {
		d.gate.State = gotest.GateOff
		d.deferGate(t)
	}
	d.gate.Begin(t)
	summary := d.summarize()
	result := d.notEvaluable(summary, cmp.Or(d.whyUnjudged(), d.gate.NotEvaluable(d.scored(summary))))
	d.reportAbandoned(t)
	if result.NotEvaluable == "" {
		var err error
		if result, err = d.cfg.Gate.Check(summary); err != nil {
			t.Fatalf("evaltest: %s", plain(err))
		}
	}
	d.frozen.judge(t, &result, summary)
	d.judged = &result
	d.reportArtifact(t, d.writer.Write(result))
	attributes(t, summary)
	d.printSummary(t, summary)
	d.frozen.report(t, &result)
	if !result.Passed {
		lines := view.Page{Blocks: terminal.Verdict(verdict.Of(result), &summary)}
		t.Errorf("evaltest: data set %s", strings.TrimSuffix(lines.Text(view.Screen{}), "\n"))
	}
}

// notEvaluable returns the result of a gate that cannot judge, with the reason.
func (d *dataset) notEvaluable(s report.Summary, reason string) report.GateResult {
	return report.GateResult{Dataset: d.name, Cases: d.scored(s), Trials: len(s.Trials), NotEvaluable: reason}
}

// stop skips the remaining cases after a number of failed cases (EVALTEST_STOP_AFTER).
type stop struct {
	total    int64        // 0: never
	failures atomic.Int64 // cases whose extractor failed
	skipped  atomic.Int64 // cases that did not run
}

// reason returns the reason why further cases are skipped, "" while cases run.
func (s *stop) reason() string {
	if s.total == 0 || s.failures.Load() < s.total {
		return ""
	}
	return fmt.Sprintf("the extractor failed in %s (EVALTEST_STOP_AFTER=%d)", words.Plural(int(s.total), "case"), s.total)
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
func (d *dataset) abandon(t TB, l *cases.Left) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.abandoned = append(d.abandoned, l)
	if l.Stack != "" && !d.private() { // a stack shows arguments, which may quote the document
		gotest.Print(t, terminal.VisibleLines(l.Stack)+"\n")
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
	d.logText(t, fmt.Sprintf("evaltest: data set %q: Extract ignored its context and still runs for case %s", d.name, strings.Join(names, ", ")))
}

// stopped marks a data set as not evaluable in the artifact if it was stopped or its
// cases changed, and the gate did not run.
func (d *dataset) stopped(s report.Summary) {
	if reason := d.whyUnjudged(); reason != "" && d.gate.State == gotest.GateWaits {
		d.writer.Write(d.notEvaluable(s, reason)) // End returns the same error
	}
}
