package merge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/reporttest"
)

// TestPlanLastIsWhatReadingAllWouldSay compares the glance of -last with a reading of
// all records, for inputs whose lines are not what they seem to be.
func TestPlanLastIsWhatReadingAllWouldSay(t *testing.T) {
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
		got, want := &Merge{inputs: inputs}, &Merge{inputs: inputs}
		require.NoError(t, got.planLast())
		require.NoError(t, want.findLast(false))
		require.NoError(t, want.plan())
		assert.Zero(t, want.doubts)
		assert.Zero(t, got.doubts)
		wanted, found := want.joiner.Sets(), got.joiner.Sets()
		require.Len(t, found, len(wanted))
		for i, set := range wanted {
			assert.Equal(t, set, found[i])
			assert.Equal(t, want.part(set).spans, got.part(found[i]).spans)
			assert.Equal(t, want.part(set).sum.Summary(), got.part(found[i]).sum.Summary())
		}
	})
}
