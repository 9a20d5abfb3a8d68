package evaltest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	datasets "github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// dataset is one data set while it is being filled, by a Suite, a Collector or
// shared assertions. Counting and writing happen under a lock, in the goroutine
// of the test, so that cases survive an early end of the process and no work
// outlives a test.
type dataset struct {
	name        string
	opener      string // the test that opened it
	cfg         Config
	spec        []byte // the spec as JSON, which identifies it
	evaluator   *eval.Evaluator
	shard       gotest.Shard
	options     report.CaseOptions
	silent      bool             // cases are not recorded
	gateLeftOut bool             // -run or -skip leaves out the gate
	writer      *artifact.Writer // nil when nothing is to be written
	head        report.Dataset   // the first record of the artifact
	answers     reflect.Type     // type that the extractor returns, nil when unknown before the first answer
	types       *cases.Rules     // rules of the type whose tags gave the spec, nil if the spec is not from tags
	unwritten   bool             // this process is to write no artifact
	nowhere     bool             // an artifact is wanted, and there is no folder for it
	line        string           // the user's line, for the cases of a suite: their goroutines' stacks do not contain it

	labels map[string]string // of the Suite
	run    report.Run        // the record of the run in the artifact

	stop       stop
	resume     *cases.Answers // nil when no answers are reused
	resumeNote string         // message about resuming, printed at the end

	mu               sync.Mutex
	awaitsFirst      bool  // the artifact waits for the first answer, whose type may have eval tags
	beginErr         error // error of the first answer
	summary          *summarize.Summarizer
	truths           truths
	runs             *rescore.Totals // nil when trials are not compared
	gate             gotest.Gate
	frozen           *frozen            // nil without a baseline
	judged           *report.GateResult // result of the gate, nil before it ran
	lateCases        int                // cases recorded after the gate ran
	abandoned        []*cases.Left      // calls of extractors that ignored their timeout
	ended            bool
	casesPrinted     int            // cases whose mistakes were printed
	artifactReported bool           // the artifact's error was reported
	calls            map[TB]int     // records by tests that still run
	tests            map[string]int // how often each test recorded into a shared data set
}

// openRun compiles the spec and creates the artifact. The caller has set Source, Cases, Trials, Measures and Runner in the
// head. With d.awaitsFirst, open leaves the artifact to beginAs, which first replaces the spec if the first answer has
// eval tags.
func (d *dataset) openRun(t TB, cfg Config, set gotest.Settings) error {
	cfg.Dataset = cmp.Or(cfg.Dataset, gotest.Outermost(t.Name()))
	if err := cfg.validate(); err != nil {
		return err
	}
	d.name, d.opener, d.cfg, d.calls = cfg.Dataset, t.Name(), cfg, map[TB]int{}
	d.gate.Dataset, d.gate.Off, d.gate.Expected = cfg.Dataset, set.GateOff, cfg.Cases
	head := &d.head
	head.Name, head.Policy, head.SkipUndefined = cfg.Dataset, cfg.Policy, cfg.SkipUndefined
	head.SetRedaction(cfg.Redaction)
	head.Cluster = cfg.Cluster
	head.Shard, head.Shards = d.shard.N, d.shard.Of
	if !cfg.Gate.IsZero() {
		head.Gate = &cfg.Gate
	}
	if d.tests == nil { // not shared
		d.gate.Test, d.gate.Depth = t.Name(), gotest.Depth(t.Name())
		head.Test = d.gate.Test
		d.gateLeftOut = d.gated() && !d.gate.Off && !datasets.Includes(gotest.Flag("run"), gotest.Flag("skip"), d.gate.Test+"/gate")
	}
	// Only the first shard writes a data set that is the same in every shard.
	d.unwritten = d.silent || gotest.Idle(t) || set.Shard.N > 1 && !d.shard.Split()
	if err := d.applySpec(cfg.Spec, set); err != nil || d.awaitsFirst {
		return err
	}
	return d.create(set)
}

// applySpec sets the spec of a data set that has no case yet.
func (d *dataset) applySpec(spec eval.Spec, set gotest.Settings) error {
	d.cfg.Spec = spec
	for _, own := range report.PacketMeasures(spec) {
		if d.head.Spec == nil && slices.ContainsFunc(d.head.Measures, func(m report.Measure) bool { return m.Name == own.Name }) {
			return fmt.Errorf("measure %q: the spec has a packet with a measure of this name; rename yours", own.Name)
		}
	}
	evaluator, err := d.head.SetSpec(spec)
	if err != nil {
		return err
	}
	redaction, err := d.cfg.Redaction.Compile(evaluator)
	if err != nil {
		return err
	}
	if len(redaction.Key) == 0 {
		redaction.Key = set.Key
	}
	d.head.SetRedaction(redaction)
	if d.truths.check, err = preflight.New(evaluator, preflight.Options{Redacted: redaction.Active(), Answers: d.answers, Notation: preflight.NotationOf(spec, d.answers, process.source(spec))}); err != nil {
		return err
	}
	d.spec, d.evaluator = d.head.Spec, evaluator
	d.options = report.CaseOptions{MaxExamples: d.cfg.MaxExamples, Redaction: redaction, Cluster: d.head.Cluster, Classes: d.head.Classes, Fields: spec.Plain()}
	if set.NoAnswers {
		d.options.MaxAnswerBytes = -1
	}
	d.summary = summarize.New(summarize.OptionsOf(&d.head))
	return d.cfg.Gate.CheckLimits(d.declared(), true) // last, since preflight of the truths may report more
}

// create begins the artifact, unless none is to be written.
func (d *dataset) create(set gotest.Settings) (err error) {
	var dir *artifact.Dir
	if !d.unwritten {
		dir, err = process.openDir(set)
		d.nowhere = err == nil && dir == nil
	}
	if err != nil || dir == nil {
		label(&d.run, d.opener, d.labels, set) // the table shows the labels, too
	} else {
		d.writer, d.run, err = create(dir, d.head, d.opener, d.labels, set)
	}
	d.options.System = d.run.Labels
	if err == nil {
		err = d.openBaseline(set)
	}
	return err
}

// private reports whether any value is redacted. Texts that may quote a document
// are then not printed.
func (d *dataset) private() bool { return d.options.Redaction.Active() }

func (d *dataset) gated() bool { return d.head.Gate != nil }

// summarize returns the summary of the cases so far.
func (d *dataset) summarize() report.Summary {
	s := d.summary.Summary()
	if d.runs != nil {
		d.runs.Complete(&s)
	}
	d.addEvidence(&s)
	return s
}

// scored returns the number of scored cases in the trial with the fewest.
func (d *dataset) scored(s report.Summary) int {
	if len(s.Trials) < d.head.Trials {
		return 0
	}
	least := s.Trials[0].Cases.Scored()
	for _, t := range s.Trials[1:] {
		least = min(least, t.Cases.Scored())
	}
	return least
}

// expect sets the expected number of cases once the source has been counted.
func (d *dataset) expect(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.Expected = n
}

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
// this mistake has to be corrected first.
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
