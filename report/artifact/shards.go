package artifact

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// maxListed bounds the shards that an error names.
const maxListed = 20

// shards decides whether the shards of a data set make up the whole: each shard is there once, from one run and one
// state of the data set. The zero value is ready to use.
type shards struct {
	whole []string       // files with the whole data set
	total int            // the number of shards
	cases int            // the number of cases of the data set
	files map[int]string // by number of the shard
	least int            // the smallest key of files
	run   string         // the ID of the run of the shards
}

// addShard notes the head of an artifact; run is the ID of its run. The error says that the shard was added before, that the
// data set was split in another way, that the whole data set was also added (so that cases appear twice), or that the shards
// are from different runs.
func (s *shards) addShard(ds report.Dataset, run, file string) error {
	if ds.Shards == 0 {
		s.whole = append(s.whole, file)
		if s.total > 0 {
			return fmt.Errorf("report: %s: data set %q is there as a whole, and in shards: %s", file, ds.Name, s.anyFile())
		}
		return nil
	}
	if len(s.whole) > 0 {
		return fmt.Errorf("report: %s: shard %d of data set %q, which is there as a whole, too: %s", file, ds.Shard, ds.Name, s.whole[0])
	}
	if s.files == nil {
		s.files = map[int]string{}
		s.total, s.cases, s.least, s.run = ds.Shards, ds.Cases, ds.Shard, run
	}
	earlier, repeated := s.files[ds.Shard]
	switch {
	case s.total != ds.Shards:
		return fmt.Errorf("report: %s: shard %d of %d of data set %q, which has %d shards in %s", file, ds.Shard, ds.Shards, ds.Name, s.total, s.anyFile())
	case s.cases != ds.Cases:
		return fmt.Errorf("report: %s: shard %d of data set %q was taken of %s, and of %d in %s", file, ds.Shard, ds.Name, words.Plural(ds.Cases, "case"), s.cases, s.anyFile())
	case repeated && earlier != file:
		return fmt.Errorf("report: %s: shard %d of data set %q is in %s already", file, ds.Shard, ds.Name, earlier)
	case s.run != run:
		s.files[ds.Shard] = file // the shard is not missing, though it is from another run
		return fmt.Errorf("report: %s: shard %d of data set %q is of %s, and %s is of %s: shards are judged together where they are of one run; take the files of one run, or give all of its shards the same EVALTEST_RUN",
			file, ds.Shard, ds.Name, named(run), s.anyFile(), named(s.run))
	}
	s.files[ds.Shard] = file
	s.least = min(s.least, ds.Shard)
	return nil
}

func (s *shards) anyFile() string { return s.files[s.least] }

// missing returns an error if not all shards were added, or if together they have fewer or more cases than the data
// set. More cases show that the shards are from two states of the data set. cases is the number of cases of the trial
// with the most. A data set without shards lacks none.
func (s *shards) missing(dataset string, cases int) error {
	if s.total == 0 {
		return nil
	}
	var missing []string
	lacking := s.total - len(s.files)
	for n := 1; n <= s.total && len(missing) < min(lacking, maxListed); n++ {
		if _, ok := s.files[n]; !ok {
			missing = append(missing, fmt.Sprint(n))
		}
	}
	switch {
	case lacking > len(missing):
		missing = append(missing, "…")
		fallthrough
	case lacking > 0:
		return fmt.Errorf("report: data set %q: %d of %d shards are there, missing %s", dataset, len(s.files), s.total, strings.Join(missing, ", "))
	case s.cases > 0 && cases < s.cases:
		return fmt.Errorf("report: data set %q: all %d shards are there, but %d of %s", dataset, s.total, cases, words.Plural(s.cases, "case"))
	case s.cases > 0 && cases > s.cases:
		return fmt.Errorf("report: data set %q: the %d shards have %d cases together, of a data set of %d: they are of different states of it", dataset, s.total, cases, s.cases)
	}
	return nil
}

// otherRedaction returns "" if d was redacted like first, the first part of the same data set, which is in file. Else
// it returns how they differ: such parts cannot be added up, since the head of one part would be wrong for the other.
func otherRedaction(d, first report.Dataset, file string) string {
	newer, older := d.Redaction().String(), first.Redaction().String()
	if newer == older {
		return ""
	}
	return fmt.Sprintf("was recorded with redaction %q, and with %q in %s", cmp.Or(newer, "none"), cmp.Or(older, "none"), file)
}

// named returns the name of a run for messages.
func named(id string) string {
	if id == "" {
		return "a run without EVALTEST_RUN"
	}
	return fmt.Sprintf("run %q", id)
}

// ShardOf returns the shard that a case belongs to, from 1 to shards: 1 + the first 8 bytes of the SHA-256 of its id,
// big-endian, modulo shards. It depends only on the id and shards, so that machines agree without communication. For
// fewer than two shards it is 1.
func ShardOf(id string, shards int) int {
	if shards < 2 {
		return 1
	}
	sum := sha256.Sum256([]byte(id))
	return 1 + int(binary.BigEndian.Uint64(sum[:8])%uint64(shards))
}

// shardName returns the part of the name of an artifact that has its shard, after the stem.
func shardName(ds report.Dataset) string {
	if ds.Shards < 1 {
		return ""
	}
	return fmt.Sprintf(".shard%dof%d", ds.Shard, ds.Shards)
}

func checkShard(ds *report.Dataset) error {
	if ds.Shards == 0 && ds.Shard == 0 || ds.Shards >= 1 && ds.Shard >= 1 && ds.Shard <= ds.Shards && ds.Shards <= MaxShards {
		return nil
	}
	return fmt.Errorf("data set %q: shard %d of %d", ds.Name, ds.Shard, ds.Shards)
}

// MaxShards is the greatest number of shards of a data set.
const MaxShards = 100_000
