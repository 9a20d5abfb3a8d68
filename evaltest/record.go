package evaltest

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
)

// record counts a case and writes its record.
func (d *dataset) record(t TB, c *report.Case) {
	t.Helper()
	if d.silent || idle(t) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.late(c.ID); late != "" {
		d.late++
		d.fail(t, late)
		return
	}
	if d.ended {
		d.fail(t, fmt.Sprintf("evaltest: data set %q: case %q was recorded after the data set ended and is not counted", d.name, c.ID))
		return
	}
	if err := d.summary.Add(c); err != nil {
		d.fail(t, fmt.Sprintf("evaltest: %s", plain(err)))
		return
	}
	d.tell(t, d.writer.Write(c))
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

// maxWarnings is how many different warnings of a data set are kept.
const maxWarnings = 10

// remark counts warnings, so that what is odd about many cases, such as a key
// that no field compares, is said once beside their numbers.
func (d *dataset) remark(warnings []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range warnings {
		if _, known := d.warnings[w]; known || len(d.warnings) < maxWarnings {
			d.warnings[w]++
		}
	}
}

// print prints the table of the data set and what is odd about it. It is called
// under the lock.
func (d *dataset) print(t TB, s report.Summary) {
	printSummary(t, s)
	if warnings := d.warningText(); warnings != "" {
		output(t, warnings)
	}
}

// warningText says what is odd about the cases, one warning a line.
func (d *dataset) warningText() string {
	if d.private() {
		return "" // a warning may quote a value
	}
	var b strings.Builder
	for _, w := range slices.Sorted(maps.Keys(d.warnings)) {
		fmt.Fprintf(&b, "warning: %s", brief(w, textRunes))
		if n := d.warnings[w]; n > 1 {
			fmt.Fprintf(&b, " (%d times)", n)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
