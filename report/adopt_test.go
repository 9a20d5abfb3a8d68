package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Metrics and stability survive in the artifact; those of two shards are no
// longer true of the whole.
func TestMergeKeepsMetricsAndStability(t *testing.T) {
	artifact := func(id string) *bytes.Buffer {
		var b bytes.Buffer
		w := report.NewWriter(&b, id)
		c := counted(id, 1, 1, row("total", metrics.Counts{Match: 1}))
		s := tried(t)
		for _, r := range []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, report.Dataset{Name: "invoices"}, c, s} {
			require.NoError(t, w.Write(r))
		}
		require.NoError(t, w.End(false))
		return &b
	}
	var m report.Merge
	require.NoError(t, m.Read(artifact("a"), "a"))
	got := m.Sets()[0].Summarizer.Summary()
	assert.Equal(t, tried(t).Metrics, got.Metrics)
	assert.Equal(t, tried(t).Stability, got.Stability)

	require.NoError(t, m.Read(artifact("b"), "b"))
	got = m.Sets()[0].Summarizer.Summary()
	assert.Nil(t, got.Metrics)
	assert.Nil(t, got.Stability)
	assert.Equal(t, 2, got.Cases().Total())

	one, two := report.NewSummarizer(report.SummaryOptions{}), report.NewSummarizer(report.SummaryOptions{})
	one.Adopt(tried(t))
	require.NoError(t, two.Merge(one))
	assert.NotNil(t, two.Summary().Stability)
	two.Adopt(tried(t))
	assert.Nil(t, two.Summary().Stability)
}
