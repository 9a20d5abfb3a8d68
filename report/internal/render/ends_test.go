package render_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// The record of a case that is shown has the kinds of all cases together: five answers of four rows for truths of eight tell that the rows
// after are cut off. The row that a sixth answer lacks, the first of eight, is missing.
func TestRecordsHaveTheKindsOfAllCases(t *testing.T) {
	records := []report.Record{run(1), report.Dataset{Name: "d"}}
	for i := range 6 {
		c := caseOf(fmt.Sprint(i), false)
		a := report.Alignment{Path: "lines", Paired: 4, OnlyWant: 4, UnmatchedWant: []int{4, 5, 6, 7}}
		missing := a.UnmatchedWant
		if i == 5 {
			a, missing = report.Alignment{Path: "lines", Paired: 7, OnlyWant: 1, UnmatchedWant: []int{0}}, []int{0}
		}
		for k := range a.Paired {
			a.Pairs = append(a.Pairs, eval.Pair{Got: k, Want: k + i/5, Similarity: 1})
		}
		c.Fields = nil
		for _, k := range missing {
			c.Fields = append(c.Fields, report.Field{
				Path: fmt.Sprintf("lines[%d].sku", k), Attribute: "lines[].sku", WantIndex: []int{k}, Outcome: metrics.Missing, Want: json.RawMessage(fmt.Sprint(k)),
			})
		}
		c.Alignments = []report.Alignment{a}
		records = append(records, c)
	}
	set := load(t, render.Options{}, memory("a.jsonl", records...)).Sets[0]
	require.Len(t, set.Mistakes, 2)
	assert.Equal(t, []any{source.CutOff, 20, source.Missing, 1}, []any{set.Mistakes[0].Class, set.Mistakes[0].Count, set.Mistakes[1].Class, set.Mistakes[1].Count})
	require.Len(t, set.Patterns, 1)
	assert.Equal(t, "the last rows of the list lines are missing in 5 of 6 documents: 20 values missing", set.Patterns[0].Text)
	read, err := render.Read(set.Cases)
	require.NoError(t, err)
	for _, r := range read {
		want := slices.Repeat([]source.Class{source.CutOff}, 4)
		if r.ID == "5" {
			want = []source.Class{source.Missing}
		}
		assert.Equal(t, want, r.Classes, r.ID)
	}
}
