package diff

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// adjust adjusts the tests of all rows of data sets as one family, see [estimate.Adjust]: the averages and the fields are
// its parts. It sets the Reason of rows that are not significant. Intervals have a level of their own, and agree with the
// tests at that level. So a change has one interval, whatever the level of the tests.
func adjust(sets []Set, level, intervals float64) {
	families := make([]*estimate.Family, len(sets))
	for i := range sets {
		families[i] = sets[i].family()
	}
	estimate.Adjust(families, intervals)
	for i := range sets {
		for _, r := range sets[i].Rows() {
			if r.Low.Defined {
				interval := estimate.Agree(stats.Interval{Low: r.Low.Value, High: r.High.Value}, r.Delta.Value, r.Tests, intervals)
				r.Low, r.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
			}
		}
	}
	if level != intervals {
		estimate.Adjust(families, level)
	}
	for i, f := range families {
		if f.Tested {
			sets[i].P = report.RatioOf(f.P, true)
			sets[i].Tests += f.Tests
		}
		for _, r := range sets[i].Rows() {
			for _, t := range r.Tests {
				r.Reason = t.Reason
			}
		}
	}
}

// family returns the tests of the rows.
func (s *Set) family() *estimate.Family {
	f := &estimate.Family{}
	for _, r := range s.Rows() {
		for j := range r.Tests {
			switch t := &r.Tests[j]; {
			case t.Sole:
				f.Repeated = append(f.Repeated, t)
			case r.Kind == report.KindAverage:
				f.Averages = append(f.Averages, t)
			default:
				f.Fields = append(f.Fields, t)
			}
		}
	}
	return f
}
