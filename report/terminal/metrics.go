package terminal

import (
	"fmt"
	"math"
	"strconv"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// metrics prints one line for each metric.
func (p *textPage) metrics() {
	if len(p.s.Metrics) == 0 {
		return
	}
	p.line("")
	p.line("metrics")
	nameWidth := 0
	for _, m := range p.s.Metrics {
		nameWidth = max(nameWidth, words.Width(LineStart(m.Name)))
	}
	for _, m := range p.s.Metrics {
		text := fmt.Sprintf("  %s  %s", pad(LineStart(m.Name), nameWidth), metricValue(m))
		if m.Min != m.Max {
			text += fmt.Sprintf("  (%s over trials)", report.Between(m.Min, m.Max))
		}
		p.line("%s", text)
	}
}

// metricValue prints a whole count without decimals.
func metricValue(m report.Metric) string {
	if m.Count && m.Value.Defined && m.Value.Value == math.Trunc(m.Value.Value) {
		return strconv.FormatFloat(m.Value.Value, 'f', 0, 64)
	}
	return m.Value.String()
}
