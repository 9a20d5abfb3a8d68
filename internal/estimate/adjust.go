package estimate

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Family holds the tests of one data set.
//
// They are of two parts: the averages with half of alpha, 1 - level, and the fields with the other half.
// [StepDown] adjusts the tests of the fields. [Hochberg] adjusts the two averages, which mostly move
// together. If all tests of a part are significant, the other part gets its alpha, too (Bretz, Maurer, Brannath and Posch
// 2009). In a data set with one field the averages are that field. Any test of a data set that did not change is
// significant with a chance of at most alpha.
//
// If Deciding is set, the Averages have all of alpha, and the Fields have it after all Averages are significant, see
// [SequentialParts].
type Family struct {
	Deciding bool
	Averages []*Test
	Fields   []*Test
	Repeated []*Test // not counted: each repeats a test of the Fields

	// Adjust sets P, the least adjusted p-value, adjusted by Holm's method for the number of data sets with any test, and
	// Tests, how many tests can be significant at all. Tested is false if there is no test.
	P      float64
	Tests  int
	Tested bool
}

// Adjust sets the adjusted p-values of all tests of data sets, whether the tests are significant, and the Reason of
// those that are not.
//
// The tests of each data set are adjusted as [Family] says. Data sets are then adjusted by the method of Holm, each by
// its least p-value: any test of any number of unchanged data sets is significant with a chance of at most 1 - level. The
// p-value of a test is the greater of two: its p-value within the data set, and the p-value of the data set.
func Adjust(families []*Family, level float64) {
	alpha := 1 - level
	var tested []*Family
	var least []float64
	for _, f := range families {
		if f.adjust(alpha); f.Tested {
			tested = append(tested, f)
			least = append(least, f.P)
		}
	}
	adjusted, _ := stats.Holm(least) // all are between 0 and 1
	for k, f := range tested {
		f.P = adjusted[k]
		for _, tests := range [][]*Test{f.Averages, f.Fields, f.Repeated} {
			for _, t := range tests {
				adjusted := t.Adjusted
				t.Adjusted = max(adjusted, f.P)
				t.Significant = t.Adjusted <= alpha
				t.Reason = t.reason(alpha, adjusted, f.Tests, len(tested))
			}
		}
	}
}

// adjust sets the p-values of one data set within its family, and the least of them.
func (f *Family) adjust(alpha float64) {
	tests := [2][]*Test{f.Averages, f.Fields}
	if f.Tested = len(f.Averages)+len(f.Fields) > 0; !f.Tested {
		return
	}
	parts := Parts()
	if f.Deciding {
		parts = SequentialParts()
	}
	for k := range tests {
		for _, t := range tests[k] {
			parts[k].P, parts[k].Possible = append(parts[k].P, t.P), append(parts[k].Possible, t.Possible)
		}
	}
	adjusted, n := AdjustParts(parts, alpha)
	f.P, f.Tests = 1, n
	for k := range tests {
		for i, t := range tests[k] {
			t.Adjusted = adjusted[k][i]
			f.P = min(f.P, t.Adjusted)
		}
	}
	for _, t := range f.Repeated {
		for _, field := range f.Fields {
			if field.P == t.P {
				t.Adjusted, t.Possible.Least = field.Adjusted, field.Possible.Least
			}
		}
	}
}

// reason says why a change is not significant, "" if it is.
func (t *Test) reason(alpha, adjusted float64, tests, sets int) string {
	switch {
	case t.Significant:
		return ""
	case t.Possible.Least > alpha:
		return "too few changed cases to tell"
	case t.P > alpha:
		return "within chance"
	case adjusted > alpha:
		return fmt.Sprintf("within chance of %s", words.Plural(max(tests, 1), "test"))
	}
	return fmt.Sprintf("within chance of %s", words.Plural(sets, "data set"))
}
