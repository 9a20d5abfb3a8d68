// Package settings reads the settings of a run from the environment and the flags of go
// test.
package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/words"
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
	// Resume is the folder of an earlier run, "" for none. A relative path starts at
	// the folder of the package.
	Resume string
	// NoAnswers keeps answers out of the records.
	NoAnswers bool
	Shard     Shard
	Status    string // Bazel's status file of the shard, to be touched
	Key       []byte // key of the hashes of redacted values, nil when not set
}

// Read reads the variables of the environment. The error names the first invalid
// variable.
func Read(lookup func(string) (string, bool)) (s Settings, err error) {
	r := reader{lookup: lookup}
	if dir := r.text("EVALTEST_DIR"); filepath.IsAbs(dir) {
		s.Dir = filepath.Clean(dir)
	} else if dir != "" {
		r.invalid("EVALTEST_DIR", "an absolute path (a relative one would be another folder in each package)")
	}
	s.Run = r.text("EVALTEST_RUN")
	if key := r.text("EVALTEST_REDACT_KEY"); key != "" {
		s.Key = []byte(key)
	}
	s.GateOff = r.off("EVALTEST_GATE")
	r.off("EVALTEST_TABLES") // package evaltest reads it when it prints
	s.Trials = r.count("EVALTEST_TRIALS")
	if s.Labels, err = words.ParseLabels(r.text("EVALTEST_LABELS")); err != nil {
		r.invalid("EVALTEST_LABELS", `"model=x,prompt=v3": `+err.Error())
	}
	s.StopAfter = r.count("EVALTEST_STOP_AFTER")
	s.Resume = r.text("EVALTEST_RESUME")
	s.NoAnswers = r.off("EVALTEST_ANSWERS")
	if r.err != nil {
		return s, r.err
	}
	s.Shard, s.Status, err = readShard(lookup)
	return s, err
}

// reader reads variables of the environment and keeps the first error.
type reader struct {
	lookup func(string) (string, bool)
	err    error
}

func (r *reader) text(name string) string {
	v, _ := r.lookup(name)
	return v
}

func (r *reader) invalid(name, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("invalid value for %s=%q: want %s", name, r.text(name), want)
	}
}

// off reports whether a variable is "off"; the default is "on".
func (r *reader) off(name string) bool {
	v := r.text(name)
	if v != "" && v != "on" && v != "off" {
		r.invalid(name, "on or off")
	}
	return v == "off"
}

// count returns a number of at least 1, or 0 if the variable is not set.
func (r *reader) count(name string) int {
	v := r.text(name)
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
