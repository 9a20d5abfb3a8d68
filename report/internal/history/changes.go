package history

import (
	"math"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
)

// findChanges tests all rows of all data sets and sets their changes.
func (r *Report) findChanges() {
	var rows []*Row
	var all []series
	for i := range r.Sets {
		for k := range r.Sets[i].Rows {
			row := &r.Sets[i].Rows[k]
			rows, all = append(rows, row), append(all, series{values: row.tested, unit: 1 / float64(max(row.values, 1))})
		}
	}
	for i, d := range findDrifts(all, ordersOf(len(all))) {
		if p := min(1, d.p/driftShare); p <= 1-r.Level {
			rows[i].Change = rows[i].changeOf(d, p)
		}
	}
}

// changeOf describes a significant drift of the row by the numbers before and after it.
func (r *Row) changeOf(d drift, p float64) *Change {
	var values []float64
	var runs []int
	for at, v := range r.tested {
		if !math.IsNaN(v) {
			values, runs = append(values, v), append(runs, at)
		}
	}
	c := &Change{Gradual: d.gradual, P: p}
	before, after, newest := 0.0, 0.0, len(values)-1
	if d.gradual {
		c.Run = runs[1]
		slope, middle := 0.0, float64(newest)/2
		for i, v := range values {
			slope += (float64(i) - middle) * v
		}
		slope /= middle * (middle + 1) * (2*middle + 1) / 3 // Σ (i - middle)²
		before, after = mean(values)-slope*middle, mean(values)+slope*middle
	} else {
		c.Run = runs[d.at]
		before, after = mean(values[:d.at]), mean(values[d.at:])
		newest = min(newest, len(values)-d.at)
	}
	c.Before, c.After = report.RatioOf(min(max(before, 0), 1), true), report.RatioOf(min(max(after, 0), 1), true)
	last := mean(values[len(values)-min(newest, newestRuns):])
	c.Stands = math.Abs(last-after) <= math.Abs(last-before)
	return c
}

// newestRuns is the largest number of newest runs that decide whether a change still stands.
const newestRuns = 5

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// fell returns by how much F1 fell, 0 where it has risen again.
func (c *Change) fell() float64 {
	if c == nil || !c.Stands {
		return 0
	}
	return c.Before.Value - c.After.Value
}

// Declined reports whether any row fell by more than MaxDrop and has not risen again, or whether the newest run is significantly worse
// than the oldest of the last runs, see [diff.Report.Regressed].
func (r Report) Declined() bool { return r.Recent.Regressed() || len(r.fallen()) > 0 }

// fallen returns the rows that fell by more than MaxDrop and have not risen again, by data set.
func (r Report) fallen() map[*Set][]*Row {
	all := map[*Set][]*Row{}
	for i := range r.Sets {
		s := &r.Sets[i]
		for k := range s.Rows {
			if row := &s.Rows[k]; row.Change.fell() > r.Recent.MaxDrop+compare.Slack {
				all[s] = append(all[s], row)
			}
		}
	}
	return all
}
