package internal_test

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

var (
	changeInterval = regexp.MustCompile(`(≈ )?[-+]?\d\.\d{3} (?:to|…) [-+]?\d\.\d{3}`)
	pointsInterval = regexp.MustCompile(`(≈ )?[-+−±]\d+\.\d … [-+−±]\d+\.\d`) // of a comment
	names          = regexp.MustCompile(`aria-label="[^"]*"`)                 // of links, which say the numbers again
	macroInterval  = regexp.MustCompile(`macro F1.*≈ (?:[-+]?\d\.\d{3} (?:to|…) [-+]?\d\.\d{3}|[-+−±]\d+\.\d …)`)
)

// Of eight documents the interval of a change of macro F1 may hold less often than it says. Every output marks the
// interval of a change, of the averages and of fields, and a note says why. CSV, JUnit and the format of
// benchmarks have no intervals.
func TestIntervalsOfFewDocumentsAreMarked(t *testing.T) {
	source := func(name string, documents int, wrong func(i int) bool) artifact.Source {
		records := []report.Record{run(1), report.Dataset{Name: "d"}}
		for i := range documents {
			rows := []metrics.Row{reporttest.Row("number", metrics.Counts{Match: 1})}
			for _, field := range []string{"total", "vat"} {
				counts := metrics.Counts{Match: 1}
				if wrong(i) {
					counts = metrics.Counts{Wrong: 1}
				}
				rows = append(rows, reporttest.Row(field, counts))
			}
			records = append(records, reporttest.Counted(fmt.Sprint(i), 1, 1, rows...))
		}
		return memory(name, append(records, report.End{Cases: documents})...)
	}
	for _, documents := range []int{8, 60} {
		old := source("old.jsonl", documents, func(i int) bool { return i == 0 })
		new := source("new.jsonl", documents, func(i int) bool { return 0 < i && i < 4 })
		d, err := diff.Compare([]artifact.Source{old}, []artifact.Source{new}, diff.Options{Resamples: 200})
		require.NoError(t, err)
		r := load(t, render.Options{}, new)
		for format, text := range map[string]string{
			"text":     renderWritten(t, func(w io.Writer) error { return diff.WriteText(w, d, view.Screen{}) }),
			"markdown": renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &d}) }),
			"html":     html.UnescapeString(names.ReplaceAllString(htmlOf(t, r, page.Options{Comparison: &d}), "")),
		} {
			intervals := changeInterval
			if format == "markdown" {
				intervals = pointsInterval
			}
			found := intervals.FindAllStringSubmatch(text, -1)
			assert.Len(t, found, 4, "%s: total, vat, micro and macro F1", format)
			if format == "html" { // in points beside the fields, too
				beside := pointsInterval.FindAllStringSubmatch(text, -1)
				assert.Len(t, beside, 4)
				found = append(found, beside...)
			}
			for _, f := range found {
				assert.Equal(t, documents == 8, f[1] != "", "%s of %d documents: %s", format, documents, f[0])
			}
			assert.Equal(t, documents == 8, macroInterval.MatchString(text), format)
			if documents == 8 {
				assert.Contains(t, text, terminal.ApproximateNote, format)
			}
		}
	}
}
