// Package preflight checks a spec against the truths of a data set before any answer is scored, and
// reports mistakes that would distort the score: a path that every truth lacks, where absence would
// agree with absence; truths that their comparator cannot read; an order of dates that the data
// contradict.
//
// A [Check] takes the truths one by one and keeps [Evidence], whose size depends on the spec and
// not on the number of truths. Evidence of the parts of a data set adds up, and is stored with the
// numbers; it yields a list of [Finding]s.
//
// The check also compares each truth with itself, as the answer of a perfect extractor: it moves values from their
// place in the truth to their place in answers, and takes the first of several accepted values. The score of this
// answer is the ceiling; see [Evidence.Ceiling]. It follows the rules for every other answer. A value that its
// comparator cannot read is right, since both sides are the same; only a place that cannot be read matches nothing. The
// check reports both as unreadable.
//
// [Check.Answered] examines answers for a few questions: whether items of lists would find more partners by another
// match field, whether wrong values would match by another comparator, which order of dates fits, which other names
// answers give to missing values, and whether answers have the values that invariants name.
//
// The check also checks the invariants of the spec on each truth: a truth that breaks an invariant is suspect.
//
// The check does not call comparators that may be costly (compare.Func, compare.Semantic, a judge): it uses
// compare.Exact in their place. It does not call invariants that are functions.
//
// Package eval defines the meaning of a spec; evaltest and evalreport print the findings.
package preflight
