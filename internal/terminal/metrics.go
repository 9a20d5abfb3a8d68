package terminal

// metrics prints one line for each metric: its value, the value of perfect answers where
// it is not 1, its interval, and its range over trials.
func (p *textPage) metrics() {
	if len(p.s.Metrics) == 0 {
		return
	}
	p.line("")
	p.line("metrics")
	var rows [][]string
	for _, m := range p.s.Metrics {
		row := []string{LineStart(m.Name), Amount(m.Value, m.Count), m.Interval(), ""}
		if m.Attainable.Defined {
			row[1] += " of at most " + m.Attainable.String()
		}
		if m.Min != m.Max {
			row[3] = "(" + Between(m.Min, m.Max) + " over trials)"
		}
		rows = append(rows, row)
	}
	p.aligned("  ", rows)
}
