package evaltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// process is what the tests of one binary share. One test binary is one
// process, so that its state is that of the package under test.
var process state

type state struct {
	mu   sync.Mutex
	main bool // the package calls Main
	// dirs has one report.Dir per folder: it numbers the repetitions of data sets.
	dirs map[string]*report.Dir
	// shared are the data sets that FieldAccuracy and its like record into, by name.
	shared map[string]*dataset
	order  []*dataset // shared in the order of their first record
	// collectors are open data sets by name, which FieldAccuracy joins.
	collectors map[string]*dataset
}

// defaultDir is where artifacts go when the package calls Main and EVALTEST_DIR
// is not set.
const defaultDir = "_evaltest"

// start is the folder of the package: go test starts every binary there. It is
// kept before any test may change it.
var start, startErr = filepath.Abs(".")

// dir returns where artifacts go, nil for nowhere.
func (s *state) dir(set settings) (*report.Dir, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := set.dir
	if path == "" {
		if !s.main {
			return nil, nil
		}
		if startErr != nil {
			return nil, startErr
		}
		path = filepath.Join(start, defaultDir)
	}
	if d := s.dirs[path]; d != nil {
		return d, nil
	}
	run := report.NewRun(packagePath())
	run.ID = set.run
	run.Selection = selection()
	// This flag is set exactly when go test may keep the result.
	run.Cacheable = testFlag("testlogfile") != ""
	if s.dirs == nil {
		s.dirs = map[string]*report.Dir{}
	}
	d := &report.Dir{Path: path, Run: run}
	s.dirs[path] = d
	return d, nil
}

// packagePath returns the import path of the package under test.
func packagePath() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return strings.TrimSuffix(info.Path, ".test")
}

func selection() report.Selection {
	count, _ := strconv.Atoi(testFlag("count"))
	shuffle := testFlag("shuffle")
	if shuffle == "off" {
		shuffle = ""
	}
	return report.Selection{
		Run:      testFlag("run"),
		Skip:     testFlag("skip"),
		Short:    testFlag("short") == "true",
		Count:    count,
		CPU:      testFlag("cpu"),
		Shuffle:  shuffle,
		Failfast: testFlag("failfast") == "true",
	}
}

// outermost returns the name of the top-level test of a test.
func outermost(name string) string {
	top, _, _ := strings.Cut(name, "/")
	return top
}

// depth returns 1 for a top-level test, 2 for its subtests.
func depth(name string) int { return strings.Count(name, "/") + 1 }

// join makes a data set that was opened by Collect known to FieldAccuracy.
func (s *state) join(d *dataset) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.collectors == nil {
		s.collectors = map[string]*dataset{}
	}
	s.collectors[d.name] = d
}

func (s *state) leave(d *dataset) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.collectors[d.name] == d {
		delete(s.collectors, d.name)
	}
}

// dataset returns the data set that an assertion records into: the one that
// Collect opened under its name, or the shared one, opened by its first record.
func (s *state) dataset(t TB, cfg Config) (*dataset, error) {
	set, err := environment()
	if err != nil {
		return nil, err
	}
	name := cfg.Dataset
	if name == "" {
		name = outermost(t.Name())
	}
	s.mu.Lock()
	d, collected := s.collectors[name]
	if !collected {
		d = s.shared[name]
	}
	s.mu.Unlock()
	switch {
	case !cfg.Gate.IsZero() && !collected:
		return nil, fmt.Errorf("data set %q: nothing would evaluate the Gate of an assertion: open the data set with evaltest.Collect", name)
	case !cfg.Gate.IsZero() && !reflect.DeepEqual(cfg.Gate, d.cfg.Gate):
		return nil, fmt.Errorf("data set %q: another Gate than that of Collect", name)
	case d == nil:
		return s.open(t, name, cfg, set)
	case collected && reflect.ValueOf(cfg.Spec).IsZero():
		return d, nil
	}
	return d, d.sameSpec(cfg.Spec)
}

// open opens a shared data set. Where no report will be made of it, it records
// nothing.
func (s *state) open(t TB, name string, cfg Config, set settings) (*dataset, error) {
	cfg.Dataset = name
	s.mu.Lock()
	reported := s.main && !idle(t)
	s.mu.Unlock()
	d, err := openDataset(t, cfg, set, datasetOptions{trials: 1, shared: true, silent: !reported})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shared == nil {
		s.shared = map[string]*dataset{}
	}
	s.shared[name] = d
	s.order = append(s.order, d)
	return d, nil
}

// sameSpec returns an error when spec is not that of the data set.
func (d *dataset) sameSpec(spec eval.Spec) error {
	if len(spec.Fields) == len(d.cfg.Spec.Fields) && len(spec.Fields) > 0 && &spec.Fields[0] == &d.cfg.Spec.Fields[0] {
		return nil // the same variable, as in a table of tests
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, d.spec) {
		return fmt.Errorf("data set %q is compared by another spec already; one data set has one spec: give this one another Dataset name", d.name)
	}
	return nil
}

// take returns the shared data sets in the order of their first record, and
// forgets them.
func (s *state) take() []*dataset {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.order
	s.order, s.shared = nil, nil
	return all
}
