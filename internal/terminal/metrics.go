package terminal

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// metrics prints one line for each metric: its value, with that of perfect answers where
// it is not 1, its interval, and its range over trials.
func (p *textPage) metrics() {
	if len(p.s.Metrics) == 0 {
		return
	}
	p.line("")
	p.line("metrics")
	const columns = 3
	var rows [][columns]string
	var widths [columns]int
	for _, m := range p.s.Metrics {
		row := [columns]string{LineStart(m.Name), metricValue(m), m.Estimate().Interval()}
		if m.Attainable.Defined {
			row[1] += " of at most " + m.Attainable.String()
		}
		for i, text := range row {
			widths[i] = max(widths[i], words.Width(text))
		}
		rows = append(rows, row)
	}
	for i, m := range p.s.Metrics {
		var b strings.Builder
		for k, text := range rows[i] {
			if widths[k] > 0 {
				b.WriteString("  " + pad(text, widths[k]))
			}
		}
		if m.Min != m.Max {
			fmt.Fprintf(&b, "  (%s over trials)", report.Between(m.Min, m.Max))
		}
		p.line("%s", strings.TrimRight(b.String(), " "))
	}
}

// metricValue prints a whole count without decimals.
func metricValue(m report.Metric) string {
	if m.Count && m.Value.Defined && m.Value.Value == math.Trunc(m.Value.Value) {
		return strconv.FormatFloat(m.Value.Value, 'f', 0, 64)
	}
	return m.Value.String()
}
