package evaltest

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/report/terminal"
)

// dataset is one data set while it is being filled: what Suite, Collector and
// the shared assertions have in common. Counting and writing happen under a
// lock, in the goroutine of the test: nothing is lost when the process ends
// early, and nothing outlives a test.
type dataset struct {
	name      string
	cfg       Config
	spec      []byte // as JSON: the identity of the spec
	evaluator *eval.Evaluator
	shard     shard
	total     int // cases of all shards, 0 when that is not known
	options   report.CaseOptions
	trials    int
	silent    bool             // nothing is recorded at all
	writer    *artifact.Writer // nil when nothing is to be written
	line      string           // the user's line, where stacks do not lead there: cases of a suite run in other goroutines

	mu       sync.Mutex
	summary  *summarize.Summarizer
	runs     *runTotals // nil when trials are not compared
	gate     gate
	ended    bool
	told     bool           // the artifact's error was told
	calls    map[TB]int     // records by tests that still run
	warnings map[string]int // what was odd about cases, and how often
	tests    map[uint64]int // tests that recorded into a shared data set, by hash of name
	seed     maphash.Seed
}

type datasetOptions struct {
	source string // where the cases are from
	trials int
	shared bool // filled by assertions of any test and ended by Main
	silent bool // nobody will ask for its numbers: nothing is recorded
	shard  shard
	total  int // cases of all shards
	runs   *runTotals
}

// openDataset compiles the spec and creates the artifact.
func openDataset(t TB, cfg Config, set settings, o datasetOptions) (*dataset, error) {
	if cfg.Dataset == "" {
		cfg.Dataset = outermost(t.Name())
	}
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	head := report.Dataset{
		Name: cfg.Dataset, Source: o.source, Cases: cfg.Cases, Trials: o.trials,
		Policy: cfg.Policy, SkipUndefined: cfg.SkipUndefined, Redact: cfg.Redaction.Mode, RedactPaths: cfg.Redaction.Paths,
	}
	evaluator, err := head.SetSpec(cfg.Spec)
	if err != nil {
		return nil, err
	}
	if err := cfg.Gate.CheckLimits(declared(head, o.runs), true); err != nil {
		return nil, err
	}
	redaction, err := cfg.Redaction.Compile(evaluator)
	if err != nil {
		return nil, err
	}
	if len(redaction.Key) == 0 {
		redaction.Key = set.key
	}
	head.RedactPaths = redaction.Paths
	if o.shard.split() {
		head.Shard, head.Shards, head.Cases = o.shard.n, o.shard.of, o.total
	}
	if !cfg.Gate.IsZero() {
		head.Gate = &cfg.Gate
	}
	d := &dataset{
		name: cfg.Dataset, cfg: cfg, spec: head.Spec, evaluator: evaluator, shard: o.shard, total: o.total, trials: o.trials, runs: o.runs,
		options:  report.CaseOptions{MaxExamples: cfg.MaxExamples, Redaction: redaction},
		summary:  summarize.New(summarize.OptionsOf(&head)),
		gate:     gate{dataset: cfg.Dataset, off: set.gateOff, rows: caseRows, expected: cfg.Cases},
		calls:    map[TB]int{},
		warnings: map[string]int{},
	}
	d.silent = o.silent
	if o.shared {
		d.tests, d.seed = map[uint64]int{}, maphash.MakeSeed()
	} else {
		d.gate.test, d.gate.depth = t.Name(), depth(t.Name())
		head.Test = d.gate.test
	}
	if o.silent || idle(t) {
		return d, nil
	}
	if set.shard.n > 1 && !o.shard.split() {
		return d, nil // it is the same in every shard: the first one writes it
	}
	dir, err := process.dir(set)
	if err != nil || dir == nil {
		return d, err
	}
	d.writer, err = dir.Create(head)
	return d, err
}

// private reports whether anything is redacted, so that no text which may quote a
// document is told.
func (d *dataset) private() bool { return d.options.Redaction.Active() }

func (d *dataset) gated() bool { return !d.cfg.Gate.IsZero() }

// judge compares one answer with its truth, records what was found, and tells t
// when it is not good enough. failure is the extractor's error; the answer then
// counts as missing.
func (d *dataset) judge(ctx context.Context, t TB, seen report.Observation, got any, truth document.Value, failure error) eval.Result {
	t.Helper()
	if failure != nil {
		got, seen.Err = document.Value{}, failure
	}
	result, err := d.evaluator.Evaluate(ctx, got, truth)
	if err != nil {
		d.fatal(t, fmt.Sprintf("evaltest: data set %q, case %q: %s", d.name, seen.ID, brief(err.Error(), textRunes)))
		return result
	}
	seen.Result, seen.Want = &result, truth.Raw()
	confidence := confidenceGuard{of: seen.Confidence}
	if confidence.of != nil {
		seen.Confidence = confidence.get
	}
	c := report.NewCase(seen, d.options)
	if confidence.err != nil {
		if d.private() {
			confidence.err = errWithheld
		}
		d.fail(t, fmt.Sprintf("evaltest: data set %q, case %q: Confidence: %v", d.name, seen.ID, confidence.err))
	}
	d.record(t, &c)
	d.remark(c.Warnings)
	switch {
	case failure != nil && d.cfg.Gate.MaxErrors == 0:
		d.fail(t, d.describe(&c, result))
	case failure == nil && result.Verdict == eval.Pass:
	case d.gated():
		d.log(t, d.describe(&c, result))
	default:
		output(t, missTable(&c, result, d.options))
		d.fail(t, d.describe(&c, result))
	}
	var panicked *panicError
	if errors.As(failure, &panicked) && !d.private() { // a stack has arguments
		output(t, panicked.trace())
	}
	return result
}

// confidenceGuard keeps a Confidence that panics on a hostile answer from ending all
// tests: that case has no more confidences then.
type confidenceGuard struct {
	of  func(path string) (confidence float64, ok bool)
	err error
}

func (g *confidenceGuard) get(path string) (confidence float64, ok bool) {
	if g.err != nil {
		return 0, false
	}
	defer func() {
		if r := recover(); r != nil {
			g.err, ok = fmt.Errorf("panic on %s: %s", brief(path, pathRunes), brief(fmt.Sprint(r), textRunes)), false
		}
	}()
	return g.of(path)
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
	if d.private() {
		return // a warning may quote a value
	}
	var b strings.Builder
	for _, w := range slices.Sorted(maps.Keys(d.warnings)) {
		fmt.Fprintf(&b, "warning: %s", brief(w, textRunes))
		if n := d.warnings[w]; n > 1 {
			fmt.Fprintf(&b, " (%d times)", n)
		}
		b.WriteByte('\n')
	}
	if b.Len() > 0 {
		output(t, b.String())
	}
}

// log is t.Logf with the line of the user's test also where the stack does not
// lead there.
func (d *dataset) log(t TB, text string) {
	t.Helper()
	if d.line == "" {
		t.Logf("%s", text)
		return
	}
	output(t, d.line+": "+text+"\n")
}

// fail is log and t.Fail.
func (d *dataset) fail(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ Fail() })
	if d.line == "" || !ok {
		t.Errorf("%s", text)
		return
	}
	d.log(t, text)
	f.Fail()
}

// fatal is fail and the end of the test.
func (d *dataset) fatal(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ FailNow() })
	if d.line == "" || !ok {
		t.Fatalf("%s", text)
		return
	}
	d.log(t, text)
	f.FailNow()
}

// describe says in one line how a case went, with nothing that is redacted.
func (d *dataset) describe(c *report.Case, r eval.Result) string {
	where := fmt.Sprintf("evaltest: data set %q, case %q", d.name, c.ID)
	if d.trials > 1 {
		where += fmt.Sprintf(", trial %d", c.Trial)
	}
	where += ": "
	switch {
	case c.Status == report.Error:
		where += "the extractor failed: " + brief(c.Error, textRunes)
	case r.Unreadable != "" && d.private():
		where += "the answer cannot be read"
	default:
		where += describe(r, c.Misses, c.MoreMisses)
	}
	return terminal.Visible(where)
}

// describe says in one line what a result is.
func describe(r eval.Result, misses []string, more int) string {
	if r.Unreadable != "" {
		return "the answer cannot be read: " + brief(r.Unreadable, textRunes)
	}
	line := fmt.Sprintf("%s, score %.3f (%s)", r.Reasoning, r.Score, r.Verdict)
	if len(misses) > 0 {
		shown := make([]string, len(misses))
		for i, miss := range misses {
			shown[i] = brief(miss, pathRunes)
		}
		line += ": " + strings.Join(shown, ", ")
	}
	if more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return line
}

// record counts a case and writes its record.
func (d *dataset) record(t TB, c *report.Case) {
	t.Helper()
	if d.silent || idle(t) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if late := d.gate.late(c.ID); late != "" {
		d.fail(t, late)
		return
	}
	if d.ended {
		d.fail(t, fmt.Sprintf("evaltest: data set %q: case %q was recorded after the data set ended and is not counted", d.name, c.ID))
		return
	}
	if err := d.summary.Add(c); err != nil {
		d.fail(t, fmt.Sprintf("evaltest: %v", err))
		return
	}
	d.tell(t, d.writer.Write(c))
}

// tell reports the first error of the artifact: the records before it are kept,
// and the numbers do not depend on it.
func (d *dataset) tell(t TB, err error) {
	t.Helper()
	if err != nil && !d.told {
		d.told = true
		d.fail(t, fmt.Sprintf("evaltest: data set %q: %v", d.name, err))
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

// runGate judges the data set in a subtest of its own.
func (d *dataset) runGate(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shard.split() && !d.gate.off {
		d.gate.state = gateOff
		d.deferGate(t)
	}
	d.gate.begin(t)
	summary := d.summarize()
	result := report.GateResult{Dataset: d.name, Cases: d.scored(summary), Trials: len(summary.Trials)}
	if result.NotEvaluable = d.gate.notEvaluable(result.Cases); result.NotEvaluable == "" {
		var err error
		if result, err = d.cfg.Gate.Check(summary); err != nil {
			t.Fatalf("evaltest: %v", err)
		}
	}
	d.tell(t, d.writer.Write(result))
	attributes(t, summary)
	d.print(t, summary)
	if !result.Passed {
		t.Errorf("evaltest: data set %s", terminal.Visible(result.String()))
	}
}

// summarize returns the numbers so far.
func (d *dataset) summarize() report.Summary {
	s := d.summary.Summary()
	if d.runs != nil {
		d.runs.complete(&s)
	}
	return s
}

// scored returns the number of scored cases in the trial with the fewest.
func (d *dataset) scored(s report.Summary) int {
	if len(s.Trials) < d.trials {
		return 0
	}
	least := s.Trials[0].Cases.Scored()
	for _, t := range s.Trials[1:] {
		least = min(least, t.Cases.Scored())
	}
	return least
}

// close ends a data set of Collect with its test. A gate that never ran in a
// full run is a mistake of the table.
func (d *dataset) close(t TB) {
	t.Helper()
	process.leave(d)
	d.mu.Lock()
	d.gate.close(t, d.gated())
	d.mu.Unlock()
	d.end(t)
}

// end writes the summary and gives the artifact its name. The gate has printed
// the table, if it ran.
func (d *dataset) end(t TB) {
	t.Helper()
	summary, err := d.finish()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil && d.told {
		d.log(t, fmt.Sprintf("evaltest: data set %q: %v", d.name, err)) // it says where the file is now
	}
	d.tell(t, err)
	if err := d.unredacted(summary); err != nil {
		d.fail(t, fmt.Sprintf("evaltest: data set %q: %v", d.name, err))
	}
	if d.gate.state != gateJudged {
		attributes(t, summary)
		d.print(t, summary)
	}
	d.keep(t)
}

// finish completes the artifact. It does so once.
func (d *dataset) finish() (report.Summary, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	summary := d.summarize()
	if d.ended {
		return summary, nil
	}
	d.ended = true
	d.writer.Write(summary) // End returns its error, too
	return summary, d.writer.End(d.partial(summary))
}

// unredacted says which rules have hidden nothing. In a part of a data set some may
// find nothing to hide.
func (d *dataset) unredacted(s report.Summary) error {
	if d.partial(s) || d.shard.split() {
		return nil
	}
	return s.CheckRedaction(d.options.Redaction)
}

// partial reports whether cases are missing from a data set.
func (d *dataset) partial(s report.Summary) bool {
	if d.gate.expected == 0 {
		return isPart(max(d.gate.depth, 1))
	}
	return d.scored(s) < d.gate.expected
}

// expect sets the number of cases that a source turned out to have.
func (d *dataset) expect(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.expected = n
}
