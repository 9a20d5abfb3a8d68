package beam

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Of 8 invoices and 4 receipts one receipt is taken for an invoice, and is second by the scores. Shards have the numbers of the whole.
func TestClasses(t *testing.T) {
	var want, got []string
	for i := range 12 {
		truth := []string{"invoice", "receipt"}[i/8]
		want = append(want, fmt.Sprintf(`{"id":"d%d","want":{"type":%q}}`, i, truth))
		answer, scores := truth, fmt.Sprintf(`{%q:0.6}`, truth)
		if i == 11 {
			answer, scores = "invoice", `{"reminder":0.1,"receipt":0.5,"invoice":0.6}`
		}
		got = append(got, fmt.Sprintf(`{"id":"d%d","got":{"type":%q,"scores":%s}}`, i, answer, scores))
	}
	dir := t.TempDir()
	o := Options{
		Want: writeLines(t, dir, "want-%d.jsonl", 2, want), Got: writeLines(t, dir, "got-%d.jsonl", 2, got), Out: filepath.Join(dir, "out"), Dataset: "invoices", Shards: 2,
		Spec: eval.Spec{Fields: []eval.Field{{Path: "type", Match: compare.Class{Classes: []string{"invoice", "receipt", "reminder"}, Scores: "scores"}}}},
	}
	runScore(t, o)
	s := merged(t, o.Out).Summarizer.Summary()
	require.Len(t, s.Classes, 1)
	c := s.Classes[0]
	assert.Equal(t, []report.ClassPair{{Want: "invoice", Got: "invoice", Values: 8}, {Want: "receipt", Got: "receipt", Values: 3}, {Want: "receipt", Got: "invoice", Values: 1}}, c.Pairs)
	assert.InDelta(t, 8.0/9, s.Number("precision of type=invoice").Value.Value, 1e-12)
	assert.InDelta(t, 3.0/4, s.Number("recall of type=receipt").Value.Value, 1e-12)
	assert.InDelta(t, 11.0/12, s.Number("top-1 accuracy of type").Value.Value, 1e-12)
	assert.Equal(t, report.RatioOf(1, true), s.Number("top-2 accuracy of type").Value)
}
