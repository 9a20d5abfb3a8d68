package internal_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// wide is a run of several data sets with 40 fields of long names and 100 cases. wrong says
// of which.
func wide(name string, sets int, wrong func(set, field, i int) bool) artifact.Source {
	var records []report.Record
	for set := range sets {
		ds := report.Dataset{Name: fmt.Sprintf("documents of kind %d", set)}
		if set == 1 {
			ds.Gate = &report.Gate{FieldF1: map[string]float64{"invoice.section_39.delivery_address_street": 0.95}}
		}
		records = append(records, run(1), ds)
		for i := range 100 {
			var rows []metrics.Row
			var fields []report.Field
			for field := range 40 {
				name := fmt.Sprintf("invoice.section_%02d.delivery_address_street", field)
				f := report.Field{Path: name, Attribute: name, Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1,
					Got: json.RawMessage(`"Unter den Linden 1"`), Want: json.RawMessage(`"Unter den Linden 1"`)}
				counts := metrics.Counts{Match: 1}
				if wrong(set, field, i) {
					f.Outcome, counts, f.Got = metrics.Wrong, metrics.Counts{Wrong: 1}, json.RawMessage(`"Unter den Ulmen 1"`)
				}
				rows, fields = append(rows, reporttest.Row(name, counts)), append(fields, f)
			}
			c := reporttest.Counted(fmt.Sprintf("document-%03d", i), 1, 0.9, rows...)
			c.Fields = fields
			records = append(records, c)
		}
		records = append(records, report.End{Cases: 100})
	}
	return memory(name, records...)
}

// A comment on a pull request is for reading: changes stand open, unchanged fields are folded, and
// 40 fields in three data sets fit into 10 KB.
func TestCommentOfFortyFields(t *testing.T) {
	effort.NeedsLong(t)
	old := wide("old.jsonl", 3, func(set, field, i int) bool { return set == 1 && (field == 39 && i < 20 || field == 5 && i < 1) })
	now := wide("new.jsonl", 3, func(set, field, i int) bool {
		return set == 0 && field == 7 && i < 40 || set == 1 && (field == 39 && i < 20 || field == 5 && i < 1) || set == 2 && field == 3 && i < 2
	})
	against, err := diff.Compare([]artifact.Source{old}, []artifact.Source{now}, diff.Options{Resamples: 200})
	require.NoError(t, err)
	r := load(t, render.Options{}, now)
	text := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &against})
	})
	assert.LessOrEqual(t, len(text), 10_000)
	assert.Contains(t, text, "\n- against the last run: `regressed: documents of kind 0: micro F1 1.000 → 0.990 (-0.010), "+
		"macro F1 1.000 → 0.990 (-0.010), invoice.section_07.delivery_address_street 1.000 → 0.600 (-0.400)`\n", "whole, however long")
	assert.NotContains(t, text, "bytes)")

	// 40 of 100 wrong: F1 = 2*60/(2*60+40+40) = 0.6; the mean of it and of 39 ones is 0.99.
	assert.Contains(t, text, "`documents of kind 0`: macro F1 **1.000 → 0.990, −1.0** (regressed), micro F1 0.990,")
	// Nothing changed: F1 = 2*80/(2*80+20+20) = 0.8 and 0.99, and (38+0.8+0.99)/40 = 0.99475.
	assert.Contains(t, text, "`documents of kind 1`: macro F1 **0.995 → 0.995, ±0.0**,")
	assert.Contains(t, text, "`documents of kind 2`: macro F1 **1.000 → 1.000, ±0.0** (not significant),")

	open := text
	for {
		from := strings.Index(open, "<details>")
		if from < 0 {
			break
		}
		to := strings.Index(open[from:], "</details>")
		require.Positive(t, to)
		open = open[:from] + open[from+to:]
	}
	field := func(i int) string { return fmt.Sprintf("`invoice.section_%02d.delivery_address_street`", i) }
	assert.Contains(t, open, "\n| ⬇ | "+field(7)+" | 0.600 | 1.000 | **−40.0** | ")
	assert.Contains(t, open, " | 40 wrong | 40 | 0 |\n")
	assert.Contains(t, open, "\n|  | "+field(39)+" | ❌ **0.800** < 0.950 | 0.800 |  |  |  | 20 wrong | 0 | 0 |\n", "below its limit, as before")
	assert.Contains(t, open, "\n| ~ | "+field(3)+" | 0.980 | 1.000 | −2.0 | ")
	assert.NotContains(t, open, field(8))
	for set := range 3 {
		assert.Contains(t, text, fmt.Sprintf("<summary>39 fields of <code>documents of kind %d</code> without a change</summary>", set))
	}
	assert.Equal(t, 3, strings.Count(text, field(8)))
	assert.Regexp(t, `\n\| `+field(5)+` \| 0\.990 \| \S+ \| 100 \| 1 wrong \|\n`, text, "as wrong as before")

	// With room for it everything else follows, and the table of a run alone is as ever.
	long := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &against, MaxBytes: 64 << 10})
	})
	assert.Contains(t, long, "**Worst cases of")
	alone := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Contains(t, alone, "| field | F1 | 95% interval | precision | recall | support | mistakes | of which |")
	assert.NotContains(t, alone, "before")
}

// However many data sets fail for however many reasons, the verdict comes first and stands.
func TestCommentOfManyReasonsHasTheVerdict(t *testing.T) {
	made := func(name string, outcome metrics.Outcome, counts metrics.Counts) artifact.Source {
		var records []report.Record
		for set := range 20 {
			ds := report.Dataset{Name: fmt.Sprintf("documents of kind %d", set), Gate: &report.Gate{FieldF1: map[string]float64{}}}
			c := reporttest.Counted("document", 1, 0.9)
			for field := range 12 {
				name := fmt.Sprintf("invoice.section_%02d.delivery_address_street", field)
				ds.Gate.FieldF1[name] = 0.95
				c.Counts = append(c.Counts, reporttest.Row(name, counts))
				c.Fields = append(c.Fields, report.Field{Path: name, Attribute: name, Outcome: outcome, Weight: 1})
			}
			records = append(records, run(1), ds, c, report.End{Cases: 1})
		}
		return memory(name, records...)
	}
	old, now := made("old.jsonl", metrics.Match, metrics.Counts{Match: 1}), made("new.jsonl", metrics.Missing, metrics.Counts{Missing: 1})
	against, err := diff.Compare([]artifact.Source{old}, []artifact.Source{now}, diff.Options{Resamples: 200})
	require.NoError(t, err)
	r := load(t, render.Options{}, now)
	text := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &against})
	})
	assert.LessOrEqual(t, len(text), 10_000)
	assert.Regexp(t, "^## ❌ Extraction: do not merge, [0-9]+ of [0-9]+ data sets failed\n\n- ❌ `documents of kind 0`: ", text)
	assert.Regexp(t, "\n- and [0-9]+ more data sets\n- against the last run: `", text)
}
