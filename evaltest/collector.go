package evaltest

import (
	"errors"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/metrics/document"
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
// The group "case" makes parallel rows end before the gate runs. Its methods
// may be called concurrently.
type Collector struct{ d *dataset }

// Collect opens a data set for the time of t. Misuse fails t at once: a Gate without
// Cases, for one, as a row that is skipped would not be missed. A gate that
// is configured and never run in a full run fails t when it ends: a forgotten
// gate is not a passed gate.
func Collect(t TB, cfg Config) *Collector {
	t.Helper()
	set, err := environment()
	if err == nil && !cfg.Gate.IsZero() && cfg.Cases == 0 {
		err = errors.Join(cfg.validate(), caseRows.uncounted())
	}
	var measures []report.Measure
	if err == nil {
		measures, err = cfg.measures()
	}
	d := &dataset{gate: gate{rows: caseRows}, waits: len(cfg.Spec.Fields) == 0, head: report.Dataset{Cases: cfg.Cases, Trials: 1, Measures: measures}}
	if err == nil {
		err = d.open(t, cfg, set)
	}
	if err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return nil
	}
	process.join(d)
	if !cleanup(t, func() { t.Helper(); d.close(t) }) {
		t.Fatalf("evaltest: %s: Collect needs a test with Cleanup", t.Name())
	}
	return &Collector{d}
}

// FieldAccuracy compares an answer with its truth and records the outcome of
// every field. The case has the name of t, below that of the collector's test.
// With a gate, a case that does not pass is logged and the gate decides; without
// one, it fails t.
//
// got and want are JSON text ([]byte, json.RawMessage, string), a
// [document.Value], or anything that encoding/json marshals. An unreadable got
// is a bad answer; an unreadable want is a mistake of the test and ends it.
//
// Where no Spec names fields, the eval tags of got's type, or of want's where that alone
// has some, say what is compared (see [eval.SpecOf]), and want is held against that type:
// unknown keys and wrong types are errors. The first row decides for the data set; a row
// of a type with other tags is an error, and so are tags of a type that only the value
// shows, behind an interface.
func (c *Collector) FieldAccuracy(t TB, got, want any) eval.Result {
	t.Helper()
	if err := c.d.begin(got, want); err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return eval.Result{}
	}
	return c.d.assert(t, got, want, nil)
}

// Gate judges what was collected: t.Run("gate", c.Gate) ends the table.
func (c *Collector) Gate(t *testing.T) {
	t.Helper()
	if err := c.d.beginEmpty(); err != nil {
		t.Fatalf("evaltest: %s", plain(err))
	}
	c.d.runGate(t)
}

// FieldAccuracy is an assertion on one case: it fails t unless got passes under
// cfg.Spec, and returns what was found. Every call also records in the data set
// cfg.Dataset, which all tests of the package share and which [Main] reports;
// without Main, nothing is recorded. When that data set was opened by [Collect],
// what cfg leaves out is as Collect has it, and with a gate, the gate decides
// instead.
//
// Without a Spec, eval tags are used as in [Collector.FieldAccuracy]. Without Dataset,
// values of another type than the first of the test have a data set of their own:
// "TestX (Invoice)".
//
// A Gate in cfg is misuse, since nothing would ever evaluate it: use Collect. So
// are another Spec, Policy, SkipUndefined or Redaction for the same data
// set. Its Confidence is that of the call.
//
// Benchmarks, fuzz workers and the properties of pgregory.net/rapid record nothing:
// they run one body any number of times.
func FieldAccuracy(t TB, got, want any, cfg Config) eval.Result {
	t.Helper()
	d, err := process.dataset(t, cfg, got, want)
	if err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
		return eval.Result{}
	}
	return d.assert(t, got, want, cfg.Confidence)
}

// assert compares, records, and fails t as the data set has it, which also has a
// confidence where the call has none.
func (d *dataset) assert(t TB, got, want any, confidence func(any, string) (float64, bool)) eval.Result {
	t.Helper()
	truth, err := document.Of(want)
	if err != nil {
		t.Fatalf("evaltest: %s: want: %v", t.Name(), cases.Reading{Private: d.private()}.Quoting(err))
		return eval.Result{}
	}
	if want == nil || !truth.Exists() {
		t.Fatalf("evaltest: %s: want is missing; for a document without any value, want is json.RawMessage(\"null\")", t.Name())
		return eval.Result{}
	}
	if err := d.types.Check(truth, want); err != nil {
		t.Fatalf("evaltest: %s: want does not fit %v: %v", t.Name(), d.types.Type, cases.Reading{Private: d.private()}.Quoting(err))
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
	var j judged
	d.judge(contextOf(t), t, &j, &seen, got, truth, nil, measuresOf(d.cfg.Measures, Case[any]{ID: seen.ID, Want: want}))
	return j.result
}
