package estimate

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Method names a test.
type Method string

const (
	// McNemar is SignFlip for a field in which each case has one value and one trial, and all changes count the same:
	// it compares the numbers of broken and of fixed cases.
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
