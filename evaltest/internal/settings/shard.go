package settings

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report/artifact"
)

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
		n, of, _ := strings.Cut(v, "/")
		s, err = newShard(n, of, 0)
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

// newShard parses a shard. It adds add to n, so that n counts from 1. Shard 1 of 1
// is the zero Shard.
func newShard(n, of string, add int) (Shard, error) {
	i, err := strconv.Atoi(n)
	total, errTotal := strconv.Atoi(of)
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
