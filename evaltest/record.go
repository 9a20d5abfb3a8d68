package evaltest

import (
	"context"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// record counts a case and writes its record. It and its callees call t.Helper only when
// they print: Helper takes as long as summing up a case.
func (d *dataset) record(t TB, c *report.Case) {
	if d.silent || gotest.Idle(t) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.Late(c.ID); late != "" {
		d.lateCases++
		t.Helper()
		d.failWith(t, late)
		return
	}
	if d.ended {
		t.Helper()
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: case %q was recorded after the data set ended and is not counted", d.name, c.ID))
		return
	}
	if err := d.summary.Add(c); err != nil {
		t.Helper()
		d.failWith(t, fmt.Sprintf("evaltest: %s", plain(err)))
		return
	}
	if err := d.frozen.add(c); err != nil {
		t.Helper()
		d.failWith(t, fmt.Sprintf("evaltest: %s", plain(err)))
	}
	if err := d.writer.Write(c); err != nil {
		t.Helper()
		d.reportArtifact(t, err)
	}
}

// refuseLate fails the test of a row that comes after the gate ran, and reports whether it did. The row is not judged:
// whatever else is wrong with it, only this has to be mended first.
func (d *dataset) refuseLate(t TB) bool {
	d.mu.Lock()
	judged := d.gate.State != gotest.GateWaits && !d.silent && !gotest.Idle(t)
	d.mu.Unlock()
	if judged {
		t.Helper()
		id, _ := d.caseID(t)
		d.record(t, &report.Case{ID: id})
	}
	return judged
}

// caseID returns the id of the case that a test records: the test's name
// relative to the data set's test, without the group "case", and the number of
// the call if the test records more than once. In a shared data set, a test
// that runs again (-count=2) is a trial of its own.
func (d *dataset) caseID(t TB) (id string, trial int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls[t]++
	n := d.calls[t]
	id, trial = t.Name(), 1
	if d.tests == nil {
		id = strings.TrimPrefix(strings.TrimPrefix(id, d.gate.Test+"/"), "case/")
	} else {
		if n == 1 {
			d.tests[id]++
		}
		trial = d.tests[id]
	}
	if n == 1 {
		gotest.Cleanup(t, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			delete(d.calls, t)
		})
		return id, trial
	}
	return fmt.Sprintf("%s#%d", id, n), trial
}

// Usage counts the tokens, calls and cost of an extractor for one case. See
// [usage.Usage].
type Usage = usage.Usage

// AddUsage adds the usage of a call of a model or service to the current case. Call it within [Suite].Extract, or
// within a comparator that calls a model, as package judge does, with the context that the function gets. Calls for the
// same case, retries included, add up, and may be concurrent. ctx is the context of Extract or derived from it; with
// any other context, as in production, AddUsage does nothing. It also does nothing once the call of Extract has ended
// or was abandoned. Numbers that are negative, infinite or NaN are left out. A 0 is left out as unknown, unless
// Usage.Free says that the call cost nothing, such as an answer from a cache:
//
//	evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: u.Prompt, OutputTokens: u.Completion, Calls: 1})
//	evaltest.AddUsage(ctx, evaltest.Usage{Free: true})
//
// Usage.Stop is the reason why the model stopped. Reports use it for slices ("stop of answer=max_tokens"). A retry of
// Extract discards the reason of the call before.
//
// An extractor whose answers are from package replay adds the usage in the recorded
// response. Usage that the real provider adds itself is recorded with its response,
// and added again on replay.
func AddUsage(ctx context.Context, u Usage) {
	m := cases.MeterOf(ctx)
	m.Add(u.Costs())
	m.Stop(u.Stop)
}
