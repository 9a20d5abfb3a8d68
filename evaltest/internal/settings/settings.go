// Package settings reads what the environment and the flags of go test say about a run.
package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/similarity/nearest"
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

// Read reads the variables of the environment. The error names the one that is wrong.
func Read(lookup func(string) (string, bool)) (Settings, error) {
	var s Settings
	invalid := func(name, value, want string) error {
		return fmt.Errorf("invalid value for %s=%q: want %s", name, value, want)
	}
	if v, ok := lookup("EVALTEST_DIR"); ok && v != "" {
		if !filepath.IsAbs(v) {
			return s, invalid("EVALTEST_DIR", v, "an absolute path (a relative one would be another folder in each package)")
		}
		s.Dir = filepath.Clean(v)
	}
	s.Run, _ = lookup("EVALTEST_RUN")
	if v, ok := lookup("EVALTEST_REDACT_KEY"); ok && v != "" {
		s.Key = []byte(v)
	}
	switch v, _ := lookup("EVALTEST_GATE"); v {
	case "", "on":
	case "off":
		s.GateOff = true
	default:
		return s, invalid("EVALTEST_GATE", v, "on or off")
	}
	switch v, _ := lookup("EVALTEST_TABLES"); v {
	case "", "on", "off":
	default:
		return s, invalid("EVALTEST_TABLES", v, "on or off")
	}
	if v, ok := lookup("EVALTEST_TRIALS"); ok && v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return s, invalid("EVALTEST_TRIALS", v, "a whole number from 1")
		}
		s.Trials = n
	}
	if v, ok := lookup("EVALTEST_LABELS"); ok {
		labels, err := labels.Parse(v)
		if err != nil {
			return s, invalid("EVALTEST_LABELS", v, `"model=x,prompt=v3": `+strings.TrimPrefix(err.Error(), "report: "))
		}
		s.Labels = labels
	}
	if v, ok := lookup("EVALTEST_STOP_AFTER"); ok && v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return s, invalid("EVALTEST_STOP_AFTER", v, "a whole number from 1")
		}
		s.StopAfter = n
	}
	s.Resume, _ = lookup("EVALTEST_RESUME")
	switch v, _ := lookup("EVALTEST_ANSWERS"); v {
	case "", "on":
	case "off":
		s.NoAnswers = true
	default:
		return s, invalid("EVALTEST_ANSWERS", v, "on or off")
	}
	var err error
	s.Shard, s.Status, err = readShard(lookup)
	return s, err
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
