// Package estimate says how much the documents of a sample prove: intervals of ratios, changes and means over documents
// whose values are wrong together. Package onerun says what else one run proves.
//
// For a comparison of two runs over the same documents, a [Layout] arranges the sums of counts from which F1 of fields
// and averages are computed, and a [Drawing] resamples them. [Evidence] holds the contribution of each document to the
// change of one F1, with its test and the least drop that the test finds. [Possible] holds the p-values that a test can
// have at all; [StepDown] uses them to adjust the tests of a family.
//
// The package works only on numbers: counts, and the sums and predictions of package stats. It knows neither records
// nor reports. As in package stats, an undefined value comes with ok == false, and no function returns NaN or panics.
//
// # Which run is worse
//
// A [Sample] decides whether the new one of two runs over the same documents is worse than the old one.
//
// What goes in are the counts of each document in both runs, by field and trial:
//
//  1. [NewSample] takes the fields of a data set, and how many trials each run has.
//  2. [Sample.Count] and [Sample.Total] take the counts of every document, from which come the F1 of both runs and its
//     changes ([Sample.Block], [Sample.MicroBlock], [Sample.MacroDelta]) and, by [Sample.Weigh], what one value weighs.
//  3. [Sample.StartUnit], [Sample.StartDocument], [Sample.Add] and [Sample.EndUnit] take the counts of the documents that
//     changed once more, for the influence of each on the change of F1. Documents that are copies of each other are one
//     unit. Documents without a change may be left out.
//
// What comes out are tests:
//
//  4. [NewTest] tests a change by the influences of documents: of a field, of the micro and of the macro average. Numbers
//     that are no F1 have an [Evidence] of their own, into which the caller puts their influences. If a data set
//     has one field ([Sample.Sole]), its averages repeat the test of this field: see [Test.Repeat].
//  5. [Adjust] adjusts the tests of all data sets as one family. Any test of data sets that did not change is Significant
//     with a chance of at most 1 - level. The new run is worse if a test is Significant and its Delta is below 0.
//     [Sample.Intervals] has the intervals of changes, and [Agree] makes each agree with its test.
package estimate

import (
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
)

// DefaultLevel is the confidence level of intervals when none is stated.
const DefaultLevel = 0.95

// Agreeing returns an interval of an estimated difference that agrees with the p-value of a test of the difference: the
// interval contains 0 iff p is greater than 1 - level. If i agrees already, Agreeing returns i. Otherwise it moves the
// end near 0 to the end of the interval of the test, estimate·(1 - z/z_p), where z belongs to the level and z_p to p
// (Miettinen 1976).
func Agreeing(i stats.Interval, estimate, p, level float64) stats.Interval {
	if covered := i.Low <= 0 && i.High >= 0; covered == (p > 1-level) || estimate == 0 {
		return i
	}
	end := -estimate
	if zp := stats.Normal(1 - p); zp > 0 {
		end = estimate * (1 - stats.Normal(level)/zp)
	}
	if estimate > 0 {
		i.Low, i.High = max(end, -estimate), max(i.High, estimate)
	} else {
		i.Low, i.High = min(i.Low, estimate), min(end, -estimate)
	}
	return i
}

// ValidLevel reports whether a level is above 0 and below 1.
func ValidLevel(level float64) bool { return level > 0 && level < 1 }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
