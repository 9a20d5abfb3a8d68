package evaltest

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
)

// frozen is the baseline of a data set, and the cases so far that are compared with it.
type frozen struct {
	path    string
	run     *baseline.Run
	update  bool   // EVALTEST_UPDATE=baseline
	written string // what was written, "" for nothing
}

// openBaseline begins the comparison with the baseline of the gate, if it has one.
func (d *dataset) openBaseline(set gotest.Settings) error {
	gate := d.cfg.Gate
	if gate.NoWorseThan == "" || d.silent {
		return nil
	}
	path, err := baseline.Path(gate.NoWorseThan, d.run.Labels)
	if err == nil {
		err = gotest.Tracked(path)
	}
	if err != nil {
		return err
	}
	run := d.run
	if run.Schema == "" { // no artifact is written
		run = artifact.NewRun(packagePath())
		run.Labels = d.run.Labels
	}
	d.frozen = &frozen{path: path, run: baseline.New(run, d.head), update: set.Update}
	if d.writer != nil {
		d.frozen.run.Folder, d.frozen.run.Prefix = cmp.Or(set.Dir, defaultDir), gotest.FromRoot("")
	}
	d.frozen.run.Keyless = d.private() && len(d.options.Redaction.Key) == 0
	return nil
}

// add keeps how a case ended. It may be called for nil.
func (f *frozen) add(c *report.Case) error {
	if f == nil {
		return nil
	}
	return f.run.Add(c)
}

// judge adds the comparison with the baseline to the result of the gate, or writes the baseline.
func (f *frozen) judge(t TB, result *report.GateResult, s report.Summary) {
	switch {
	case f == nil:
	case f.update:
		t.Helper()
		f.write(t, result, s)
	case result.NotEvaluable == "":
		verdict.Add(result, f.run.Judge(f.path))
	}
}

// write writes the baseline, unless the run cannot be one.
func (f *frozen) write(t TB, result *report.GateResult, s report.Summary) {
	t.Helper()
	refuse := result.NotEvaluable
	if refuse == "" && !result.Passed {
		refuse = verdict.Refusal(*result)
	}
	b, written := f.run.Update(f.path, refuse, s)
	if len(written) > 0 {
		f.written = fmt.Sprintf("evaltest: data set %q: %s", s.Dataset, terminal.VisibleLines(strings.Join(written, "\n")))
	}
	result.NotEvaluable = ""
	result.Add(b)
}

// report prints that the baseline was written. If the gate passed, it prints the numbers that are better than the baseline,
// those that were not compared with it, and those that fell within chance.
func (f *frozen) report(t TB, result *report.GateResult) {
	t.Helper()
	switch {
	case f == nil:
	case f.written != "":
		gotest.Print(t, f.written+"\n")
	case result.Passed && len(result.Baseline.Better)+len(result.Baseline.Notes)+len(result.Baseline.Within) > 0:
		gotest.Print(t, fmt.Sprintf("evaltest: data set %s: %s\n", terminal.Visible(result.Dataset), result.Baseline))
	}
}

// errAnswers is the error of a gate that would keep answers whose values are redacted.
var errAnswers = errors.New("Gate.KeepAnswers keeps values in a file that is committed, and Redaction hides them: choose one")
