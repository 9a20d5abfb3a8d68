package evaltest

import (
	"cmp"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// A gate judges a data set of a [Suite], a [Collector] or [Detections] when its table has
// ended. It has three duties. If it is configured and never ran in a full run, it fails
// the test: a forgotten gate is not a passed gate. A row recorded after it ran is an
// error, since the gate did not judge it. If rows may be missing, the data set is not
// evaluable.
//
// The lock of the data set guards the gate.
type gate struct {
	dataset  string
	test     string // the test that opened the data set, "" when the data set is shared
	depth    int    // depth of that test, 0 when the data set is shared
	off      bool   // EVALTEST_GATE=off
	rows     rowWords
	expected int // rows in each trial, 0 when unknown
	state    gateState
}

// rowWords are the words of messages for the rows of a data set.
type rowWords struct {
	noun    string // "case"
	count   string // the user's field with the number of rows: "Config.Cases"
	verb    string // "scored"
	table   string // "table"
	receive string // the user's variable: "c", or "" without one
}

var (
	suiteRows = rowWords{noun: "case", count: "ExpectCases", verb: "scored"}
	caseRows  = rowWords{noun: "case", count: "Config.Cases", verb: "scored", table: "table", receive: "c"}
	pageRows  = rowWords{noun: "page", count: "DetectionConfig.Pages", verb: "recorded", table: "pages", receive: "d"}
)

// uncounted returns the error of a gate over a table whose number of rows is not set.
func (w rowWords) uncounted() error {
	return fmt.Errorf("the Gate needs %s, the number of rows of the table: without it a %s that is skipped or filtered away would not be missed", w.count, w.noun)
}

// gateState is the progress of a gate.
type gateState int

const (
	gateWaits  gateState = iota
	gateJudged           // it passed, failed, or could not be evaluated
	gateOff              // EVALTEST_GATE=off, or the merged shards will be judged
)

// begin starts the judgement. If the gate is turned off or ran already, or under -fuzz,
// begin ends the subtest instead of returning.
func (g *gate) begin(t *testing.T) {
	t.Helper()
	if g.off {
		g.state = gateOff
		t.Skipf("evaltest: data set %q: not judged, EVALTEST_GATE=off", g.dataset)
	}
	if idle(t) {
		g.state = gateOff
		t.Skipf("evaltest: data set %q: not judged: nothing is recorded under -fuzz", g.dataset)
	}
	if g.state == gateJudged {
		t.Fatalf("evaltest: data set %q: its gate ran already", g.dataset)
	}
	g.state = gateJudged
}

// late returns an error message when a row comes after the gate ran, else "".
func (g *gate) late(id string) string {
	if g.state == gateWaits {
		return ""
	}
	return fmt.Sprintf("evaltest: data set %q: %s %q was recorded after the gate ran and is not counted: "+
		`put parallel rows into a group, t.Run(%q, ...), so that they end before t.Run("gate", %s.Gate)`,
		g.dataset, g.rows.noun, id, g.rows.noun, g.rows.receive)
}

// notEvaluable returns the reason why a table with this number of rows cannot be
// judged, "" when it can.
func (g *gate) notEvaluable(rows int) string {
	w := g.rows
	switch {
	case rows == 0 && g.expected == 0:
		return fmt.Sprintf("no %s was %s", w.noun, w.verb)
	case g.expected > 0 && rows > g.expected:
		return fmt.Sprintf("%d %ss were %s, and %s says %d: a missing one would go unnoticed", rows, w.noun, w.verb, w.count, g.expected)
	case rows < g.expected && !isPart(g.depth) && w.receive == "":
		return fmt.Sprintf("%d of %d %ss were %s: the messages above say why", rows, g.expected, w.noun, w.verb)
	case rows < g.expected && !isPart(g.depth):
		return fmt.Sprintf("%d of %d %ss were %s. One that is skipped or ends early is missing, and so is a parallel one that is in no group: "+
			`put parallel rows into a group, t.Run(%q, ...), so that they end before t.Run("gate", %s.Gate)`, rows, g.expected, w.noun, w.verb, w.noun, w.receive)
	case rows < g.expected:
		return fmt.Sprintf("%d of %d %ss were %s: a gate needs the whole data set, so run %s without -skip "+
			"and without a -run that names subtests (tools that rerun failed tests have to rerun it from its root)", rows, g.expected, w.noun, w.verb, g.test)
	}
	return ""
}

// close fails a test whose gate is configured and was forgotten: it never ran, and
// cutShort finds no other reason.
func (g *gate) close(t TB, configured bool) {
	t.Helper()
	if !configured || g.state != gateWaits || cutShort(t, g.depth) {
		return
	}
	other := ""
	if testFlag("failfast") == "true" {
		other = ", if no other test failed before"
	}
	t.Errorf(`evaltest: data set %q has a gate that never ran: end the %s with t.Run("gate", %s.Gate)%s`, g.dataset, g.rows.table, g.rows.receive, other)
}

// cutShort reports whether a gate may be missing for another reason than being
// forgotten: the test failed, was skipped, records no cases, or ran in part.
func cutShort(t TB, depth int) bool {
	failed, _ := t.(interface{ Failed() bool })
	skipped, _ := t.(interface{ Skipped() bool })
	return failed != nil && failed.Failed() || skipped != nil && skipped.Skipped() || idle(t) || isPart(depth)
}

// runGate judges the data set in a subtest of its own.
func (d *dataset) runGate(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shard.Split() && !d.gate.off {
		d.gate.state = gateOff
		d.deferGate(t)
	}
	d.gate.begin(t)
	summary := d.summarize()
	result := d.notEvaluable(summary, cmp.Or(d.whyUnjudged(), d.gate.notEvaluable(d.scored(summary))))
	d.reportAbandoned(t)
	if result.NotEvaluable == "" {
		var err error
		if result, err = d.cfg.Gate.Check(summary); err != nil {
			t.Fatalf("evaltest: %s", plain(err))
		}
	}
	d.judged = &result
	d.reportArtifact(t, d.writer.Write(result))
	attributes(t, summary)
	d.printSummary(t, summary)
	if !result.Passed {
		t.Errorf("evaltest: data set %s%s", terminal.Visible(result.String()), terminal.Cause(&summary, result.NotEvaluable))
	}
}

// notEvaluable returns the result of a gate that cannot judge, with the reason.
func (d *dataset) notEvaluable(s report.Summary, why string) report.GateResult {
	return report.GateResult{Dataset: d.name, Cases: d.scored(s), Trials: len(s.Trials), NotEvaluable: why}
}

// stop skips the remaining cases after a number of failed cases (EVALTEST_STOP_AFTER).
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
	return fmt.Sprintf("the extractor failed in %s (EVALTEST_STOP_AFTER=%d)", words.Plural(int(s.after), "case"), s.after)
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
	d.log(t, fmt.Sprintf("evaltest: data set %q: Extract ignored its context and still runs for case %s", d.name, strings.Join(names, ", ")))
}

// stopped marks a data set as not evaluable in the artifact if it was stopped or its
// cases changed, and the gate did not run.
func (d *dataset) stopped(s report.Summary) {
	if why := d.whyUnjudged(); why != "" && d.gate.state == gateWaits {
		d.writer.Write(d.notEvaluable(s, why)) // End returns the same error
	}
}
