// Package preflight checks a spec against the truths of a data set before any answer is scored, and
// reports mistakes that would distort the score: a path that every truth lacks, where absence would
// agree with absence; truths that their comparator cannot read; an order of dates that the data
// contradict.
//
// A [Check] takes the truths one by one and keeps [Evidence], whose size depends on the spec and
// not on the number of truths. Evidence of the parts of a data set adds up, and is stored with the
// numbers; it yields a list of [Finding]s.
//
// Each truth is also compared with itself, as the answer of a perfect extractor: values are moved
// from their place in the truth to their place in answers, and the first of several accepted values
// is taken. The score of this answer is the ceiling, by the rules for every other answer: a value
// that its comparator cannot read is right where both sides are the same, and is reported as
// unreadable; see [Evidence.Ceiling].
//
// [Check.Answered] examines answers for one question only: whether the items of lists would find
// more partners by another match field.
//
// The invariants of the spec are checked on each truth, too: a broken one makes the label suspect.
//
// No comparator of the user's is called (compare.Func, compare.Semantic, a judge): in its place,
// compare.Exact compares the truth with itself. Invariants that are functions are not called.
//
// Package eval defines the meaning of a spec; evaltest and evalreport print the findings.
package preflight
