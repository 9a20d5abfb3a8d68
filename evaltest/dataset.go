package evaltest

import (
	"hash/maphash"
	"reflect"
	"slices"
	"sort"
	"sync"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/evaltest/internal/resume"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
	"github.com/extracteval/extracteval/evaltest/internal/tags"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
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
	shard     settings.Shard
	options   report.CaseOptions
	silent    bool             // nothing is recorded at all
	alone     bool             // there is a gate, which -run or -skip leaves out
	writer    *artifact.Writer // nil when nothing is to be written
	head      report.Dataset   // its record
	answers   reflect.Type     // what the extractor returns, nil where that is not known before
	types     *tags.Rules      // those of the type that the spec is from, nil when it is not from a type
	unwritten bool             // there is to be no artifact
	line      string           // the user's line, where stacks do not lead there: cases of a suite run in other goroutines

	labels map[string]string // of the suite
	run    report.Run        // its record, where it is written

	stop   stop
	resume *resume.Answers // nil where no answers are taken
	noted  string          // what is to be told of that at the end

	mu      sync.Mutex
	waits   bool  // for its first answer, whose type may have the rules
	begun   error // what was wrong with that
	summary *summarize.Summarizer
	truths  truths
	runs    *trials.Totals // nil when trials are not compared
	gate    gate
	judged  *report.GateResult // by the gate, nil before
	late    int                // cases that came after the gate
	left    []*call.Left       // calls of extractors that were left behind
	ended   bool
	printed int            // cases whose mistakes were printed
	told    bool           // the artifact's error was told
	calls   map[TB]int     // records by tests that still run
	tests   map[uint64]int // tests that recorded into a shared data set, by hash of name
	seed    maphash.Seed
}

// open compiles the spec and creates the artifact. Who fills the data set has said before
// what it alone knows of it: in the head Source, Cases, Trials, Measures and Runner. With
// d.waits, open leaves both to the first answer, whose type may say what is compared.
func (d *dataset) open(t TB, cfg Config, set settings.Settings) error {
	if cfg.Dataset == "" {
		cfg.Dataset = outermost(t.Name())
	}
	if err := cfg.validate(); err != nil {
		return err
	}
	d.name, d.cfg, d.calls = cfg.Dataset, cfg, map[TB]int{}
	d.gate.dataset, d.gate.off, d.gate.expected = cfg.Dataset, set.GateOff, cfg.Cases
	head := &d.head
	head.Name, head.Policy, head.SkipUndefined, head.Redact = cfg.Dataset, cfg.Policy, cfg.SkipUndefined, cfg.Redaction.Mode
	head.Cluster = cfg.Cluster
	head.Shard, head.Shards = d.shard.N, d.shard.Of
	if !cfg.Gate.IsZero() {
		head.Gate = &cfg.Gate
	}
	if d.tests == nil { // it is not shared
		d.gate.test, d.gate.depth = t.Name(), depth(t.Name())
		head.Test = d.gate.test
		d.alone = d.gated() && !d.gate.off && !d.gate.selected()
	}
	// A data set that is the same in every shard is written by the first one.
	d.unwritten = d.silent || idle(t) || set.Shard.N > 1 && !d.shard.Split()
	if err := d.use(cfg.Spec, set); err != nil || d.waits {
		return err
	}
	return d.create(set)
}

// use makes spec that of the data set, which has no case yet.
func (d *dataset) use(spec eval.Spec, set settings.Settings) error {
	d.cfg.Spec = spec
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
	d.head.RedactPaths = redaction.Paths
	if d.truths.check, err = preflight.New(evaluator, preflight.Options{Redacted: redaction.Active(), Answers: d.answers}); err != nil {
		return err
	}
	d.spec, d.evaluator = d.head.Spec, evaluator
	d.options = report.CaseOptions{MaxExamples: d.cfg.MaxExamples, Redaction: redaction, Cluster: d.head.Cluster}
	if set.NoAnswers {
		d.options.MaxAnswerBytes = -1
	}
	d.summary = summarize.New(summarize.OptionsOf(&d.head))
	return d.cfg.Gate.CheckLimits(declared(d.head, d.runs), true) // last: the truths may say more
}

// create begins the artifact, if there is to be one.
func (d *dataset) create(set settings.Settings) error {
	if d.unwritten {
		return nil
	}
	dir, err := process.dir(set)
	if err != nil || dir == nil {
		label(&d.run, d.head.Test, d.labels, set) // the table has them, too
		return err
	}
	d.writer, d.run, err = create(dir, d.head, d.labels, set)
	return err
}

// private reports whether anything is redacted, so that no text which may quote a
// document is told.
func (d *dataset) private() bool { return d.options.Redaction.Active() }

func (d *dataset) gated() bool { return d.head.Gate != nil }

// summarize returns the numbers so far.
func (d *dataset) summarize() report.Summary {
	s := d.summary.Summary()
	if d.runs != nil {
		d.runs.Complete(&s)
		place := func(m report.Metric) int {
			return slices.IndexFunc(d.head.Measures, func(of report.Measure) bool { return of.Name == m.Name })
		}
		sort.SliceStable(s.Metrics, func(i, j int) bool { return place(s.Metrics[i]) < place(s.Metrics[j]) })
	}
	d.evidence(&s)
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

// expect sets the number of cases that a source turned out to have.
func (d *dataset) expect(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate.expected = n
}
