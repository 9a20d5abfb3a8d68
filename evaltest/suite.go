package evaltest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Suite runs an extractor over a data set and judges its answers. [Suite.Run] runs each
// case as the subtest "case/<id>", and then the subtest "gate", if there is a Gate. As in
// messages, characters of an id that are not seen are visible in the name of the subtest, and
// the second # of "##[" is \u0023, which CI servers would act on. Results do not depend on the
// order in which cases end. A first test needs File or Cases, and Extract.
type Suite[In, Out any] struct {
	// What a first test needs: File or Cases, Extract and Gate.

	// File is a file of lines {"id", "input", "want"} or of CSV, or a folder of pairs
	// NAME.input.EXT and NAME.want.json; see "Data sets" in the package documentation.
	File string
	// Cases are the cases, in place of a File.
	Cases []Case[In]
	// Extract is the extractor under test. If it returns an error or panics, the case fails,
	// and every expected value counts as missing. A []byte, json.RawMessage or string that
	// it returns is JSON text; encoding/json marshals any other value. An answer that is not
	// JSON is a bad answer, not an error. The context ends with the subtest.
	Extract func(context.Context, In) (Out, error)
	// Gate holds the limits of the data set, and decides. Without a Gate, each case that
	// does not pass fails its own subtest.
	Gate Gate

	// What a second test needs: the fields by hand, limits of calls, labels, texts.

	// Name names the data set in reports. Suites of one test need different names. Default:
	// the name of the outermost test, or, with Labels, of the test that calls Run.
	Name string
	// Spec lists the fields, and how each is compared. Default: the eval tags of Out, if it
	// is a struct or its type contains tags (see [eval.SpecOf]); else the tags of the truths'
	// type in Cases; else every leaf. With tags, a truth with an unknown key or of a wrong
	// type is an error.
	Spec eval.Spec
	// ExpectCases is the required number of cases, in all shards together, with or without
	// a truth, so that a truncated file is not taken for the whole data set. With a Split it counts
	// all parts. 0 allows any number.
	ExpectCases int
	// Workers is the number of cases that run at the same time; 0 means 1.
	Workers int
	// Timeout limits the duration of one call of Extract; 0 sets no limit. When it expires, the context ends and the
	// case fails: the suite continues, and a later answer is dropped. A call that still runs a second later, because it
	// ignores its context, is abandoned, and the gate names it if it still runs then. With a Timeout, Extract runs in a goroutine
	// of its own.
	Timeout time.Duration
	// Retries limits how often a call of Extract is repeated after a temporary error, see
	// [Temporary]. Panics and calls beyond Timeout are not repeated. The pause before
	// each retry is random: at most 0.5 s, then 1 s, and so on up to 30 s. Records hold
	// the number of retries of a case.
	Retries int
	// Trials is the number of trials of each case; 0 means 1. Each trial has
	// numbers of its own: gates and summaries use their mean.
	Trials int
	// Skip is the reason why the suite cannot run here, such as "no API key is set"; "" runs
	// it. The test is skipped before the first case, and in a package that calls [Main] the
	// record of the run names it: every report lists it as a data set that is not evaluable,
	// until it has run. A test that calls t.Skip before its suite appears in no report, unless
	// the directory has an older artifact of it, which is then stale; with -v, evalreport test
	// names it.
	Skip string
	// Labels name the system under evaluation, {"model": "x", "prompt": "v3"}, in the record of the run and in reports.
	// EVALTEST_LABELS adds labels and overrides those of the same name. A name has letters, digits, ".", "_", "-" and
	// "/", a value has no comma. With labels the record also has the provider that the test asked, if any, the revision
	// of the checkout and a hash of the recordings of models and judges.
	Labels map[string]string
	// Text returns the text of a document, "" if it has none. Reports then say of each wrong value whether it was
	// misread, picked from elsewhere in the document, or made up, and of a missing value whether the text contains it.
	// Text may be called concurrently. Default: the text of the case in its data set, else an input that is a string or
	// []byte, and is neither the name of a file nor JSON.
	Text func(In) string

	// What a tenth test needs.

	// Source yields the cases, in place of a File or Cases, so that they need not be in
	// memory together.
	Source iter.Seq2[Case[In], error]
	// Split runs only one part of the File, such as "test". The file of parts next to it, which evalreport data split
	// writes, says which cases are in the part. The part is a data set of its own, named "invoices (test)". A case
	// without a part, or a group of cases (one vendor, copies of a document) in two parts, is an error. EVALTEST_SPLIT
	// overrides Split.
	Split string
	// PartlyLabelled says that cases may lack their truth: Want is nil, a line has no
	// "want", a folder no NAME.want.json. Only the invariants of the Spec judge such a
	// case, and the Spec must have at least one. Precision, recall, F1 and scores are
	// over the labelled cases, and the table shows their number. Without PartlyLabelled
	// a missing truth is an error.
	PartlyLabelled bool
	// NullTruths says that a File's "want": null, or a NAME.want.json that is null, is the
	// truth of a document without any value; NullTruths of the Spec says the same. Otherwise
	// such a truth is an error, since the label is probably missing; in a PartlyLabelled suite
	// the case then has no truth. In Go, a Want of json.RawMessage("null") is always the truth
	// of a document without any value.
	NullTruths bool
	// Cluster is a tag whose values join cases that err together, such as "vendor": all cases with one value are one
	// unit in every interval, test and threshold, as copies of a document always are. If no case has the tag, Cluster
	// is a key of the truths, "vendor.name". A case without a value is a unit of its own, and reports show the number
	// of such cases; if no case has a value, the suite does not run. Default: the tag that the Spec names.
	Cluster string
	// Rate limits how many calls of Extract begin in a second, over all Workers and
	// including retries. They are spaced evenly. 0 sets no limit.
	Rate float64
	// Measures are further numbers, your own or from packages evaltest/quality and evaltest/grounding;
	// Gate.Limits limits them as "measure NAME". Over several trials, Gate.Limits can
	// also limit the numbers of report.Stability: "agreement", "driftRate", "flakyRate",
	// "pass^3", "agreement of total" and so on.
	Measures []Measure[In]
	// Confidence says how sure the extractor is of the value at a path of its answer, such as "lines[2].amount": from 0
	// to 1, with ok false when it does not say. It may be called concurrently, and is not called if the extractor
	// failed. Default: the number under the key "confidence" beside the value. Reports show how well confidences
	// predict correctness, and above which confidence review can be skipped.
	Confidence func(answer Out, path string) (confidence float64, ok bool)
	// MaxExamples, Policy, SkipUndefined and Redaction are as in [Config].
	MaxExamples   int
	Policy        metrics.Policy
	SkipUndefined bool
	Redaction     Redaction
}

// Run runs the suite. Misuse (no cases, an invalid spec, a data set with
// mistakes) fails t at once, before any case has run.
func (s Suite[In, Out]) Run(t *testing.T) {
	t.Helper()
	suiteOf(&s).runTest(t, callerLine())
}

// runTest runs a suite. line is the position in the user's test.
func (s *suite) runTest(t *testing.T, line string) {
	t.Helper()
	if s.Skip != "" {
		cases.NoteSkip(t.Name(), s.Skip)
		t.Skipf("evaltest: %s: the suite is skipped: %s", t.Name(), s.Skip)
	}
	d, src, err := s.openData(t)
	if err != nil {
		t.Fatalf("evaltest: %s: %s", t.Name(), plain(err))
	}
	d.line = line
	defer d.endRun(t)
	t.Run("case", func(t *testing.T) {
		t.Helper()
		s.cases(t, d, src)
	})
	if d.gated() {
		t.Run("gate", d.runGate)
	}
}

func (s *suite) openData(t *testing.T) (d *dataset, src cases.Source, err error) {
	if err := s.checkSettings(); err != nil {
		return nil, src, err
	}
	types, err := s.types()
	if err != nil {
		return nil, src, err
	}
	spec := types.In(s.Spec)
	if s.PartlyLabelled && len(spec.Invariants) == 0 {
		return nil, src, errors.New("the suite is PartlyLabelled, and its Spec has no Invariants: nothing would judge a case without a truth")
	}
	reading := cases.Reading{Input: s.input, Truth: spec.ReadTruth, Private: s.Redaction.Active(), PartlyLabelled: s.PartlyLabelled, NullTruths: s.NullTruths || spec.NullTruths}
	reading.Check = types.Checker(s.output, len(s.Spec.Fields) > 0, reading.Private)
	if reading.Fits, err = cases.Fitting(s.output, s.Spec); err != nil {
		return nil, src, err
	}
	if src, err = s.source(reading); err != nil {
		return nil, src, err
	}
	if src.Count == 0 {
		return nil, src, errors.New("the data set has no cases")
	}
	if src.Count > 0 {
		if err := s.expected(src.Count); err != nil {
			return nil, src, err
		}
	}
	set, err := gotest.Environment()
	if err != nil {
		return nil, src, err
	}
	spec = decide(spec, src) // from all parts and shards, so that they read dates alike and have the same classes
	total := max(src.Count, s.ExpectCases)
	if s.Split = cmp.Or(set.Split, s.Split); s.Split != "" {
		if src, err = s.choosePart(src); err != nil {
			return nil, src, err
		}
		total = src.Count
	}
	src = src.Shard(set.Shard)
	n := max(s.Trials, 1)
	if set.Trials > 0 {
		n = set.Trials
	}
	measures, err := declare(s.Measures)
	if err != nil {
		return nil, src, err
	}
	count := max(src.Count, 0)
	if src.Count < 0 && !set.Shard.Split() {
		count = s.ExpectCases
	}
	cfg := Config{
		Dataset: s.dataset(t), Spec: spec, Gate: s.Gate, Cases: count,
		Cluster: s.Cluster, MaxExamples: s.MaxExamples, Policy: s.Policy, SkipUndefined: s.SkipUndefined, Redaction: s.Redaction,
	}
	d = &dataset{
		gate: gotest.Gate{Rows: suiteRows}, shard: set.Shard, answers: s.output, types: types, runs: s.runsOf(n), labels: s.Labels,
		head: report.Dataset{Source: src.Name, Cases: total, Trials: n, Measures: measures, Runner: s.runner(set), Part: s.Split},
	}
	if s.File != "" {
		if d.head.Version, err = sidecar.Version(s.File); err == nil {
			d.head.Agreement, err = sidecar.Agreement(s.File)
		}
		if err != nil {
			return nil, src, err
		}
	}
	if err := process.claim(testedSet{t, set.Dir, cfg.Dataset}); err != nil {
		return nil, src, err
	}
	d.stop.total = int64(set.StopAfter)
	if d.resume, d.resumeNote, err = s.resume(t, cfg, set); err != nil { // before this run writes to the folder
		return nil, src, err
	}
	err = d.openRun(t, cfg, set)
	if d.resume != nil {
		d.resume.Spec, d.resume.Attributes = d.head.SpecHash, d.head.Attributes
	}
	if err == nil {
		err = preflightOf(d, src)
	} else if d.truths.check != nil {
		// If the spec misspells a field, the gate's limit seems misspelt: report
		// both.
		err = errors.Join(inspect(d, src), err)
	}
	return d, src, err
}

// checkSettings returns an error if the suite has no Extract, or a setting that is out of range.
func (s *suite) checkSettings() error {
	switch {
	case s.Extract == nil:
		return errors.New("the suite has no Extract")
	case s.Timeout < 0 || s.Retries < 0 || !(s.Rate >= 0 && s.Rate <= math.MaxFloat64):
		return fmt.Errorf("the suite has a Timeout of %v, %d Retries and a Rate of %v, want 0 or more", s.Timeout, s.Retries, s.Rate)
	case s.Trials < 0 || s.Workers < 0 || s.ExpectCases < 0:
		return fmt.Errorf("the suite has %d Trials, %d Workers and %d ExpectCases, want 0 or more", s.Trials, s.Workers, s.ExpectCases)
	}
	return words.CheckLabels(s.Labels)
}

// dataset returns the name of the data set.
func (s *suite) dataset(t *testing.T) string {
	name := cmp.Or(s.Name, gotest.Outermost(t.Name()))
	if s.Name == "" && len(s.Labels) > 0 {
		name = t.Name()
	}
	return sidecar.PartName(name, s.Split)
}

// types returns the rules of Out for a suite without a Spec, if Out is a struct or has eval tags. Otherwise, as when
// Out is a string of JSON, it returns the rules of the first truth in Cases. Without rules every leaf is compared.
func (s *suite) types() (*cases.Rules, error) {
	if len(s.Spec.Fields) > 0 {
		return nil, nil
	}
	r := cases.RulesOfType(s.output)
	switch {
	case r != nil:
	case isStruct(s.output):
		r = &cases.Rules{Type: s.output}
		r.Spec, r.Err = eval.SpecOfType(s.output)
	default:
		for _, c := range s.Cases {
			if c.Want != nil { // the first case that has a truth
				r = cases.RulesOfValue(c.Want)
				break
			}
		}
	}
	return r, r.Mistakes()
}

// isStruct reports whether t is a struct or points to one.
func isStruct(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && t != reflect.TypeFor[document.Value]()
}

func (s *suite) cases(t *testing.T, d *dataset, src cases.Source) {
	t.Helper()
	s.policy = s.callPolicy()
	todo := make(chan cases.Case)
	var workers sync.WaitGroup
	for range max(s.Workers, 1) {
		workers.Go(func() {
			for c := range todo {
				t.Run(terminal.Visible(c.ID), func(t *testing.T) {
					if d.line == "" { // d.line has the position already
						t.Helper()
					}
					s.runCase(t, d, &c)
				})
			}
		})
	}
	n := 0
	for c, err := range src.Cases {
		n++
		hashCase(&d.truths.ran, &c)
		if err != nil {
			d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
			continue
		}
		if c.Labelled() {
			d.checkStreamed(c.Where, c.Truth)
		}
		todo <- c
	}
	d.endStream()
	close(todo)
	workers.Wait()
	if note := cmp.Or(d.resumeNote, d.resume.End(n*d.head.Trials)); note != "" {
		d.logText(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, note))
	}
	d.checkUnchanged(t, src)
	d.expect(n)
	if n == 0 && !d.shard.Split() {
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: the data set has no cases", d.name))
	}
	if err := s.expected(n); err != nil && !d.shard.Split() && s.Split == "" {
		d.expect(max(n, s.ExpectCases))
		d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
}

// choosePart returns the cases of the part that Split names.
func (s *suite) choosePart(src cases.Source) (cases.Source, error) {
	if s.File == "" {
		return src, fmt.Errorf("part %q: only a suite with a File has parts", s.Split)
	}
	src, err := src.Part(s.Split)
	if err == nil && src.Count == 0 {
		err = fmt.Errorf("no case of %s is in part %q", src.Name, s.Split)
	}
	return src, err
}

// expected returns an error unless the number of cases is ExpectCases.
func (s *suite) expected(n int) error {
	if s.ExpectCases == 0 || n == s.ExpectCases {
		return nil
	}
	subject := "the data set"
	if s.File != "" {
		subject = filepath.ToSlash(s.File)
	}
	return fmt.Errorf("%s has %s, and ExpectCases says %d: is it the whole data set?", subject, words.Plural(n, "case"), s.ExpectCases)
}

// textOf returns the text of a document, "" if it has none.
func (s *suite) textOf(t *testing.T, d *dataset, c *cases.Case) (text string) {
	if s.Text == nil {
		return c.TextOf()
	}
	err := cases.Guarded(func() error { text = s.Text(c.Input); return nil })
	if err != nil {
		t.Helper()
		reading := cases.Reading{Private: d.private()}
		d.failWith(t, fmt.Sprintf("evaltest: data set %q, case %q: Text: %v", d.name, c.ID, reading.Quoting(err)))
	}
	return text
}
