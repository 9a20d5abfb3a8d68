package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/say"
	"github.com/extracteval/extracteval/report/usage"
)

// usage says what the cases took, "" where the summary has nothing of it.
func (m markdown) usage(set *render.Set) string {
	u := set.Summary.Usage
	if u == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Usage of %s**\n\n", code(say.NameOf(m.r, set)))
	if rows := u.Rows(); len(rows) > 0 {
		fmt.Fprintf(&b, "| %s |\n|---|--:|--:|--:|--:|--:|\n", strings.Join(usage.Columns, " | "))
		for _, row := range rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	if notes := u.Notes(); len(notes) > 0 {
		fmt.Fprintf(&b, "\n%s.\n", strings.Join(notes, "; "))
	}
	return b.String()
}

// comparedUsage says what the cases of two runs took, "" where they do not say it.
func comparedUsage(set *diff.Set) string {
	if len(set.Usage) == 0 && set.LatencyNote != "" {
		return "\n" + set.LatencyNote + ".\n"
	}
	if len(set.Usage) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| per case | old | new | change | interval | cases |\n|---|--:|--:|--:|---|--:|\n")
	for _, row := range set.Usage {
		fmt.Fprintf(&b, "| %s | %s |\n", row.Quantity, strings.Join(row.Texts(), " | "))
	}
	if set.LatencyNote != "" {
		fmt.Fprintf(&b, "\n%s.\n", set.LatencyNote)
	}
	return b.String()
}

// comparedMeasures says what two runs measured beside the fields, "" where they do not.
func comparedMeasures(set *diff.Set) string {
	if len(set.Measures) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| measure | old | new | change | interval | cases |\n|---|--:|--:|--:|---|--:|\n")
	for i, row := range set.Measures {
		if i == maxFields {
			fmt.Fprintf(&b, "| and %d more | | | | | |\n", len(set.Measures)-i)
			break
		}
		fmt.Fprintf(&b, "| %s | %s |\n", code(row.Measure), strings.Join(row.Texts(), " | "))
	}
	return b.String()
}
