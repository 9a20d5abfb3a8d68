package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

// metrics is the table of what is measured beside the fields. It has the columns of
// attainable values and of intervals where there are any.
func (m markdown) metrics(set *render.Set) string {
	all := say.Metrics(set)
	if len(all) == 0 {
		return ""
	}
	const attainable, interval = 2, 3
	table := [][]string{
		{"metric", "value", "attainable", "interval", "over trials", "limit"},
		{"---", "--:", "--:", "---", "---", "---"},
	}
	for i, metric := range all {
		if i == maxFields {
			table = append(table, append([]string{fmt.Sprintf("and %d more", len(all)-i)}, make([]string, len(table[0])-1)...))
			break
		}
		value, limit := limited(metric.Value, metric.Limit, metric.Missed)
		table = append(table, []string{code(metric.Name), value, metric.Attainable, metric.Interval, metric.Range, limit})
	}
	for _, column := range []int{interval, attainable} {
		if !slices.ContainsFunc(table[2:], func(row []string) bool { return row[column] != "" }) {
			for i := range table {
				table[i] = slices.Delete(table[i], column, column+1)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Metrics of %s**\n\n", code(say.NameOf(m.r, set)))
	for i, row := range table {
		if i == 1 {
			fmt.Fprintf(&b, "|%s|\n", strings.Join(row, "|"))
			continue
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	return b.String()
}

// limited returns the cells of a number and of its limit, which it may have missed.
func limited(value, limit string, missed bool) (valueCell, limitCell string) {
	if missed {
		value = fmt.Sprintf("❌ **%s**", value)
	}
	if strings.Contains(limit, " where ") { // a tag is text of the user's
		limit = code(limit)
	}
	return value, limit
}
