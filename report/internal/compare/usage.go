package compare

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// UsageRow is one number of the spending of cases, as texts, one for each column.
type UsageRow struct {
	Name  string
	Cells []string
	// Values are the numbers, undefined if a run has none.
	Values   []report.Ratio
	Quantity usage.Quantity
}

// UsageRows returns the spending of cases, without the numbers that all runs lack.
func (s *Set) UsageRows() (rows []UsageRow) {
	for _, m := range usage.Metrics() {
		row := UsageRow{Name: m.Name, Quantity: m.Quantity, Cells: make([]string, len(s.Runs)), Values: make([]report.Ratio, len(s.Runs))}
		any := false
		for _, i := range s.Compared {
			run := &s.Runs[i]
			row.Values[i], row.Cells[i] = report.RatioOf(m.Of(run.Spending)), cmp.Or(m.Text(run.Spending), "-")
			old := run.Untimed()
			switch found := row.Values[i].Defined; {
			case found:
				any = true
				if m.Quantity == usage.Latency && old != "" {
					row.Cells[i] += " (" + old + ")"
				}
			case m.Quantity != usage.Latency:
			case run.Replayed > 0:
				row.Cells[i] = "replayed"
			case run.Taken > 0:
				row.Cells[i] = "taken"
			}
		}
		if any {
			rows = append(rows, row)
		}
	}
	return rows
}

// Untimed says how many answers have no latency of this run: "2 replayed, 3 taken".
func (r *Run) Untimed() string {
	var parts []string
	if r.Replayed > 0 {
		parts = append(parts, fmt.Sprintf("%d replayed", r.Replayed))
	}
	if r.Taken > 0 {
		parts = append(parts, fmt.Sprintf("%d taken", r.Taken))
	}
	return strings.Join(parts, ", ")
}
