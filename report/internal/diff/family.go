package diff

import (
	"github.com/extracteval/extracteval/internal/paired"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Adjust adjusts the tests of all rows of data sets as one family, see [paired.Adjust]: the averages and the fields are
// its parts. It sets the Reason of rows that are not significant, and makes the intervals of rows agree with their tests.
func Adjust(sets []Set, level float64) { adjust(sets, level, false) }

// AdjustDeciding is [Adjust] for a comparison that macro F1 decides: the test of the row Macro has all of alpha, and all
// other tests have it after the test of Macro is significant.
func AdjustDeciding(sets []Set, level float64) { adjust(sets, level, true) }

func adjust(sets []Set, level float64, deciding bool) {
	families := make([]*paired.Family, len(sets))
	for i := range sets {
		families[i] = sets[i].family(deciding)
	}
	paired.Adjust(families, level)
	for i, f := range families {
		if f.Tested {
			sets[i].P = report.RatioOf(f.P, true)
			sets[i].Tests += f.Tests
		}
		for _, r := range sets[i].Rows() {
			for _, t := range r.Tests {
				if f.Tested {
					r.Reason = t.Reason
				}
			}
			if r.Low.Defined {
				interval := paired.Agree(stats.Interval{Low: r.Low.Value, High: r.High.Value}, r.Delta.Value, r.Tests, level)
				r.Low, r.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
			}
		}
	}
}

// family returns the tests of the rows. If deciding, macro F1 alone is in the first part, else both averages are.
func (s *Set) family(deciding bool) *paired.Family {
	f := &paired.Family{Deciding: deciding}
	for _, r := range s.Rows() {
		first := r == &s.Macro || r == &s.Micro && !deciding
		for j := range r.Tests {
			switch t := &r.Tests[j]; {
			case t.Sole && !(deciding && first):
				f.Repeated = append(f.Repeated, t)
			case first:
				f.Averages = append(f.Averages, t)
			default:
				f.Fields = append(f.Fields, t)
			}
		}
	}
	return f
}
