package evaltest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// process is the state that the tests of one binary share. A test binary is one
// process and tests one package.
var process = state{
	dirs: map[string]*artifact.Dir{}, shared: map[sharedKey]*dataset{}, collectors: map[string]*dataset{},
	specs: map[any]eval.SpecSource{}, resumed: map[string]int{}, missed: map[string]bool{}, suites: map[testedSet]bool{},
}

// testedSet is a data set that a suite evaluates in a test.
type testedSet struct {
	test *testing.T
	dir  string // of its artifact
	name string
}

type state struct {
	opening sync.Mutex // one shared data set at a time; taken before mu

	mu   sync.Mutex
	main bool // the package calls Main
	// dirs holds one artifact.Dir per folder, which numbers the repetitions of data
	// sets.
	dirs map[string]*artifact.Dir
	// shared holds the data sets that FieldAccuracy records into.
	shared map[sharedKey]*dataset
	order  []*dataset // the data sets in shared, in the order of their first record
	// collectors holds the open data sets of Collect by name, which
	// FieldAccuracy joins.
	collectors map[string]*dataset
	// specs maps a spec to the file from which SpecFile read it. The key is the address of the
	// spec's first field or first invariant, which a copy of the spec shares, so that Spec
	// itself needs no field for the file.
	specs   map[any]eval.SpecSource
	resumed map[string]int     // number of resumptions by data set
	closed  []terminal.Closing // results of the data sets that have ended
	nowhere bool               // a test said that no artifact is written
	missed  map[string]bool    // benchmarks that have logged a miss
	suites  map[testedSet]bool // of the tests that still run
}

// claim notes that a suite evaluates a data set in a test. It returns an error if another suite in the same run of the test
// evaluates a data set of this name and folder: the artifact of the second would look like a repetition of the first. Each run of
// -count=2 has a t of its own.
func (s *state) claim(set testedSet) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.suites[set] {
		return fmt.Errorf("a suite of this test has evaluated the data set %q already: give each suite a Name of its own", set.name)
	}
	s.suites[set] = true
	set.test.Cleanup(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.suites, set)
	})
	return nil
}

// sharedKey names a shared data set. Tests that do not record have a key of
// their own, so that a benchmark does not open the data set of a test.
type sharedKey struct {
	name   string
	silent bool
}

// defaultDir is the folder of the artifacts if the package calls Main and EVALTEST_DIR is not set.
const defaultDir = "_evaltest"

// openDir returns the folder to which artifacts go, nil for none.
func (s *state) openDir(set gotest.Settings) (*artifact.Dir, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := set.Dir
	if path == "" {
		if !s.main {
			return nil, nil
		}
		if gotest.StartDirErr != nil {
			return nil, gotest.StartDirErr
		}
		path = filepath.Join(gotest.StartDir, defaultDir)
	}
	if d := s.dirs[path]; d != nil {
		return d, nil
	}
	run := artifact.NewRun(packagePath())
	run.ID = set.Run
	run.Selection = selectionFlags()
	// go test sets this flag exactly when it may cache the result.
	run.Cacheable = gotest.Flag("testlogfile") != ""
	d := &artifact.Dir{Path: path, Run: run, KeepCrashed: set.Resume != ""}
	s.dirs[path] = d
	return d, nil
}

// tellsNowhere reports whether the caller should say that no artifact is written. It is true once in a process.
func (s *state) tellsNowhere() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := !s.nowhere
	s.nowhere = true
	return first
}

// firstMiss reports whether a benchmark has logged no miss so far.
func (s *state) firstMiss(benchmark string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := !s.missed[benchmark]
	s.missed[benchmark] = true
	return first
}

// packagePath returns the import path of the package under test.
func packagePath() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return strings.TrimSuffix(info.Path, ".test")
}

func selectionFlags() report.Selection {
	count, _ := strconv.Atoi(gotest.Flag("count"))
	shuffle := gotest.Flag("shuffle")
	if shuffle == "off" {
		shuffle = ""
	}
	return report.Selection{
		Run:      gotest.Flag("run"),
		Skip:     gotest.Flag("skip"),
		Short:    gotest.Flag("short") == "true",
		Count:    count,
		CPU:      gotest.Flag("cpu"),
		Shuffle:  shuffle,
		Failfast: gotest.Flag("failfast") == "true",
	}
}

// register registers a data set of Collect for FieldAccuracy.
func (s *state) register(d *dataset) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collectors[d.name] = d
}

func (s *state) leave(d *dataset) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.collectors[d.name] == d {
		delete(s.collectors, d.name)
	}
}

// dataset returns the data set that an assertion records into: the one that Collect opened under its name, or the
// shared one, opened by its first record. If an assertion names no Dataset, and its type has another spec than the
// test's shared data set, it gets a data set of its own: "TestX (Invoice)".
func (s *state) dataset(t TB, cfg Config, got, want any) (*dataset, error) {
	set, err := gotest.Environment()
	if err != nil {
		return nil, err
	}
	ownType := ""
	if cfg.Dataset == "" {
		cfg.Dataset = gotest.Outermost(t.Name())
		ownType = cmp.Or(cases.TypeName(got), cases.TypeName(want))
	}
	s.mu.Lock()
	d := s.collectors[cfg.Dataset]
	s.mu.Unlock()
	if d != nil {
		if err := d.begin(got, want); err != nil {
			return nil, err
		}
		return d, d.accepts(d.complete(cfg))
	}
	if len(cfg.Measures) > 0 {
		return nil, fmt.Errorf("data set %q: an assertion has no Measures of its own: open the data set with evaltest.Collect, whose Measures are for all rows", cfg.Dataset)
	}
	if !cfg.Gate.IsZero() {
		return nil, fmt.Errorf("data set %q: nothing would evaluate the Gate of an assertion: open the data set with evaltest.Collect", cfg.Dataset)
	}
	var types *cases.Rules
	if len(cfg.Spec.Fields) == 0 {
		if types, err = cases.RulesFor(got, want); err != nil {
			return nil, err
		}
		cfg.Spec = types.In(cfg.Spec)
	}
	if d, err = s.sharedDataset(t, cfg, types, set); err != nil {
		return nil, err
	}
	if ownType != "" {
		if same, err := d.sameSpec(cfg.Spec); err == nil && !same {
			cfg.Dataset += " (" + ownType + ")"
			if d, err = s.sharedDataset(t, cfg, types, set); err != nil {
				return nil, err
			}
		}
	}
	return d, d.accepts(cfg)
}

// sharedDataset returns the shared data set of an assertion. If the data set will
// not be reported, it does not record.
func (s *state) sharedDataset(t TB, cfg Config, types *cases.Rules, set gotest.Settings) (*dataset, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.mu.Lock()
	key := sharedKey{cfg.Dataset, !s.main || gotest.Idle(t)}
	d := s.shared[key]
	s.mu.Unlock()
	if d != nil {
		return d, nil
	}
	d = &dataset{
		gate: gotest.Gate{Rows: caseRows}, head: report.Dataset{Cases: cfg.Cases, Trials: 1}, silent: key.silent, nowhere: key.silent && !gotest.Idle(t), types: types,
		tests: map[string]int{},
	}
	if err := d.openRun(t, cfg, set); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shared[key] = d
	s.order = append(s.order, d)
	return d, nil
}

// complete fills the fields of cfg that an assertion leaves empty from the data
// set's Config.
func (d *dataset) complete(cfg Config) Config {
	if reflect.ValueOf(cfg.Spec).IsZero() {
		cfg.Spec = d.cfg.Spec
	}
	if cfg.Gate.IsZero() {
		cfg.Gate = d.cfg.Gate
	}
	cfg.Policy = cmp.Or(cfg.Policy, d.cfg.Policy)
	cfg.SkipUndefined = cfg.SkipUndefined || d.cfg.SkipUndefined
	cfg.Redaction.Mode = cmp.Or(cfg.Redaction.Mode, d.cfg.Redaction.Mode)
	if cfg.Redaction.Paths == nil {
		cfg.Redaction.Paths = d.cfg.Redaction.Paths
	}
	if cfg.Redaction.Key == nil {
		cfg.Redaction.Key = d.cfg.Redaction.Key
	}
	return cfg
}

// accepts returns an error when an assertion has other rules than the data set
// that it records into.
func (d *dataset) accepts(cfg Config) error {
	differ := func(subject string) error {
		return fmt.Errorf("data set %q has another %s already; one data set has one: give this one another Dataset name", d.name, subject)
	}
	switch own := &d.cfg; {
	case !reflect.DeepEqual(cfg.Gate, own.Gate):
		return differ("Gate")
	case cfg.Policy != own.Policy:
		return differ("Policy")
	case cfg.SkipUndefined != own.SkipUndefined:
		return differ("SkipUndefined")
	case len(cfg.Measures) > 0 && len(cfg.Measures) != len(own.Measures): // Measures hold functions, which cannot be compared
		return differ("list of Measures")
	case cfg.Redaction.Mode != own.Redaction.Mode || !maps.Equal(cfg.Redaction.Paths, own.Redaction.Paths) || !bytes.Equal(cfg.Redaction.Key, own.Redaction.Key):
		return differ("Redaction")
	}
	same, err := d.sameSpec(cfg.Spec)
	if err == nil && !same {
		err = differ("Spec")
	}
	return err
}

func (d *dataset) sameSpec(spec eval.Spec) (bool, error) {
	own := d.cfg.Spec
	// In a table of tests both specs are usually one variable, whose fields need
	// no comparison.
	sameFields := len(spec.Fields) == len(own.Fields) && (len(own.Fields) == 0 || &spec.Fields[0] == &own.Fields[0])
	rest := spec
	rest.Fields, own.Fields, rest.ReadTruth, own.ReadTruth = nil, nil, nil, nil // functions are never equal
	if sameFields && reflect.DeepEqual(rest, own) {
		return true, nil
	}
	text, err := json.Marshal(spec)
	return bytes.Equal(text, d.spec), err
}

// takeSets returns the shared data sets in the order of their first record, and
// removes them.
func (s *state) takeSets() []*dataset {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.order
	s.order = nil
	clear(s.shared)
	return all
}
