package evaltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// settings are what the environment says. They are read inside tests, not at
// start: go test notes the variables that a test reads, and so runs it again
// when one changed.
type settings struct {
	dir     string // absolute, "" when not set
	run     string
	gateOff bool
	trials  int // 0 when not set
	shard   shard
	status  string // of the shard: a file to touch
	key     []byte // of redacted values, nil when not set
}

func readSettings(lookup func(string) (string, bool)) (settings, error) {
	var s settings
	invalid := func(name, value, want string) error {
		return fmt.Errorf("invalid value for %s=%q: want %s", name, value, want)
	}
	if v, ok := lookup("EVALTEST_DIR"); ok && v != "" {
		if !filepath.IsAbs(v) {
			return s, invalid("EVALTEST_DIR", v, "an absolute path (a relative one would be another folder in each package)")
		}
		s.dir = filepath.Clean(v)
	}
	s.run, _ = lookup("EVALTEST_RUN")
	if v, ok := lookup("EVALTEST_REDACT_KEY"); ok && v != "" {
		s.key = []byte(v)
	}
	switch v, _ := lookup("EVALTEST_GATE"); v {
	case "", "on":
	case "off":
		s.gateOff = true
	default:
		return s, invalid("EVALTEST_GATE", v, "on or off")
	}
	if v, ok := lookup("EVALTEST_TRIALS"); ok && v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			return s, invalid("EVALTEST_TRIALS", v, "a whole number from 1")
		}
		s.trials = n
	}
	var err error
	s.shard, s.status, err = readShard(lookup)
	return s, err
}

func environment() (settings, error) {
	s, err := readSettings(os.LookupEnv)
	if err != nil {
		return s, err
	}
	ours, err := process.claim(s.status)
	if !ours {
		s.shard = shard{}
	}
	return s, err
}
