package evaltest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

// claim touches the status file of Bazel. It reports false if the test runner,
// such as rules_go, has touched it: the runner then splits the test functions, and
// a suite must not be split once more.
func (s *state) claim(status string) (ours bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status == "" || s.claimed == status {
		return true, nil
	}
	f, err := os.OpenFile(status, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("TEST_SHARD_STATUS_FILE: %w", err)
	}
	s.claimed = status
	return true, f.Close()
}

// deferGate skips the gate of a shard, since the gate judges all shards together.
// It does not return.
func (d *dataset) deferGate(t *testing.T) {
	t.Helper()
	attr(t, "evaltest.shard", d.shard.String())
	cases := fmt.Sprint(d.scored(d.summary.Summary()))
	if d.head.Cases > 0 { // the cases of all shards
		cases += fmt.Sprintf(" of %d", d.head.Cases)
	}
	if d.writer == nil && !idle(t) {
		t.Fatalf("evaltest: data set %q: this is shard %d of %d, and its cases are not written to an artifact, so the shards cannot be judged together: set EVALTEST_DIR or call evaltest.Main",
			d.name, d.shard.N, d.shard.Of)
	}
	t.Skipf("evaltest: data set %q: gate deferred: this is shard %d of %d, with %s cases; evalreport merge and evalreport check judge all shards together",
		d.name, d.shard.N, d.shard.Of, cases)
}
