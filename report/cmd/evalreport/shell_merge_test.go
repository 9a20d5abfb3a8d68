package main_test

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
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
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
		var texts []string
		for i := range rapid.IntRange(1, 3).Draw(t, "inputs") {
			text := ""
			for k, line := range rapid.SliceOfN(rapid.SampledFrom(lines), 0, 12).Draw(t, "lines") {
				text += line + strings.Repeat(" ", 12*i+k) + "\n" // no two lines are the same
			}
			texts = append(texts, lines[0]+"\n"+lines[3]+"\n"+text)
			inputs = append(inputs, reporttest.Source(fmt.Sprint(i), texts[i]))
		}
		type named struct {
			artifact.Key
			id    string
			trial int
		}
		type place struct {
			input int
			start int64
		}
		last := map[named]place{}
		lineAt := map[place]string{}
		for i, in := range inputs {
			_, err := artifact.Walk(in, artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
				p := place{i, at.Start}
				last[named{s.Key, c.ID, c.Trial}] = p
				lineAt[p] = strings.TrimSuffix(texts[i][at.Start:at.End], "\n")
				return nil
			}})
			require.NoError(t, err)
		}
		want := map[artifact.Key]map[place]bool{}
		for name, p := range last {
			if want[name.Key] == nil {
				want[name.Key] = map[place]bool{}
			}
			want[name.Key][p] = true
		}
		m, err := shell.PlanMerge(inputs, shell.MergeOptions{Last: true})
		require.NoError(t, err)
		for _, set := range m.Sets() {
			assert.Equal(t, len(want[set.Key]), set.Records)
			var b strings.Builder
			require.NoError(t, m.Write(&b, set))
			written := strings.Split(b.String(), "\n")
			n := slices.IndexFunc(written, func(line string) bool { return strings.HasPrefix(line, `{"type":"summary"`) })
			require.GreaterOrEqual(t, n, 2, "a run and a data set come first")
			var lines []string
			for p := range want[set.Key] {
				lines = append(lines, lineAt[p])
			}
			assert.ElementsMatch(t, lines, written[2:n])
		}
		require.NoError(t, m.Close())
	})
}
