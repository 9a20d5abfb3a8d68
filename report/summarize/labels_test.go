package summarize_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Shards of two systems are not data set: their sum would be a number of neither.
func TestShardsOfOtherLabels(t *testing.T) {
	part := func(name string, labels map[string]string, id string) artifact.Source {
		n := artifact.ShardOf(id, 2)
		text := ""
		for _, r := range []report.Record{
			report.Run{Schema: report.Schema, Package: "p", Repetition: 1, Labels: labels},
			report.Dataset{Name: "invoices", Shard: n, Shards: 2, Cases: 2},
			reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})), report.End{Cases: 1},
		} {
			text += reporttest.Line(t, r)
		}
		return reporttest.Source(name, text)
	}
	ids := map[int]string{}
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		ids[artifact.ShardOf(id, 2)] = id
	}
	require.Len(t, ids, 2)
	for _, tt := range []struct {
		name  string
		other map[string]string
		state artifact.State
	}{
		{"the same", map[string]string{"prompt": "v2"}, artifact.Whole},
		{"another prompt", map[string]string{"prompt": "v3"}, artifact.Broken},
		{"none", nil, artifact.Broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m summarize.Merge
			require.NoError(t, m.Read(part("1.jsonl", map[string]string{"prompt": "v2"}, ids[1])))
			require.NoError(t, m.Read(part("2.jsonl", tt.other, ids[2])))
			set := m.Sets()[0]
			assert.Equal(t, tt.state, set.State())
			if tt.state == artifact.Broken {
				assert.ErrorContains(t, set.Problems.First[0], `report: 2.jsonl: data set "invoices" is of a run with other labels than 1.jsonl: `+cmp.Or(words.Labels(tt.other), "no labels")+`, not prompt=v2`)
			}
		})
	}
}
