package summarize_test

import (
	"encoding/json"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/require"
)

// FuzzFacts: whatever is read as facts is written as facts that read the same, and
// its summary can be made.
func FuzzFacts(f *testing.F) {
	s := summarize.New(summarize.Options{Dataset: "d", Resamples: 2, WorstCases: 1})
	require.NoError(f, s.Add(reporttest.Counted("a", 1, 0.5, reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("lines[]", metrics.Counts{Wrong: 2}))))
	require.NoError(f, s.Add(reporttest.Counted("a", 2, 1)))
	f.Add(encoded(f, s))
	f.Add(encoded(f, summarize.New(summarize.Options{Resamples: -1, Distinct: true})))
	f.Fuzz(func(t *testing.T, data []byte) {
		var read, again summarize.Summarizer
		if json.Unmarshal(data, &read) != nil {
			return
		}
		_ = read.Summary()
		text := encoded(t, &read)
		require.NoError(t, json.Unmarshal(text, &again), "%s", text)
		require.Equal(t, string(text), string(encoded(t, &again)))
	})
}
