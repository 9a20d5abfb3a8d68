package artifact

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/extracteval/extracteval/report"
)

// ShardOf returns the shard that a case belongs to, from 1 to shards: 1 + the first
// 8 bytes of the SHA-256 of its id, big-endian, modulo shards. It depends on nothing
// else, so that machines agree without talking. For fewer than two shards it is 1.
func ShardOf(id string, shards int) int {
	if shards < 2 {
		return 1
	}
	sum := sha256.Sum256([]byte(id))
	return 1 + int(binary.BigEndian.Uint64(sum[:8])%uint64(shards))
}

// shardName returns the part of the name of an artifact that tells its shard, behind the stem.
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

// MaxShards is how many shards a data set may have.
const MaxShards = 100_000
