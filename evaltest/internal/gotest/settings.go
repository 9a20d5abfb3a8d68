package gotest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/artifact"
)

// Settings are the values of the EVALTEST variables. They are read inside
// tests, not at start: go test logs the variables that a test reads, and runs
// it again when one has changed.
type Settings struct {
	Dir     string // absolute, "" when not set
	Run     string
	GateOff bool
	Trials  int               // 0 when not set
	Labels  map[string]string // labels of the run
	// StopAfter is the number of failed cases after which a suite skips the rest, 0 for
	// never.
	StopAfter int
	// Resume is the folder of an earlier run, "" for none. A relative path is relative to the folder of the package.
	Resume string
	// NoAnswers keeps answers out of the records.
	NoAnswers bool
	// Update says to write baselines (EVALTEST_UPDATE=baseline).
	Update bool
	// Split is the part of the data sets that suites run, "" when not set.
	Split  string
	Shard  Shard
	Status string // Bazel's status file of the shard, to be touched
	Key    []byte // key of the hashes of redacted values, nil when not set
}

// ReadSettings reads the variables of the environment. The error names the first invalid
// variable.
func ReadSettings(lookup func(string) (string, bool)) (s Settings, err error) {
	r := reader{lookup: lookup}
	if dir := r.readText("EVALTEST_DIR"); filepath.IsAbs(dir) {
		s.Dir = filepath.Clean(dir)
	} else if dir != "" {
		r.invalid("EVALTEST_DIR", "an absolute path (a relative one would be another folder in each package)")
	}
	s.Run = r.readText("EVALTEST_RUN")
	if key := r.readText("EVALTEST_REDACT_KEY"); key != "" {
		s.Key = []byte(key)
	}
	s.GateOff = r.isOff("EVALTEST_GATE")
	r.isOff("EVALTEST_TABLES") // package evaltest reads it when it prints
	s.Trials = r.count("EVALTEST_TRIALS")
	if s.Labels, err = words.ParseLabels(r.readText("EVALTEST_LABELS")); err != nil {
		r.invalid("EVALTEST_LABELS", `"model=x,prompt=v3": `+err.Error())
	}
	s.StopAfter = r.count("EVALTEST_STOP_AFTER")
	s.Resume = r.readText("EVALTEST_RESUME")
	s.NoAnswers = r.isOff("EVALTEST_ANSWERS")
	s.Split = r.readText("EVALTEST_SPLIT")
	if s.Update = r.readText("EVALTEST_UPDATE") == "baseline"; !s.Update && r.readText("EVALTEST_UPDATE") != "" {
		r.invalid("EVALTEST_UPDATE", "baseline")
	}
	if r.err != nil {
		return s, r.err
	}
	s.Shard, s.Status, err = readShard(lookup)
	if err == nil && s.Update && (s.GateOff || s.Shard.Split()) {
		err = errors.New("EVALTEST_UPDATE=baseline writes how a whole data set ended: unset EVALTEST_GATE and EVALTEST_SHARD")
	}
	return s, err
}

// reader reads variables of the environment and keeps the first error.
type reader struct {
	lookup func(string) (string, bool)
	err    error
}

func (r *reader) readText(name string) string {
	v, _ := r.lookup(name)
	return v
}

func (r *reader) invalid(name, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("invalid value for %s=%q: want %s", name, r.readText(name), want)
	}
}

// isOff reports whether a variable is "off"; the default is "on".
func (r *reader) isOff(name string) bool {
	v := r.readText(name)
	if v != "" && v != "on" && v != "off" {
		r.invalid(name, "on or off")
	}
	return v == "off"
}

// count returns a number of at least 1, or 0 if the variable is not set.
func (r *reader) count(name string) int {
	v := r.readText(name)
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		r.invalid(name, "a whole number from 1")
		return 0
	}
	return n
}

// providers are the values of EVALTEST_PROVIDER.
var providers = []string{"replay", "record", "real"}

// Provider returns the value of EVALTEST_PROVIDER, by default replay.
func Provider(lookup func(string) (string, bool)) (string, error) {
	v, _ := lookup("EVALTEST_PROVIDER")
	switch {
	case v == "":
		return providers[0], nil
	case slices.Contains(providers, v):
		return v, nil
	}
	return "", fmt.Errorf("invalid value for EVALTEST_PROVIDER=%q: want replay, record or real%s", v, words.Hint(v, providers))
}

// known lists the variables that packages of this module read.
var names = []string{
	"EVALTEST_ANSWERS", "EVALTEST_DIR", "EVALTEST_GATE", "EVALTEST_JUDGE_UNUSED", "EVALTEST_LABELS", "EVALTEST_PROVIDER", "EVALTEST_REDACT_KEY",
	"EVALTEST_RESUME", "EVALTEST_RUN", "EVALTEST_SHARD", "EVALTEST_SPLIT", "EVALTEST_STOP_AFTER", "EVALTEST_TABLES", "EVALTEST_TRIALS", "EVALTEST_UPDATE",
}

// UnknownSettings returns an error if the environment, in the form of [os.Environ], has an
// unknown variable that begins with EVALTEST_: a misspelling would otherwise have no
// effect.
func UnknownSettings(environ []string) error {
	slices.Sort(environ)
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "EVALTEST_") || slices.Contains(names, name) {
			continue
		}
		own := make([]string, len(names)) // without what all of them share, by which each is near
		for i, n := range names {
			own[i] = strings.TrimPrefix(n, "EVALTEST_")
		}
		if suggestion, ok := words.Nearest(strings.TrimPrefix(name, "EVALTEST_"), own); ok {
			return fmt.Errorf("unknown environment variable %s; did you mean %q?", name, "EVALTEST_"+suggestion)
		}
		return fmt.Errorf("unknown environment variable %s; known are %s", name, strings.Join(names, ", "))
	}
	return nil
}

// Shard is the part of the cases that this run evaluates, with N from 1. The zero
// Shard is all cases.
type Shard struct{ N, Of int }

// Split reports whether the cases are split into shards.
func (s Shard) Split() bool { return s.Of > 0 }

// Has reports whether a case belongs to this shard.
func (s Shard) Has(id string) bool { return !s.Split() || artifact.ShardOf(id, s.Of) == s.N }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.N, s.Of) }

// readShard reads EVALTEST_SHARD or, if it is not set, Bazel's variables.
// status is the file that a test touches to tell Bazel that it supports shards.
func readShard(lookup func(string) (string, bool)) (s Shard, status string, err error) {
	if v, ok := lookup("EVALTEST_SHARD"); ok && v != "" {
		n, total, _ := strings.Cut(v, "/")
		s, err = newShard(n, total, 0)
		if err != nil {
			return Shard{}, "", fmt.Errorf("invalid value for EVALTEST_SHARD=%q: want i/n with i from 1 to n, n at most %d", v, artifact.MaxShards)
		}
		return s, "", nil
	}
	total, ok := lookup("TEST_TOTAL_SHARDS")
	if !ok || total == "" {
		return Shard{}, "", nil
	}
	index, _ := lookup("TEST_SHARD_INDEX")
	if s, err = newShard(index, total, 1); err != nil {
		return Shard{}, "", fmt.Errorf("invalid value for TEST_SHARD_INDEX=%q with TEST_TOTAL_SHARDS=%q: want an index from 0 and their number", index, total)
	}
	status, _ = lookup("TEST_SHARD_STATUS_FILE")
	return s, status, nil
}

// newShard parses a shard. It adds add, 0 or 1, so that N counts from 1. Shard 1 of 1 is the zero Shard.
func newShard(n, size string, add int) (Shard, error) {
	i, err := strconv.Atoi(n)
	total, errTotal := strconv.Atoi(size)
	if err := errors.Join(err, errTotal); err != nil {
		return Shard{}, err
	}
	s := Shard{i + add, total}
	if s.N < 1 || s.N > s.Of || s.Of > artifact.MaxShards {
		return Shard{}, errors.New("out of range")
	}
	if s.Of == 1 {
		return Shard{}, nil
	}
	return s, nil
}

// Environment reads the settings of this process, inside a test.
func Environment() (Settings, error) {
	s, err := ReadSettings(os.LookupEnv)
	_, unknown := Provider(os.LookupEnv) // checked even if the package does not read it
	if err := errors.Join(err, unknown, UnknownSettings(os.Environ())); err != nil {
		return s, err
	}
	ours, err := process.touch(s.Status)
	if !ours {
		s.Shard = Shard{}
	}
	return s, err
}

// process holds the status file that this process has touched.
var process claim

type claim struct {
	mu      sync.Mutex
	touched string
}

// touch touches the status file of Bazel. It reports false if the test runner,
// such as rules_go, has touched it: the runner then splits the test functions, and
// a suite must not be split once more.
func (c *claim) touch(status string) (ours bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if status == "" || c.touched == status {
		return true, nil
	}
	f, err := os.OpenFile(status, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("TEST_SHARD_STATUS_FILE: %w", err)
	}
	c.touched = status
	return true, f.Close()
}
