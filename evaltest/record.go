package evaltest

import (
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/extracteval/extracteval/report"
)

// record counts a case and writes its record. It and what it calls are helpers where they
// tell something alone: saying so takes as long as summing up a case.
func (d *dataset) record(t TB, c *report.Case) {
	if d.silent || idle(t) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.late(c.ID); late != "" {
		d.late++
		t.Helper()
		d.fail(t, late)
		return
	}
	if d.ended {
		t.Helper()
		d.fail(t, fmt.Sprintf("evaltest: data set %q: case %q was recorded after the data set ended and is not counted", d.name, c.ID))
		return
	}
	if err := d.summary.Add(c); err != nil {
		t.Helper()
		d.fail(t, fmt.Sprintf("evaltest: %s", plain(err)))
		return
	}
	if err := d.writer.Write(c); err != nil {
		t.Helper()
		d.tell(t, err)
	}
}

// caseID names the case that a test records: the name of the test below that of
// the data set's, without the group "case", and the number of the call when a
// test records more than once. In a shared data set, a test that runs again
// (-count=2) is a trial of its own.
func (d *dataset) caseID(t TB) (id string, trial int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls[t]++
	n := d.calls[t]
	id, trial = t.Name(), 1
	if d.tests == nil {
		id = strings.TrimPrefix(strings.TrimPrefix(id, d.gate.test+"/"), "case/")
	} else {
		h := maphash.String(d.seed, id)
		if n == 1 {
			d.tests[h]++
		}
		trial = d.tests[h]
	}
	if n == 1 {
		cleanup(t, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			delete(d.calls, t)
		})
		return id, trial
	}
	return fmt.Sprintf("%s#%d", id, n), trial
}
