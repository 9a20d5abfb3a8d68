package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// metrics returns the table of the metrics of a set. It leaves out the columns of
// attainable values and of intervals if all their cells are empty.
func (m markdown) metrics(set *render.Set) string {
	all := set.Metrics()
	if len(all) == 0 {
		return ""
	}
	rows := [][]string{{"metric", ">value", ">attainable", "interval", "over trials", "limit"}}
	rows = terminal.Filled(append(rows, first(all, func(_ int, metric render.Metric) []string {
		value, limit := limited(metric.Value, metric.Limit, metric.Missed)
		return []string{code(metric.Name), value, metric.Attainable, metric.Interval, metric.Range, limit}
	})...), ">attainable", "interval")
	return fmt.Sprintf("\n**Metrics of %s**\n\n%s", code(m.r.NameOf(set)), table(rows[0], rows[1:]))
}

// limited returns the cells of a number and its limit, and marks a number that missed its limit.
func limited(value, limit string, missed bool) (valueCell, limitCell string) {
	if missed {
		value = fmt.Sprintf("❌ **%s**", value)
	}
	if strings.Contains(limit, " where ") { // the limit names a tag, which the user wrote
		limit = code(limit)
	}
	return value, limit
}

// invariants returns the table of the invariants. No number above the table counts them.
func (m markdown) invariants(set *render.Set) string {
	rows := set.Invariants()
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Invariants of %s**\n\n", code(m.r.NameOf(set)))
	if set.NoTruth() {
		b.WriteString("No case has a truth: these are all that is known.\n\n")
	}
	b.WriteString(table([]string{"invariant", ">rate", "interval", "over trials", ">holds", ">broken", ">not applicable", ">errored", "limit"},
		first(rows, func(_ int, row render.Invariant) []string {
			rate, limit := limited(row.Rate, row.Limit, row.Missed)
			return []string{code(row.Name), rate, row.Interval, row.Range, row.Holds, row.Broken, row.NotApplicable, row.Errored, limit}
		})))
	if terminal.Approximate(set.Summary) && len(set.Summary.Attributes) == 0 {
		b.WriteString("\n" + terminal.ApproximateNote + ".\n")
	}
	return b.String()
}

// brokenInvariants returns a list of the broken invariants of a case, with their operands.
func brokenInvariants(c *report.Case) string {
	broken := c.Broken()
	if len(broken) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i, r := range broken {
		if i == maxMisses {
			fmt.Fprintf(&b, "- and %d more\n", len(broken)-i)
			break
		}
		fmt.Fprintf(&b, "- %s\n", code(terminal.Excerpt(terminal.Invariant(r), terminal.MaxCharacters)))
	}
	return b.String()
}

// usage returns the usage of the cases, "" if the summary has none.
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

// comparedUsage returns the usage of two runs, "" if neither records it.
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

// comparedMeasures returns the table of the measures of two runs, "" if there are none.
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
