package diff

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Adjust sets the adjusted p-values of all tests of data sets, whether the tests are significant, and the Reason of
// rows that are not. It then makes the intervals of rows agree with their tests.
//
// The tests of a data set are one family of two parts: the averages with half of alpha, 1 - level, and the fields with
// the other half. [estimate.StepDown] adjusts the tests of the fields. [estimate.Hochberg] adjusts the two averages,
// which mostly move together. If all tests of a part are significant, the other part gets its alpha, too (Bretz,
// Maurer, Brannath and Posch 2009). In a data set with one field the averages are that field. Any test of a data set
// that did not change is significant with a chance of at most alpha.
//
// Data sets are then adjusted by the method of Holm, each by its least p-value: any test of any number of unchanged
// data sets is significant with a chance of at most alpha. The p-value of a test is the greater of two: its p-value
// within the data set, and the p-value of the data set.
func Adjust(sets []Set, level float64) { adjust(sets, level, (*Set).twoParts) }

// AdjustDeciding is [Adjust] for a comparison that macro F1 decides: the test of the row Macro has all of alpha, and all
// other tests have it after the test of Macro is significant, see [estimate.SequentialParts].
func AdjustDeciding(sets []Set, level float64) { adjust(sets, level, (*Set).decidingParts) }

// familyParts are the two parts of the family of a data set, with the tests in the order of their p-values.
type familyParts struct {
	parts [2]estimate.Part
	tests [2][]*Test
	soles []*Test // not counted: each repeats a test of the second part
}

func (f *familyParts) add(k int, t *Test) {
	f.tests[k] = append(f.tests[k], t)
	f.parts[k].P, f.parts[k].Possible = append(f.parts[k].P, t.P), append(f.parts[k].Possible, t.possible)
}

// twoParts returns the averages and the fields.
func (s *Set) twoParts() *familyParts {
	f := &familyParts{parts: estimate.Parts()}
	for i, r := range s.rows() {
		for j := range r.Tests {
			if t := &r.Tests[j]; t.sole {
				f.soles = append(f.soles, t)
			} else {
				f.add(min(i/2, 1), t)
			}
		}
	}
	return f
}

// decidingParts returns macro F1 and all other rows.
func (s *Set) decidingParts() *familyParts {
	f := &familyParts{parts: estimate.SequentialParts()}
	for _, r := range s.rows() {
		for j := range r.Tests {
			switch t := &r.Tests[j]; {
			case r == &s.Macro:
				f.add(0, t)
			case t.sole:
				f.soles = append(f.soles, t)
			default:
				f.add(1, t)
			}
		}
	}
	return f
}

func adjust(sets []Set, level float64, divide func(*Set) *familyParts) {
	alpha := 1 - level
	var tested []int
	var least []float64
	for i := range sets {
		s := &sets[i]
		p, ok := s.adjust(divide(s), alpha)
		if ok {
			tested = append(tested, i)
			least = append(least, p)
		}
	}
	adjusted, _ := stats.Holm(least) // all are between 0 and 1
	for k, i := range tested {
		sets[i].P = report.RatioOf(adjusted[k], true)
		for _, r := range sets[i].rows() {
			for j := range r.Tests {
				t := &r.Tests[j]
				within := t.Adjusted
				t.Adjusted = max(within, adjusted[k])
				t.Significant = t.Adjusted <= alpha
				r.Reason = t.reason(alpha, within, sets[i].Tests, len(tested))
			}
		}
	}
	for i := range sets {
		for _, r := range sets[i].rows() {
			r.agree(level)
		}
	}
}

// agree makes the interval agree with the adjusted p-value: 0 lies within the interval unless the row is significant.
// Of five cases that all got worse, a resample lacks all with a chance of only e^-5. So the interval would exclude 0,
// while the exact test says p = 1/16, and more after adjustment for other tests. The test is right. The end that is
// moved to 0 is the end of the interval that belongs to the test (Miettinen 1976).
func (r *Row) agree(level float64) {
	if !r.Low.Defined {
		return
	}
	p := 1.0
	for _, t := range r.Tests {
		p = t.Adjusted
	}
	i := estimate.Agreeing(stats.Interval{Low: r.Low.Value, High: r.High.Value}, r.Delta.Value, p, level)
	r.Low, r.High = report.RatioOf(i.Low, true), report.RatioOf(i.High, true)
}

// reason says why a change is not significant, "" if it is.
func (t *Test) reason(alpha, within float64, tests, sets int) string {
	switch {
	case t.Significant:
		return ""
	case t.possible.Least > alpha:
		return "too few changed cases to tell"
	case t.P > alpha:
		return "within chance"
	case within > alpha:
		return fmt.Sprintf("within chance of %s", words.Plural(max(tests, 1), "test"))
	}
	return fmt.Sprintf("within chance of %s", words.Plural(sets, "data set"))
}

// adjust sets the p-values of one data set within its family, and returns the least of them; ok is false if there is no
// test.
func (s *Set) adjust(family *familyParts, alpha float64) (least float64, ok bool) {
	tests := family.tests
	if len(tests[0])+len(tests[1]) == 0 {
		return 0, false
	}
	least = 1
	adjusted, n := estimate.Family(family.parts, alpha)
	s.Tests += n
	for k := range tests {
		for i, t := range tests[k] {
			t.Adjusted = adjusted[k][i]
			least = min(least, t.Adjusted)
		}
	}
	for _, t := range family.soles {
		for _, field := range tests[1] {
			if field.P == t.P {
				t.Adjusted, t.possible.Least = field.Adjusted, field.possible.Least
			}
		}
	}
	return least, true
}
