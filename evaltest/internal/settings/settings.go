// Package settings reads what the environment and the flags of go test say about a run.
package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/nearest"
	"github.com/extracteval/extracteval/report/labels"
)

// Settings are what the environment says. They are read inside tests, not at
// start: go test notes the variables that a test reads, and so runs it again
// when one changed.
type Settings struct {
	Dir     string // absolute, "" when not set
	Run     string
	GateOff bool
	Trials  int               // 0 when not set
	Labels  map[string]string // of the run
	// StopAfter is after how many failed cases a suite asks no further ones, 0 for never.
	StopAfter int
	// Resume is the folder of an earlier run, "" for none; a relative one is below that
	// of the package.
	Resume string
	// NoAnswers: records keep no answers.
	NoAnswers bool
	Shard     Shard
	Status    string // of the shard: a file to touch
	Key       []byte // of redacted values, nil when not set
}

// Read reads the variables of the environment. The error names the one that is wrong, the
// first of several.
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
	r.off("EVALTEST_TABLES") // who prints them reads it
	s.Trials = r.count("EVALTEST_TRIALS")
	if s.Labels, err = labels.Parse(r.text("EVALTEST_LABELS")); err != nil {
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

// off reports whether a variable turns off what is on without it.
func (r *reader) off(name string) bool {
	v := r.text(name)
	if v != "" && v != "on" && v != "off" {
		r.invalid(name, "on or off")
	}
	return v == "off"
}

// count returns a number from 1, 0 where none is given.
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

// Provider returns who answers for models: replay, where the environment does not say it.
func Provider(lookup func(string) (string, bool)) (string, error) {
	v, _ := lookup("EVALTEST_PROVIDER")
	switch {
	case v == "":
		return providers[0], nil
	case slices.Contains(providers, v):
		return v, nil
	}
	return "", fmt.Errorf("invalid value for EVALTEST_PROVIDER=%q: want replay, record or real%s", v, nearest.Hint(v, providers))
}
