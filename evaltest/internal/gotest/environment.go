package gotest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

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
