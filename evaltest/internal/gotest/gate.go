package gotest

// This file holds the rules for the gates of all data sets that tests record: a gate runs once, after the last row,
// and judges all rows.

import (
	"fmt"
	"testing"
)

// Gate judges a data set of a suite, a table of tests or pages when its table has
// ended. It has three duties. If it is configured and never ran in a full run, it fails
// the test: a forgotten gate is not a passed gate. A row recorded after it ran is an
// error, since the gate did not judge it. If rows may be missing, the data set is not
// evaluable.
//
// The lock of the data set guards the gate.
type Gate struct {
	Dataset  string
	Test     string // the test that opened the data set, "" when the data set is shared
	Depth    int    // depth of that test, 0 when the data set is shared
	Off      bool   // EVALTEST_GATE=off
	Rows     Rows
	Expected int // rows in each trial, 0 when unknown
	State    GateState
}

// Rows are the words of messages for the rows of a data set.
type Rows struct {
	Noun    string // "case"
	Count   string // the user's field with the number of rows: "Config.Cases"
	Verb    string // "scored"
	Table   string // "table"
	Receive string // the user's variable: "c", or "" without one
}

// Uncounted returns the error of a gate over a table whose number of rows is not set.
func (w Rows) Uncounted() error {
	return fmt.Errorf("the Gate needs %s, the number of rows of the table: without it a %s that is skipped or filtered away would not be missed", w.Count, w.Noun)
}

// GateState is the progress of a gate.
type GateState int

const (
	GateWaits  GateState = iota // it has not run
	GateJudged                  // it passed, failed, or could not be evaluated
	GateOff                     // EVALTEST_GATE=off, or the merged shards will be judged
)

// Begin starts the judgement. If the gate is turned off or ran already, or under -fuzz,
// Begin ends the subtest instead of returning.
func (g *Gate) Begin(t *testing.T) {
	t.Helper()
	if g.Off {
		g.State = GateOff
		t.Skipf("evaltest: data set %q: not judged, EVALTEST_GATE=off", g.Dataset)
	}
	if Idle(t) {
		g.State = GateOff
		t.Skipf("evaltest: data set %q: not judged: nothing is recorded under -fuzz", g.Dataset)
	}
	if g.State == GateJudged {
		t.Fatalf("evaltest: data set %q: its gate ran already", g.Dataset)
	}
	g.State = GateJudged
}

// Late returns an error message when a row comes after the gate ran, else "".
func (g *Gate) Late(id string) string {
	if g.State == GateWaits {
		return ""
	}
	return fmt.Sprintf("evaltest: data set %q: %s %q was recorded after the gate ran and is not counted: "+
		`put parallel rows into a group, t.Run(%q, ...), so that they end before t.Run("gate", %s.Gate)`,
		g.Dataset, g.Rows.Noun, id, g.Rows.Noun, g.Rows.Receive)
}

// NotEvaluable returns the reason why a table with this number of rows cannot be
// judged, "" when it can.
func (g *Gate) NotEvaluable(rows int) string {
	w := g.Rows
	switch {
	case rows == 0 && g.Expected == 0:
		return fmt.Sprintf("no %s was %s", w.Noun, w.Verb)
	case g.Expected > 0 && rows > g.Expected:
		return fmt.Sprintf("%d %ss were %s, and %s says %d: a missing one would go unnoticed", rows, w.Noun, w.Verb, w.Count, g.Expected)
	case rows < g.Expected && !SelectsPart(g.Depth) && w.Receive == "":
		return fmt.Sprintf("%d of %d %ss were %s: the messages above say why", rows, g.Expected, w.Noun, w.Verb)
	case rows < g.Expected && !SelectsPart(g.Depth):
		return fmt.Sprintf("%d of %d %ss were %s. One that is skipped or ends early is missing, and so is a parallel one that is in no group: "+
			`put parallel rows into a group, t.Run(%q, ...), so that they end before t.Run("gate", %s.Gate)`, rows, g.Expected, w.Noun, w.Verb, w.Noun, w.Receive)
	case rows < g.Expected:
		return fmt.Sprintf("%d of %d %ss were %s: a gate needs the whole data set, so run %s without -skip "+
			"and without a -run that names subtests (tools that rerun failed tests have to rerun it from its root)", rows, g.Expected, w.Noun, w.Verb, g.Test)
	}
	return ""
}

// Close fails a test whose gate is configured and was forgotten: it never ran, and
// CutShort finds no other reason.
func (g *Gate) Close(t TB, configured bool) {
	t.Helper()
	if !configured || g.State != GateWaits || CutShort(t, g.Depth) {
		return
	}
	other := ""
	if Flag("failfast") == "true" {
		other = ", if no other test failed before"
	}
	t.Errorf(`evaltest: data set %q has a gate that never ran: end the %s with t.Run("gate", %s.Gate)%s`, g.Dataset, g.Rows.Table, g.Rows.Receive, other)
}

// CutShort reports whether a gate may be missing for another reason than being
// forgotten: the test failed, was skipped, records no cases, or ran in part.
func CutShort(t TB, depth int) bool {
	failed, _ := t.(interface{ Failed() bool })
	skipped, _ := t.(interface{ Skipped() bool })
	return failed != nil && failed.Failed() || skipped != nil && skipped.Skipped() || Idle(t) || SelectsPart(depth)
}
