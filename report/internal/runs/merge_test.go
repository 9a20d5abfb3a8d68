package runs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Of each case the last record counts, for inputs whose lines look like other records.
func TestLastRecordsCount(t *testing.T) {
	lines := []string{
		`{"type":"run","schema":"extracteval/v1","package":"a"}`,
		`{"type":"run","schema":"extracteval/v1","package":"b"}`,
		`{"type":"run","schema":"extracteval/v9"}`,
		`{"type":"dataset","name":"x"}`,
		`{"type":"dataset","name":"y","shard":1,"shards":2}`,
		`{"type":"end","cases":1}`,
		`{"type":"case","id":"1","trial":1,"status":"ok"}`,
		`{"type":"case","id":"1","trial":2,"status":"ok"}`,
		`{"type":"case","id":"2","trial":1,"status":"error"}`,
		`{"status":"ok","trial":1,"id":"1","type":"case"}`,
		` {"type": "case", "id": "\u0031", "trial": 1e0, "status": "ok"}`,
		`{"type":"case","id":"1","trial":1,"status":"ok"`,
		`{"type":"case","id":"1","trial":1,"status":"?"}`,
		`{"type":"case","id":"1","trial":1.5,"status":"ok"}`,
		`{"type":"case","id":"1","trial":"1","status":"ok"}`,
		`{"type":"case","id":"1","trial":1,"id":"2","status":"ok"}`,
		`{"type":"case","id":"1","trial":1,"trial":2,"status":"ok"}`,
		`{"type":"case","type":"other","id":"2","trial":1,"status":"ok"}`,
		`{"type":"case","more":{"id":"2","trial":2},"id":"1","trial":1,"status":"ok"}`,
		`{"type":"case","id":["1"],"trial":1,"status":"ok"}`,
		`{"type":"case",`,
		``,
	}
	rapid.Check(t, func(t *rapid.T) {
		var inputs []artifact.Source
		for i := range rapid.IntRange(1, 3).Draw(t, "inputs") {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 12).Draw(t, "lines"), "\n")
			inputs = append(inputs, reporttest.Source(fmt.Sprint(i), lines[0]+"\n"+lines[3]+"\n"+text))
		}
		type named struct {
			artifact.Key
			id    string
			trial int
		}
		last := map[named]span{}
		for i, in := range inputs {
			_, err := artifact.Walk(in, artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
				last[named{s.Key, c.ID, c.Trial}] = span{i, at.Start, at.End}
				return nil
			}})
			require.NoError(t, err)
		}
		want := map[artifact.Key]map[span]bool{}
		for name, at := range last {
			if want[name.Key] == nil {
				want[name.Key] = map[span]bool{}
			}
			want[name.Key][at] = true
		}
		m, err := PlanMerge(inputs, MergeOptions{Last: true})
		require.NoError(t, err)
		for _, set := range m.Sets() {
			assert.Equal(t, len(want[set.Key]), set.Records)
			var got, all int64
			for _, s := range m.spans[set.Set] {
				got += s.end - s.start
			}
			for s := range want[set.Key] {
				all += s.end - s.start
				assert.True(t, slices.ContainsFunc(m.spans[set.Set], func(o span) bool { return o.input == s.input && o.start <= s.start && s.end <= o.end }))
			}
			assert.Equal(t, all, got)
		}
	})
}
