package summarize_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShardOf: known answers of python3:
//
//	1 + int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big") % shards
func TestShardOf(t *testing.T) {
	for _, tt := range []struct {
		id     string
		shards int
		want   int
	}{
		{"", 7, 2}, {"invoice-1", 7, 5}, {"invoice-2", 7, 3}, {"Größe", 1000, 263}, {"invoice-1", 1, 1}, {"invoice-1", 0, 1},
	} {
		assert.Equal(t, tt.want, artifact.ShardOf(tt.id, tt.shards), "%q of %d", tt.id, tt.shards)
	}
	of := map[int]int{}
	for i := range 70_000 {
		of[artifact.ShardOf(fmt.Sprint("doc-", i), 7)]++
	}
	assert.Len(t, of, 7)
	for n, cases := range of {
		assert.InDelta(t, 10_000, cases, 400, "shard %d", n) // 4 standard deviations
	}
}

// shardFile is the artifact of one shard, with a case for each id.
func shardFile(t *testing.T, ds report.Dataset, ids ...string) *bytes.Buffer {
	t.Helper()
	var file bytes.Buffer
	w := artifact.NewWriter(&file, "memory")
	require.NoError(t, w.Write(artifact.NewRun("p")))
	require.NoError(t, w.Write(ds))
	for _, id := range ids {
		require.NoError(t, w.Write(*reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))))
	}
	require.NoError(t, w.End(false))
	reporttest.RequireValid(t, file.Bytes())
	return &file
}

func TestMergingShards(t *testing.T) {
	head := func(n, of, cases int) report.Dataset {
		return report.Dataset{Name: "invoices", Cases: cases, Shard: n, Shards: of}
	}
	one, two, three := head(1, 3, 4), head(2, 3, 4), head(3, 3, 4)
	type file struct {
		name string
		head report.Dataset
		ids  []string
	}
	for _, tt := range []struct {
		name  string
		files []file
		want  []string
	}{
		{"all there, in any order", []file{{"c", three, nil}, {"a", one, []string{"w", "x"}}, {"b", two, []string{"y", "z"}}}, nil},
		{"one is missing", []file{{"a", one, []string{"w", "x"}}, {"c", three, nil}},
			[]string{`report: data set "invoices": 2 of 3 shards are there, missing 2`}},
		{"two are missing", []file{{"b", two, nil}}, []string{`report: data set "invoices": 1 of 3 shards are there, missing 1, 3`}},
		{"many are missing", []file{{"b", head(2, 100, 0), nil}},
			[]string{`report: data set "invoices": 1 of 100 shards are there, missing 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, …`}},
		{"a case is missing", []file{{"a", one, []string{"w", "x"}}, {"b", two, []string{"y"}}, {"c", three, nil}},
			[]string{`report: data set "invoices": all 3 shards are there, but 3 of 4 cases`}},
		{"one appears twice", []file{{"a", one, []string{"w", "x"}}, {"b", two, []string{"y", "z"}}, {"c", three, nil}, {"d", two, nil}},
			[]string{`report: d: shard 2 of data set "invoices" is in b already`}},
		{"another number of shards", []file{{"a", one, []string{"w", "x"}}, {"b", two, []string{"y", "z"}}, {"c", three, nil}, {"d", head(1, 2, 4), nil}},
			[]string{`report: d: shard 1 of 2 of data set "invoices", which has 3 shards in a`}},
		{"another number of cases", []file{{"a", one, []string{"w", "x"}}, {"b", two, []string{"y", "z"}}, {"c", head(3, 3, 5), nil}},
			[]string{`report: data set "invoices": 2 of 3 shards are there, missing 3`, `report: c: shard 3 of data set "invoices" was taken of 5 cases, and of 4 in a`}},
		{"whole and in shards", []file{{"all", head(0, 0, 4), []string{"w"}}, {"a", one, nil}},
			[]string{`report: a: shard 1 of data set "invoices", which is there as a whole, too: all`}},
		{"in shards and whole", []file{{"a", head(1, 2, 0), nil}, {"b", head(2, 2, 0), nil}, {"all", head(0, 0, 4), []string{"w"}}},
			[]string{`report: all: data set "invoices" is there as a whole, and in shards: a`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m summarize.Merge
			for _, f := range tt.files {
				require.NoError(t, m.Read(reporttest.Source(f.name, shardFile(t, f.head, f.ids...).String())))
			}
			require.Len(t, m.Sets(), 1)
			set := m.Sets()[0]
			var problems []string
			if err := set.Lacking(); err != nil {
				problems = append(problems, err.Error())
			}
			for _, p := range set.Problems.First {
				problems = append(problems, p.Error())
			}
			assert.Equal(t, tt.want, problems)
			assert.Zero(t, set.Dataset.Shards, "what is joined is not a shard")
		})
	}
}

func TestShardOutOfRange(t *testing.T) {
	r := artifact.NewReader(strings.NewReader(`{"type":"dataset","name":"invoices","shard":3,"shards":2}`), "f")
	require.True(t, r.Scan())
	assert.EqualError(t, r.Record().(*artifact.SyntaxError), `f:1: data set "invoices": shard 3 of 2`)
}

func TestShardsHaveFilesOfTheirOwn(t *testing.T) {
	d := artifact.Dir{Path: t.TempDir(), Run: artifact.NewRun("example.com/p")}
	w, err := d.Create(report.Dataset{Name: "invoices", Shard: 2, Shards: 7})
	require.NoError(t, err)
	require.NoError(t, w.End(false))
	assert.True(t, strings.HasSuffix(w.Name(), "example.com__p.invoices.shard2of7.jsonl"), w.Name())
	assert.NotEqual(t, "shard2of7", files.Stem("", "shard2of7"), "no data set has such a file")
}
