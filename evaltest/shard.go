package evaltest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/report/artifact"
)

// shard is the part of the cases that this run has, n from 1. The zero shard is all
// of them.
type shard struct{ n, of int }

func (s shard) split() bool { return s.of > 0 }

func (s shard) has(id string) bool { return !s.split() || artifact.ShardOf(id, s.of) == s.n }

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.n, s.of) }

// readShard reads EVALTEST_SHARD and, where that is not set, what Bazel says.
// status is the file by which Bazel is told that the test knows of shards.
func readShard(lookup func(string) (string, bool)) (s shard, status string, err error) {
	if v, ok := lookup("EVALTEST_SHARD"); ok && v != "" {
		n, of, _ := strings.Cut(v, "/")
		s, err = newShard(n, of, 0)
		if err != nil {
			return shard{}, "", fmt.Errorf("invalid value for EVALTEST_SHARD=%q: want i/n with i from 1 to n, n at most %d", v, artifact.MaxShards)
		}
		return s, "", nil
	}
	total, ok := lookup("TEST_TOTAL_SHARDS")
	if !ok || total == "" {
		return shard{}, "", nil
	}
	index, _ := lookup("TEST_SHARD_INDEX")
	if s, err = newShard(index, total, 1); err != nil {
		return shard{}, "", fmt.Errorf("invalid value for TEST_SHARD_INDEX=%q with TEST_TOTAL_SHARDS=%q: want an index from 0 and their number", index, total)
	}
	status, _ = lookup("TEST_SHARD_STATUS_FILE")
	return s, status, nil
}

// newShard makes a shard of texts; add is what makes n count from 1. One of one is
// all of them.
func newShard(n, of string, add int) (shard, error) {
	i, err := strconv.Atoi(n)
	total, errTotal := strconv.Atoi(of)
	if err := errors.Join(err, errTotal); err != nil {
		return shard{}, err
	}
	s := shard{i + add, total}
	if s.n < 1 || s.n > s.of || s.of > artifact.MaxShards {
		return shard{}, errors.New("out of range")
	}
	if s.of == 1 {
		return shard{}, nil
	}
	return s, nil
}

// claim touches the status file of Bazel. It reports false when somebody else has:
// then the test functions are split already, as rules_go does it, and a suite must
// not be split once more.
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

// shard returns the cases of a shard.
func (s source[In]) shard(part shard) source[In] {
	if !part.split() {
		return s
	}
	all := s.cases
	s.cases = func(yield func(Case[In], error) bool) {
		for c, err := range all {
			if err == nil && !part.has(c.ID) {
				continue
			}
			if !yield(c, err) {
				return
			}
		}
	}
	if s.count >= 0 {
		s.count = 0
		for range s.cases {
			s.count++
		}
	}
	return s
}

// deferGate skips the gate of a shard: it is for the shards together. It does not
// return.
func (d *dataset) deferGate(t *testing.T) {
	t.Helper()
	attr(t, "evaltest.shard", d.shard.String())
	cases := fmt.Sprint(d.scored(d.summary.Summary()))
	if d.total > 0 {
		cases += fmt.Sprintf(" of %d", d.total)
	}
	if d.writer == nil && !idle(t) {
		t.Fatalf("evaltest: data set %q: this is shard %d of %d, and its cases are written nowhere, so that nobody could judge the whole: set EVALTEST_DIR or call evaltest.Main",
			d.name, d.shard.n, d.shard.of)
	}
	t.Skipf("evaltest: data set %q: gate deferred: this is shard %d of %d, with %s cases; evalreport merge and evalreport check judge all shards together",
		d.name, d.shard.n, d.shard.of, cases)
}
