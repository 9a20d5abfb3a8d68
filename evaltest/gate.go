package evaltest

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/extracteval/extracteval/internal/selection"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

// A gate judges a data set when its table has ended, whatever fills it: a [Suite], a
// [Collector] or [Detections]. It has three duties. One that is configured and never
// ran in a full run fails the test: a forgotten gate is not a passed gate. What is
// recorded after it ran is reported as an error, since it was not judged. And where
// rows may be missing it is not evaluable.
//
// It is used under the lock of its data set.
type gate struct {
	dataset  string
	test     string // the test that opened the data set, "" when it is shared
	depth    int    // of that test, 0 when it is shared
	off      bool   // EVALTEST_GATE=off
	rows     rowWords
	expected int // rows in each trial, 0 when that is not known
	state    gateState
}

// rowWords are what messages call the rows of a data set.
type rowWords struct {
	noun    string // "case"
	count   string // where the user says how many there are: "Config.Cases"
	verb    string // "scored"
	table   string // "table"
	receive string // the user's variable: "c", or "" without one
}

var (
	suiteRows = rowWords{noun: "case", count: "ExpectCases", verb: "scored"}
	caseRows  = rowWords{noun: "case", count: "Config.Cases", verb: "scored", table: "table", receive: "c"}
	pageRows  = rowWords{noun: "page", count: "DetectionConfig.Pages", verb: "recorded", table: "pages", receive: "d"}
)

// uncounted is the error of a gate over a table of which nobody says how many rows it
// has.
func (w rowWords) uncounted() error {
	return fmt.Errorf("the Gate needs %s, the number of rows of the table: without it a %s that is skipped or filtered away would not be missed", w.count, w.noun)
}

// gateState says what has become of a gate.
type gateState int

const (
	gateWaits  gateState = iota
	gateJudged           // it passed, failed, or could not be evaluated
	gateOff              // EVALTEST_GATE=off, or it is for all shards together
)

// begin starts the judgement. It does not return when the gate is turned off or ran
// already.
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

// selected reports whether -run and -skip let the gate run as a subtest of that name. If
// they do not, each case is judged by itself: a case that somebody runs alone and that is
// wrong is not ok.
func (g *gate) selected() bool {
	return selection.Includes(testFlag("run"), testFlag("skip"), g.test+"/gate")
}

// late says that a row comes too late to be judged, "" when it does not.
func (g *gate) late(id string) string {
	if g.state == gateWaits {
		return ""
	}
	return fmt.Sprintf("evaltest: data set %q: %s %q was recorded after the gate ran and is not counted: "+
		`put parallel rows into a group, t.Run(%q, ...), so that they end before t.Run("gate", %s.Gate)`,
		g.dataset, g.rows.noun, id, g.rows.noun, g.rows.receive)
}

// notEvaluable says why a judgement over so many rows means nothing, "" when it means
// something.
func (g *gate) notEvaluable(rows int) string {
	w := g.rows
	switch {
	case rows == 0 && g.expected == 0:
		return fmt.Sprintf("no %s was %s", w.noun, w.verb)
	case g.expected > 0 && rows > g.expected:
		return fmt.Sprintf("%d %ss were %s, and %s says %d: it would not be seen when some are left out", rows, w.noun, w.verb, w.count, g.expected)
	case rows < g.expected && !isPart(g.depth) && w.receive == "":
		return fmt.Sprintf("%d of %d %ss were %s: what kept the others from it is said above", rows, g.expected, w.noun, w.verb)
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
// nothing else explains that.
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

// cutShort reports whether there is another reason for the gate of a test at that
// depth not to have run than that it was forgotten.
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
	result := d.notEvaluable(summary, cmp.Or(d.unjudged(), d.gate.notEvaluable(d.scored(summary))))
	d.tellLeft(t)
	if result.NotEvaluable == "" {
		var err error
		if result, err = d.cfg.Gate.Check(summary); err != nil {
			t.Fatalf("evaltest: %s", plain(err))
		}
	}
	d.judged = &result
	d.tell(t, d.writer.Write(result))
	attributes(t, summary)
	printSummary(t, summary, d.head.Gate, d.run)
	if !result.Passed {
		t.Errorf("evaltest: data set %s", terminal.Visible(result.String()))
	}
}

// notEvaluable is the result of a gate that cannot judge, and says why.
func (d *dataset) notEvaluable(s report.Summary, why string) report.GateResult {
	return report.GateResult{Dataset: d.name, Cases: d.scored(s), Trials: len(s.Trials), NotEvaluable: why}
}
