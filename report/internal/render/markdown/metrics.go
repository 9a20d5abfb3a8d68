package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/render"
)

// metrics is the table of the measures beside the fields. It has the columns of
// attainable values and of intervals where there are any.
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
