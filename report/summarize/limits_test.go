package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// wide returns a case in which attributes number from to to-1 are right.
func wide(id string, trial, from, to int) *report.Case {
	var rows []metrics.Row
	for i := from; i < to; i++ {
		rows = append(rows, reporttest.Row(fmt.Sprint("a", i), metrics.Counts{Match: 1}))
	}
	return reporttest.Counted(id, trial, 1, rows...)
}

func TestTooManyAttributesHaveNoIntervals(t *testing.T) {
	effort.NeedsLong(t)
	const most = 1 << 14
	o := summarize.Options{Dataset: "d", Resamples: 2}
	s := reporttest.Summarize(t, o, wide("a", 1, 0, most), wide("b", 1, 0, most))
	assert.Equal(t, 2, s.Resamples)
	assert.True(t, s.Number("micro F1").Low.Defined)

	a, b, whole := summarize.New(o), summarize.New(o), summarize.New(o)
	for i, c := range []*report.Case{wide("a", 1, 0, most), wide("b", 1, most/2, most+1)} {
		require.NoError(t, []*summarize.Summarizer{a, b}[i].Add(c))
		require.NoError(t, whole.Add(c))
	}
	require.NoError(t, a.Merge(b))
	require.NoError(t, b.UnmarshalJSON(encoded(t, a)))
	for name, part := range map[string]*summarize.Summarizer{"added": whole, "merged": a, "read": b} {
		s := part.Summary()
		assert.Zero(t, s.Resamples, name)
		assert.False(t, s.Number("micro F1").Low.Defined, name)
		assert.Equal(t, 1.0, s.Number("micro F1").Value.Value, name)
		var text strings.Builder
		require.NoError(t, terminal.WriteText(&text, s, terminal.Options{}))
		assert.Contains(t, text.String(), "\ntoo many fields and trials for intervals\n", name)
	}
}

func TestTooManyAttributesTimesTrialsAreAnError(t *testing.T) {
	o := summarize.Options{Dataset: "d", Resamples: -1}
	s, last := summarize.New(o), summarize.New(o)
	require.NoError(t, s.Add(wide("a", 1, 0, 1024)))
	for trial := 2; trial <= 1024; trial++ {
		require.NoError(t, s.Add(wide("a", trial, 0, 1)))
	}
	require.NoError(t, s.Add(wide("b", 1024, 5, 9)), "it has nothing new")
	assert.EqualError(t, s.Add(wide("c", 1025, 0, 1)), `report: data set "d": 1024 attributes in 1025 trials are more than can be added up: case "c" is left out`)
	assert.EqualError(t, s.Add(wide("c", 1, 1024, 1025)), `report: data set "d": 1025 attributes in 1024 trials are more than can be added up: case "c" is left out`)
	require.NoError(t, s.Add(wide("c", 1, 1023, 1024)), "it was not added")
	require.NoError(t, last.Add(wide("d", 1025, 0, 1)))
	assert.EqualError(t, s.Merge(last), `report: data set "d": 1024 attributes in 1025 trials are more than can be added up`)
	assert.ErrorIs(t, s.Add(wide("a", 1, 0, 1)), artifact.ErrTwice)
	assert.ErrorContains(t, s.Add(&report.Case{ID: "no trial"}), `case "no trial" has trial 0, want 1 or more`)
}
