package summarize_test

import (
	"encoding/json"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/require"
)

// FuzzFacts: facts that were written are read as they were, and merge with a summarizer without cases, either way, as they
// are. Whatever is read as facts is written as facts that read the same, with the same summary.
func FuzzFacts(f *testing.F) {
	full := summarize.Options{
		Dataset: "d", Resamples: 2, WorstCases: 1, Slices: []string{"vendor=acme"}, Measures: []report.Measure{{Name: "rqs"}}, Invariants: []string{"sums"},
		Classes: []report.ClassList{{Attribute: "total", Names: []string{"bill", "letter"}}},
	}
	bare := summarize.Options{Resamples: -1, Distinct: true}
	s := summarize.New(full)
	c := reporttest.Counted("a", 1, 0.5, reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("lines[]", metrics.Counts{Wrong: 2}))
	c.Measures, c.Invariants = []report.Measured{{Name: "rqs", Sum: 1, Weight: 2}}, []eval.InvariantResult{{Name: "sums", State: eval.Broken}}
	c.Classes, c.Tags = []report.ClassPair{{Attribute: "total", Want: "bill", Got: "letter", Values: 1}}, map[string]string{"vendor": "acme"}
	c.Cost, c.Warnings = map[string]float64{"usd": 1}, []string{"w"}
	require.NoError(f, s.Add(c))
	require.NoError(f, s.Add(reporttest.Counted("a", 2, 1)))
	for _, seed := range []struct {
		options summarize.Options
		written *summarize.Summarizer
	}{{full, s}, {bare, summarize.New(bare)}} {
		written := seed.written
		var read summarize.Summarizer
		text := encoded(f, written)
		require.NoError(f, json.Unmarshal(text, &read))
		require.Equal(f, string(text), string(encoded(f, &read)))
		require.Equal(f, string(encoded(f, written.Summary())), string(encoded(f, read.Summary())))
		empty, none := summarize.New(seed.options), summarize.New(seed.options)
		require.NoError(f, empty.Merge(&read))
		require.Equal(f, string(text), string(encoded(f, empty)))
		require.NoError(f, written.Merge(none))
		require.Equal(f, string(text), string(encoded(f, written)))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var read, again summarize.Summarizer
		if json.Unmarshal(data, &read) != nil {
			return
		}
		text := encoded(t, &read)
		require.NoError(t, json.Unmarshal(text, &again), "%s", text)
		require.Equal(t, string(text), string(encoded(t, &again)))
		require.Equal(t, string(encoded(t, read.Summary())), string(encoded(t, again.Summary())))
	})
}
