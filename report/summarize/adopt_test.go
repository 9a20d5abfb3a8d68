package summarize_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
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

// The findings of the truths add up over artifacts, and the truths that have changed since are told. Without intervals there are
// none, and whoever asks gets the place of each record.
func TestMergeKeepsFindings(t *testing.T) {
	source := func(id string, truths, answers int) artifact.Source {
		var b bytes.Buffer
		w := artifact.NewWriter(&b, id)
		s := report.Summary{Dataset: "invoices", Preflight: &preflight.Evidence{Truths: truths, Answers: answers}}
		for _, r := range []report.Record{report.Run{Schema: report.Schema, Repetition: 1}, report.Dataset{Name: "invoices"},
			reporttest.Counted(id, 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})), s} {
			require.NoError(t, w.Write(r))
		}
		require.NoError(t, w.End(false))
		of := reporttest.Source(id, b.String())
		of.Watch = &artifact.Visitor{Begin: func(s *artifact.Section) { s.Moved = dataset.Moved{Truths: 3, IDs: []string{id}, Path: "inv.jsonl"} }}
		return of
	}
	var places []string
	m := summarize.Merge{NoIntervals: true, Added: func(set *artifact.Set, place artifact.Place) {
		places = append(places, fmt.Sprintf("%s:%d", set.Dataset.Name, place.Line))
	}}
	require.NoError(t, m.Read(source("a", 2, 1)))
	require.NoError(t, m.Read(source("b", 3, 1)))
	s := m.Sets()[0].Summarizer.Summary()
	require.NotNil(t, s.Preflight)
	assert.Equal(t, [2]int{5, 2}, [2]int{s.Preflight.Truths, s.Preflight.Answers})
	assert.Equal(t, 6, s.Moved.Truths)
	assert.False(t, s.Number("micro F1").Low.Defined)
	assert.Equal(t, []string{"invoices:3", "invoices:3"}, places)

	var answers summarize.Merge
	require.NoError(t, answers.Read(source("a", 0, 1)))
	s = answers.Sets()[0].Summarizer.Summary()
	assert.NotNil(t, s.Preflight, "no truth was examined, and an answer was")
	var none summarize.Merge
	require.NoError(t, none.Read(reporttest.Source("c", runLine+setLine+caseLine)))
	assert.Nil(t, none.Sets()[0].Summarizer.Summary().Preflight)
}
