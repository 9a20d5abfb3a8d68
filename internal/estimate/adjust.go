package estimate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Family holds the tests of one data set.
//
// They are of two parts: the averages with half of alpha, 1 - level, and the fields with the other half. [StepDown]
// adjusts the tests of the fields. [Hochberg] adjusts the two averages, which mostly move together. If all tests of a
// part are significant, its alpha passes to the other part (Bretz, Maurer, Brannath and Posch 2009). In a data set with
// one field the averages are that field. Any test of a data set that did not change is significant with a chance of at
// most alpha.
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
		f.adjust(alpha)
		if f.Tested {
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

// Method names a test.
type Method string

const (
	// McNemar is SignFlip for a special case: each case has one value and one trial in the field, and all changes count
	// the same. It compares the numbers of broken and of fixed cases.
	McNemar Method = "mcnemar"
	// SignFlip tests ΔF1 = 0 by the influence of each case; see [stats.SignFlip] and [signflip.PairedTrials].
	SignFlip Method = "sign_flip"
)

// Test is one test of the family.
type Test struct {
	Method Method `json:"method"`
	// Delta is the change of F1.
	Delta float64 `json:"delta"`
	// P is two-sided. Adjusted is P within the family of its data set, and at least the P of the [Family]. Significant
	// says that Adjusted is at most 1 - level. [Adjust] sets both.
	P           float64 `json:"p"`
	Adjusted    float64 `json:"adjusted"`
	Significant bool    `json:"significant,omitzero"`

	Possible Possible `json:"-"` // the values that P can have with as many changes
	Sole     bool     `json:"-"` // the test repeats the test of the only field, and is not counted again
	Reason   string   `json:"-"` // why the change is not significant, "" if it is; set by [Adjust]
}

// NewTest returns the sign-flip test of a change of a number by the influences of documents, with Adjusted 0. It returns
// false if nothing changed. If delta, which counts if it is defined, and the sum of the influences have opposite signs, P
// is 1: the test cannot say which way the number went. This may happen if cases that broke weigh less in F1 than cases
// that were fixed.
func NewTest(e *Evidence, delta float64, defined bool) (Test, bool) {
	if e.Changes == 0 {
		return Test{}, false
	}
	p, possible, ok := e.Test()
	if !ok {
		return Test{}, false
	}
	sum := e.Sum()
	t := Test{Method: SignFlip, Delta: sum, P: p, Possible: possible}
	if defined && delta != 0 {
		t.Delta = delta
	}
	if delta*sum < 0 {
		t.P = 1
	}
	return t, true
}

// Repeat makes t a repetition of the test of the only field of a data set: it is no hypothesis of its own.
func (t *Test) Repeat(field Test) { t.Method, t.P, t.Sole = field.Method, field.P, true }

// Every returns the test with the greatest p-value: it is significant at a level if and only if all tests are (an
// intersection-union test, Berger 1982). tests is not empty.
func Every(tests []Test) Test {
	weakest := slices.MaxFunc(tests, func(a, b Test) int { return cmp.Compare(a.P, b.P) })
	least := weakest.Possible.Least
	for _, t := range tests {
		least = min(least, t.Possible.Least)
		weakest.Sole = weakest.Sole && t.Sole
	}
	weakest.Possible = Possible{Least: least} // the least p-value possible in any of the tests
	return weakest
}

// Agree makes the interval of a change agree with the adjusted p-value of its test, 1 for no test: 0 lies within the
// interval unless the test is significant. Of five cases that all got worse, a resample lacks all with a chance of only
// e^-5. So the interval would exclude 0, while the exact test says p = 1/16, and more after adjustment for other tests.
// The test is right. The end that is moved to 0 is the end of the interval that belongs to the test (Miettinen 1976).
func Agree(i stats.Interval, delta float64, tests []Test, level float64) stats.Interval {
	p := 1.0
	for _, t := range tests {
		p = t.Adjusted
	}
	return Agreeing(i, delta, p, level)
}
