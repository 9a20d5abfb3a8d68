package evaltest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
)

// close ends a data set of Collect with its test. If a gate is configured and
// never ran in a full run, it fails the test.
func (d *dataset) close(t TB) {
	t.Helper()
	process.leave(d)
	if err := d.beginEmpty(); err != nil {
		t.Errorf("evaltest: %s: %s", t.Name(), plain(err))
	}
	d.mu.Lock()
	d.gate.Close(t, d.gated())
	d.mu.Unlock()
	d.endRun(t)
}

// endRun writes the summary and gives the artifact its name. The gate has printed
// the table, if it ran.
func (d *dataset) endRun(t TB) {
	t.Helper()
	summary, err := d.finish()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil && d.artifactReported {
		d.logText(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err))) // the error says where the file is now
	}
	d.reportArtifact(t, err)
	nonsense := d.nonsense(t, summary)
	if err := errors.Join(d.unredacted(summary), nonsense); err != nil {
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
	d.reportAbandoned(t)
	switch {
	case d.gate.State == gotest.GateJudged || gotest.Idle(t):
	case d.gate.Rows == suiteRows && summary.Cases().Total() == 0 && gotest.SelectsPart(d.gate.Depth):
		d.logText(t, fmt.Sprintf("evaltest: data set %q: -run and -skip leave out every case; the subtest of a case is %s/case/ID", d.name, d.gate.Test))
	default:
		attributes(t, summary)
		d.printSummary(t, summary)
	}
	if f := d.frozen; f != nil && f.update && d.gate.State == gotest.GateWaits && !gotest.Idle(t) {
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s is not written: the gate did not run; run %s without -skip and without a -run that names subtests", d.name, f.path, d.gate.Test))
	}
	d.copyArtifact(t)
	d.tellNowhere(t)
	if !d.silent && summary.Cases().Total() > 0 {
		process.close(d.closing(summary, nonsense))
	}
}

// tellNowhere says, once in a process, that no artifact is written.
func (d *dataset) tellNowhere(t TB) {
	if !d.nowhere || !process.tellsNowhere() {
		return
	}
	t.Helper()
	text := "evaltest: no artifact is written, and evalreport has nothing to show: add func TestMain(m *testing.M) { evaltest.Main(m) } to the package"
	if d.tests == nil { // only Main ends a shared data set
		text += ", or set EVALTEST_DIR"
	}
	d.logText(t, text)
}

// finish completes the artifact on its first call, and returns the summary.
func (d *dataset) finish() (report.Summary, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	summary := d.summarize()
	if d.ended {
		return summary, nil
	}
	d.ended = true
	d.stopped(summary)
	if d.lateCases > 0 { // the gate judged fewer cases than were recorded, so its result must not stand
		d.writer.Write(d.notEvaluable(summary, fmt.Sprintf("%d of its %ss came after the gate ran, and were not judged", d.lateCases, d.gate.Rows.Noun)))
	}
	d.writer.Write(summary) // End returns the same error
	return summary, d.writer.End(d.partial(summary))
}

// unredacted returns an error that lists the redaction rules that matched no
// attribute. A partial run gives no error, since its cases may lack some
// attributes.
func (d *dataset) unredacted(s report.Summary) error {
	if d.partial(s) || d.shard.Split() {
		return nil
	}
	return terminal.CheckRedaction(&s, d.options.Redaction)
}

// partial reports whether cases are missing from a data set.
func (d *dataset) partial(s report.Summary) bool {
	if d.gate.Expected == 0 {
		return gotest.SelectsPart(max(d.gate.Depth, 1))
	}
	return d.scored(s) < d.gate.Expected
}

// copyArtifact copies the artifact to the test's folder under -artifacts.
func (d *dataset) copyArtifact(t TB) {
	t.Helper()
	a, ok := t.(interface{ ArtifactDir() string })
	if !ok || gotest.Flag("artifacts") != "true" || d.writer == nil || d.writer.Err() != nil {
		return
	}
	target := filepath.Join(a.ArtifactDir(), filepath.Base(d.writer.Name()))
	if err := copyFile(target, d.writer.Name()); err != nil {
		t.Errorf("evaltest: data set %q: %s", d.name, plain(err))
	}
}

func copyFile(target, source string) error {
	reader, err := os.Open(source)
	if err != nil {
		return err
	}
	defer reader.Close()
	writer, err := os.Create(target)
	if err != nil {
		return err
	}
	_, err = io.Copy(writer, reader)
	return errors.Join(err, writer.Close())
}

// deferGate skips the gate of a shard, since the gate judges all shards together.
// It does not return.
func (d *dataset) deferGate(t *testing.T) {
	t.Helper()
	gotest.Attr(t, "evaltest.shard", d.shard.String())
	cases := fmt.Sprint(d.scored(d.summary.Summary()))
	if d.head.Cases > 0 { // the cases of all shards
		cases += fmt.Sprintf(" of %d", d.head.Cases)
	}
	if d.writer == nil && !gotest.Idle(t) {
		t.Fatalf("evaltest: data set %q: this is shard %d of %d, and its cases are not written to an artifact, so the shards cannot be judged together: set EVALTEST_DIR or call evaltest.Main",
			d.name, d.shard.N, d.shard.Of)
	}
	t.Skipf("evaltest: data set %q: gate deferred: this is shard %d of %d, with %s cases; evalreport merge and evalreport check judge all shards together",
		d.name, d.shard.N, d.shard.Of, cases)
}
