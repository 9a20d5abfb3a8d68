package summarize_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Metrics and stability survive in the artifact; the values of two shards are no longer true of the
// whole.
func TestMergeKeepsMetricsAndStability(t *testing.T) {
	recorded := func(id string) *bytes.Buffer {
		var b bytes.Buffer
		w := artifact.NewWriter(&b, id)
		c := reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
		s := reporttest.Tried(t)
		for _, r := range []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, report.Dataset{Name: "invoices"}, c, s} {
			require.NoError(t, w.Write(r))
		}
		require.NoError(t, w.End(false))
		return &b
	}
	var m summarize.Merge
	require.NoError(t, m.Read(reporttest.Source("a", recorded("a").String())))
	got := m.Sets()[0].Summarizer.Summary()
	over := func(s report.Summary) (all []report.Number) {
		for _, n := range s.Numbers {
			if n.OverTrials {
				all = append(all, n)
			}
		}
		return all
	}
	require.NotEmpty(t, over(got))
	assert.Equal(t, over(reporttest.Tried(t)), over(got))
	assert.Equal(t, reporttest.Tried(t).Stability, got.Stability)

	require.NoError(t, m.Read(reporttest.Source("b", recorded("b").String())))
	got = m.Sets()[0].Summarizer.Summary()
	assert.Empty(t, over(got))
	assert.Nil(t, got.Stability)
	assert.Equal(t, 2, got.Cases().Total())

	one, two := summarize.New(summarize.Options{}), summarize.New(summarize.Options{})
	one.Adopt(reporttest.Tried(t))
	require.NoError(t, two.Merge(one))
	assert.NotNil(t, two.Summary().Stability)
	two.Adopt(reporttest.Tried(t))
	assert.Nil(t, two.Summary().Stability)
}
