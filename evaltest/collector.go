package evaltest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/spelling"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Collector is a data set that a hand-written table of tests fills:
//
//	c := evaltest.Collect(t, evaltest.Config{Spec: spec, Gate: gate, Cases: len(tests)})
//	t.Run("case", func(t *testing.T) {
//		for _, tt := range tests {
//			t.Run(tt.name, func(t *testing.T) {
//				c.FieldAccuracy(t, extract(tt.document), tt.want)
//			})
//		}
//	})
//	t.Run("gate", c.Gate)
//
// The group "case" makes parallel rows end before the gate runs. The methods of a
// Collector may be called concurrently.
type Collector struct{ d *dataset }

// Collect opens a data set for the time of t. Misuse fails t at once: a Gate without
// Cases, for example, since a skipped row would go unnoticed. If cfg has a Gate and
// a full run never runs it, t fails when it ends: a forgotten gate is not a passed
// gate.
func Collect(t TB, cfg Config) *Collector {
	t.Helper()
	set, err := gotest.Environment()
	if err == nil && !cfg.Gate.IsZero() && cfg.Cases == 0 {
		err = errors.Join(cfg.validate(), caseRows.Uncounted())
	}
	var measures []report.Measure
	if err == nil {
		measures, err = cfg.measures()
	}
	d := &dataset{gate: gotest.Gate{Rows: caseRows}, awaitsFirst: len(cfg.Spec.Fields) == 0, head: report.Dataset{Cases: cfg.Cases, Trials: 1, Measures: measures}}
	if err == nil {
		err = d.openRun(t, cfg, set)
	}
	if err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return nil
	}
	process.register(d)
	if !gotest.Cleanup(t, func() { t.Helper(); d.close(t) }) {
		t.Fatalf("evaltest: %s: Collect needs a test with Cleanup", t.Name())
	}
	return &Collector{d}
}

// FieldAccuracy compares an answer with its truth and records the outcome of
// every field. The name of t, relative to the collector's test, names the case.
// With a gate, a case that does not pass is logged and the gate decides; without
// one, it fails t.
//
// got and want are JSON text ([]byte, json.RawMessage, string), a
// [document.Value], or anything that encoding/json marshals. An unreadable got
// is a bad answer; an unreadable want is a mistake of the test and ends it.
//
// Without a Spec, the eval tags of got's type say how to compare (see [eval.SpecOf]); if
// it has none, the tags of want's type do. want is then checked against that type:
// unknown keys and wrong types are errors. The first row decides for the data set. A
// later row whose type has other tags is an error. So are tags that only the dynamic type
// of an interface value has. A row after the gate fails t and is not judged: its Result is empty.
func (c *Collector) FieldAccuracy(t TB, got, want any) eval.Result {
	t.Helper()
	if err := c.d.begin(got, want); err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return eval.Result{}
	}
	return c.d.assert(t, got, want, nil)
}

// Gate judges the rows so far: t.Run("gate", c.Gate) ends the table.
func (c *Collector) Gate(t *testing.T) {
	t.Helper()
	if err := c.d.beginEmpty(); err != nil {
		t.Fatalf("evaltest: %s", plain(err))
	}
	c.d.runGate(t)
}

// FieldAccuracy is an assertion on one case: it fails t unless got passes under
// cfg.Spec, and returns the result. Every call also records in the data set
// cfg.Dataset, which all tests of the package share and which [Main] reports;
// without Main, nothing is recorded. If [Collect] opened that data set, its
// Config fills the fields that cfg leaves empty, and its gate, if it has one,
// decides instead.
//
// Without a Spec, eval tags are used as in [Collector.FieldAccuracy]. Without Dataset,
// each further type in a test gets a data set of its own: "TestX (Invoice)".
//
// A field that both sides lack is a correct absence. But t fails if the paths are probably mistyped: one side, or its Go
// type, has a similar name in place of the field, or both sides lack all fields of the Spec although want has values.
// Fields that are Absent or Optional may be lacking. The rows of a table are judged together at its gate: see "Before the
// first case" in the package documentation.
//
// A Gate in cfg is misuse, since nothing would evaluate it: use Collect. So is a
// Spec, Policy, SkipUndefined or Redaction that differs from the data set's.
// Confidence may differ from call to call.
//
// Benchmarks, fuzz workers and the properties of pgregory.net/rapid record nothing:
// they run one body any number of times. An answer that does not pass does not fail a
// benchmark, which logs the first one.
func FieldAccuracy(t TB, got, want any, cfg Config) eval.Result {
	t.Helper()
	d, err := process.dataset(t, cfg, got, want)
	if err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return eval.Result{}
	}
	if d.tests != nil {
		d.tellNowhere(t)
	}
	return d.assert(t, got, want, cfg.Confidence)
}

// assert compares an answer, records the case, and fails t as the data set
// decides. A nil confidence means the data set's.
func (d *dataset) assert(t TB, got, want any, confidence func(any, string) (float64, bool)) eval.Result {
	t.Helper()
	if d.refuseLate(t) {
		return eval.Result{}
	}
	truth, err := cases.Reading{Private: d.private(), Truth: d.cfg.Spec.ReadTruth}.ReadTruth(got, want)
	if err != nil {
		t.Fatalf("evaltest: %s: %v", t.Name(), err)
		return eval.Result{}
	}
	if want == nil || !truth.Exists() {
		t.Fatalf("evaltest: %s: want is missing; for a document without any value, want is json.RawMessage(\"null\")", t.Name())
		return eval.Result{}
	}
	if truth, err = d.types.Check(truth, want, reflect.TypeOf(got)); err != nil {
		t.Fatalf("evaltest: %s: want does not fit %v: %s", t.Name(), d.types.Type, plain(cases.Reading{Private: d.private()}.Quoting(err)))
		return eval.Result{}
	}
	var seen report.Observation
	seen.ID, seen.Trial = d.caseID(t)
	if confidence == nil {
		confidence = d.cfg.Confidence
	}
	if confidence != nil {
		seen.Confidence = func(path string) (float64, bool) { return confidence(got, path) }
	}
	observed := answer{seen: seen, got: got, truth: truth, owner: Case[any]{ID: seen.ID, Want: want}, measures: d.cfg.Measures}
	result := d.judge(t, observed).result
	if d.tests != nil && !d.cfg.Spec.OfType { // all rows of a table are judged together, at its gate
		for _, wrong := range spelling.Mistyped(d.cfg.Spec.Fields, spelling.SideOf(got, result.Answer), spelling.SideOf(want, truth), d.private()) {
			missed(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, seen.ID, terminal.Brief(wrong, terminal.TextRunes)))
		}
	}
	return *result
}
