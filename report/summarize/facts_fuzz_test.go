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

// FuzzFacts: facts that were written are read as they were. Whatever is read as facts is written as facts that read the same, with the same summary. A summarizer without
// cases takes all of them over when they are merged into it, and they lose nothing when it is merged into them.
func FuzzFacts(f *testing.F) {
	full := summarize.Options{
		Dataset: "d", Resamples: 2, WorstCases: 1, Slices: []string{"vendor=acme"}, Measures: []report.Measure{{Name: "rqs"}}, Invariants: []string{"sums"},
		Classes: []report.ClassList{{Attribute: "total", Names: []string{"bill", "letter"}}},
	}
	s := summarize.New(full)
	c := reporttest.Counted("a", 1, 0.5, reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("lines[]", metrics.Counts{Wrong: 2}))
	c.Measures, c.Invariants = []report.Measured{{Name: "rqs", Sum: 1, Weight: 2}}, []eval.InvariantResult{{Name: "sums", State: eval.Broken}}
	c.Classes, c.Tags = []report.ClassPair{{Attribute: "total", Want: "bill", Got: "letter", Values: 1}}, map[string]string{"vendor": "acme"}
	c.Cost, c.Warnings = map[string]float64{"usd": 1}, []string{"w"}
	require.NoError(f, s.Add(c))
	require.NoError(f, s.Add(reporttest.Counted("a", 2, 1)))
	for _, written := range []*summarize.Summarizer{s, summarize.New(summarize.Options{Resamples: -1, Distinct: true})} {
		var read summarize.Summarizer
		text := encoded(f, written)
		require.NoError(f, json.Unmarshal(text, &read))
		require.Equal(f, string(text), string(encoded(f, &read)))
		require.Equal(f, string(encoded(f, written.Summary())), string(encoded(f, read.Summary())))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var read, again, from summarize.Summarizer
		if json.Unmarshal(data, &read) != nil {
			return
		}
		text := encoded(t, &read)
		require.NoError(t, json.Unmarshal(text, &again), "%s", text)
		require.Equal(t, string(text), string(encoded(t, &again)))
		require.Equal(t, string(encoded(t, read.Summary())), string(encoded(t, again.Summary())))

		var facts struct{ Options summarize.Options }
		require.NoError(t, json.Unmarshal(text, &facts))
		if facts.Options.WorstCases == 0 {
			facts.Options.WorstCases = -1
		}
		empty, none := summarize.New(facts.Options), summarize.New(facts.Options)
		require.NoError(t, json.Unmarshal(text, &from))
		require.NoError(t, empty.Merge(&from))
		require.Equal(t, string(text), string(encoded(t, empty)))
		require.NoError(t, again.Merge(none))
		require.Equal(t, string(text), string(encoded(t, &again)))
	})
}
