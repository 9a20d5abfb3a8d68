package summarize_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
)

// stored returns the records of documents, each stored so many times; mark tells them apart.
func stored(documents []metrics.Counts, times int, mark func(c *report.Case, document int)) (all []report.Case) {
	for k := range times {
		for i, counts := range documents {
			c := report.Case{
				ID: fmt.Sprintf("d%02d-%d", i, k), Trial: 1, Status: report.OK, Score: report.RatioOf(0.5, true),
				Counts:     []metrics.Row{{Attribute: "total", Counts: counts}, {Attribute: "date", Counts: metrics.Counts{Match: 1 + i%2}}},
				Measures:   []report.Measured{{Name: "m", Sum: float64(i%3) / 2, Weight: 1}},
				Invariants: []invariant.Result{{Name: "adds_up", State: []invariant.State{invariant.Holds, invariant.Broken}[min(i%5, 1)]}},
			}
			mark(&c, i)
			all = append(all, c)
		}
	}
	return all
}

func summaryOf(t require.TestingT, o summarize.Options, all []report.Case) report.Summary {
	s := summarize.New(o)
	for i := range all {
		require.NoError(t, s.Add(&all[i]))
	}
	return s.Summary()
}

// marks are the ways in which a case tells its document.
func marks(text string) map[string]func(c *report.Case, document int) {
	hash := func(i int) string { return report.Hash(fmt.Append([]byte(text), i)) }
	return map[string]func(c *report.Case, document int){
		"inputs": func(c *report.Case, i int) { c.InputHash = hash(i) },
		"texts":  func(c *report.Case, i int) { c.TextHash, c.InputHash = hash(i), report.Hash([]byte(c.ID)) },
		"truths": func(c *report.Case, i int) {
			c.TruthHash = hash(i)
			for f := range 5 {
				c.Fields = append(c.Fields, report.Field{Attribute: fmt.Sprint("f", f), Want: json.RawMessage(fmt.Sprint(i, f))})
			}
		},
		"tag": func(c *report.Case, i int) { c.Tags = map[string]string{"vendor": fmt.Sprint(i)} },
	}
}

// Documents stored several times have the intervals of each stored once. The sums are as many times as large: only the rounding of their
// moments is left. With a tag the documents need not be copies: the difference is that their values, as far as the variance over
// clusters tells them to be independent, may count for more than one a cluster.
func TestCopiesChangeNoInterval(t *testing.T) {
	for name, mark := range marks("x") {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			documents := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) metrics.Counts {
				return metrics.Counts{Match: rapid.IntRange(0, 3).Draw(t, "match"), Wrong: rapid.IntRange(0, 2).Draw(t, "wrong"), Missing: rapid.IntRange(0, 1).Draw(t, "missing")}
			}), 12, effort.Size(16, 30)).Draw(t, "documents")
			o := summarize.Options{Resamples: effort.Size(50, 200)}
			if name == "tag" {
				o.Cluster = "vendor"
			}
			times := rapid.IntRange(2, effort.Size(3, 6)).Draw(t, "times")
			copies := stored(documents, times, mark)
			alone := stored(documents, 1, mark)
			for i := range copies { // the least hash of the ids of a document decides its weights
				if c := &alone[i%len(alone)]; stats.DocumentHash(copies[i].ID) < stats.DocumentHash(c.ID) {
					c.ID = copies[i].ID
				}
			}
			once, copied := summaryOf(t, o, alone), summaryOf(t, o, copies)
			rounding := 1e-9
			if name == "tag" {
				rounding = 0.2
			}
			same := func(what string) {
				a, b := once.Number(what), copied.Number(what)
				require.Equal(t, what, a.Name)
				assert.InDelta(t, a.Value.Value, b.Value.Value, 1e-9, what)
				assert.Equal(t, a.Low.Defined, b.Low.Defined, what)
				assert.InDelta(t, a.Low.Value, b.Low.Value, rounding, what)
				assert.InDelta(t, a.High.Value, b.High.Value, rounding, what)
				assert.Equal(t, a.Approximate, b.Approximate, what)
			}
			same("micro F1")
			same("micro recall")
			same("macro F1")
			for i := range once.Attributes {
				same("F1 of " + once.Attributes[i].Attribute)
				same("precision of " + once.Attributes[i].Attribute)
			}
			same(report.RuleMetric(once.Invariants[0].Name))
			same(terminal.Measures(once)[0].Name)
			if name == "tag" {
				require.NotNil(t, copied.Documents)
				assert.Equal(t, len(documents), copied.Documents.Clusters)
				return
			}
			assert.Nil(t, once.Documents)
			require.NotNil(t, copied.Documents)
			assert.Equal(t, []string{name}, copied.Documents.By)
			assert.Equal(t, len(documents), copied.Documents.Distinct)
			assert.Equal(t, len(documents)*times, copied.Documents.Cases)
		}))
	}
}

func TestDocumentsAreTold(t *testing.T) {
	documents := make([]metrics.Counts, 12)
	for i := range documents {
		documents[i] = metrics.Counts{Match: 1}
	}
	texts := func(s report.Summary) (all []string) {
		for _, f := range s.Findings() {
			text := f.Text
			if f.Error {
				text = "error: " + text
			}
			all = append(all, text)
		}
		return all
	}
	assert.Equal(t, []string{`60 cases, 12 distinct documents by equal inputs: intervals and tests count each document once; "d00-0", "d00-1" and 3 more are one, so are "d01-0", "d01-1" and 3 more, so are "d02-0", "d02-1" and 3 more`},
		texts(summaryOf(t, summarize.Options{}, stored(documents, 5, marks("x")["inputs"]))))
	assert.Empty(t, texts(summaryOf(t, summarize.Options{}, stored(documents, 1, marks("x")["inputs"]))))

	tagged := stored(documents, 2, marks("x")["tag"])
	vendor := summarize.Options{Cluster: "vendor"}
	assert.Equal(t, []string{`24 cases, 12 clusters by "vendor": intervals and tests count each cluster once`}, texts(summaryOf(t, vendor, tagged)))
	tagged[0].Tags, tagged[1].Tags = nil, nil
	assert.Equal(t, []string{`24 cases, 14 clusters by "vendor": intervals and tests count each cluster once; 2 cases without it: each of their documents is a cluster of its own`},
		texts(summaryOf(t, vendor, tagged)))
	assert.Equal(t, []string{`error: cluster: no case has the tag "vendr", nor its truth such a key; did you mean "vendor"?`}, texts(summaryOf(t, summarize.Options{Cluster: "vendr"}, tagged)))
	assert.Equal(t, []string{`error: cluster: no case has the tag "page", nor its truth such a key`}, texts(summaryOf(t, summarize.Options{Cluster: "page"}, tagged)))
	assert.Equal(t, `cluster: no case has the tag "page", nor its truth such a key`, summaryOf(t, summarize.Options{Cluster: "page"}, tagged).Nonsense())
}

// 300 documents of one class field have few truths: chance explains that these are equal, and each is a document.
func TestClassesAreNoCopies(t *testing.T) {
	var all []report.Case
	for i := range 300 {
		c := report.Case{ID: fmt.Sprint("c", i), Trial: 1, Status: report.OK, Counts: []metrics.Row{{Attribute: "class", Counts: metrics.Counts{Match: min(i%10, 1), Wrong: 1 - min(i%10, 1)}}}}
		class := fmt.Sprintf("%q", fmt.Sprint("class ", i%4))
		c.Fields = []report.Field{{Attribute: "class", Want: json.RawMessage(class)}}
		all = append(all, c)
	}
	unmarked := summaryOf(t, summarize.Options{}, all)
	for i := range all {
		all[i].TruthHash = report.Hash(all[i].Fields[0].Want)
	}
	got := summaryOf(t, summarize.Options{}, all)
	assert.Nil(t, got.Documents)
	assert.Equal(t, unmarked.Number("micro F1"), got.Number("micro F1"), "the interval of 300 documents")
}

// Shards that are merged by way of their facts have the numbers of one run, with copies spread over them.
func TestCopiesInShards(t *testing.T) {
	documents := make([]metrics.Counts, 20)
	for i := range documents {
		documents[i] = metrics.Counts{Match: i % 3, Wrong: 1 - i%2}
	}
	for name, mark := range marks("x") {
		o := summarize.Options{Resamples: 100}
		if name == "tag" {
			o.Cluster = "vendor"
		}
		all := stored(documents, 3, mark)
		whole := summarize.New(o)
		parts := []*summarize.Summarizer{summarize.New(o), summarize.New(o), summarize.New(o)}
		for i := range all {
			require.NoError(t, whole.Add(&all[len(all)-1-i]))
			require.NoError(t, parts[i%3].Add(&all[i]))
		}
		merged := summarize.New(o)
		for _, p := range parts {
			var back summarize.Summarizer
			require.NoError(t, json.Unmarshal(encoded(t, p), &back), name)
			require.NoError(t, merged.Merge(&back))
		}
		assert.Equal(t, string(encoded(t, whole)), string(encoded(t, merged)), name)
		assert.Equal(t, whole.Summary(), merged.Summary(), name)
	}
}
