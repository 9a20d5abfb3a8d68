package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// usage writes the usage of the cases, "" without usage in the summary.
func (m markdown) usage(set *render.Set) string {
	u := set.Summary.Usage
	if u == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Usage of %s**\n\n", code(m.r.NameOf(set)))
	if rows := u.Rows(); len(rows) > 0 {
		titles := slices.Clone(usage.Columns)
		for i := range titles[1:] {
			titles[i+1] = ">" + titles[i+1]
		}
		b.WriteString(table(titles, rows))
	}
	if notes := u.Notes(); len(notes) > 0 {
		fmt.Fprintf(&b, "\n%s.\n", strings.Join(notes, "; "))
	}
	return b.String()
}

// comparedUsage writes the usage of two runs, "" if neither records it.
func comparedUsage(set *diff.Set) string {
	text := ""
	if len(set.Usage) > 0 {
		var rows [][]string
		for _, row := range set.Usage {
			rows = append(rows, append([]string{string(row.Quantity)}, row.Texts()...))
		}
		text = "\n" + table(comparedTitles("per case"), rows)
	}
	if set.LatencyNote != "" {
		text += "\n" + set.LatencyNote + ".\n"
	}
	return text
}

// comparedMeasures writes the measures of two runs beside the fields, "" without any.
func comparedMeasures(set *diff.Set) string {
	if len(set.Measures) == 0 {
		return ""
	}
	return "\n" + table(comparedTitles("measure"), first(set.Measures, func(_ int, row diff.MeasureRow) []string {
		return append([]string{code(row.Measure)}, row.Texts()...)
	}))
}

func comparedTitles(of string) []string {
	return []string{of, ">old", ">new", ">change", "interval", ">cases"}
}
