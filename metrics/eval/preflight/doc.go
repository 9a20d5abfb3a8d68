// Package preflight holds a spec against the truths of a data set before any answer is
// looked at, so that nonsense is told and not scored: a path that no truth has, under
// which nothing agrees with nothing; truths that their comparator cannot read; an order
// of dates that the data contradict.
//
// A [Check] takes the truths one by one and keeps [Evidence], whose size depends on the
// spec and not on the number of truths. Evidence of the parts of a data set adds up, and
// is stored with the numbers; what it says is a list of [Finding]s.
//
// Each truth is also compared with itself, as the answer of a perfect extractor: values
// moved from where the truth keeps them to where answers do, and of several accepted
// values the first. What that scores is the ceiling, by the rules of every other answer: a
// value that its comparator cannot read is right where both sides are the same, and is told
// as one that cannot be read; see [Evidence.Ceiling].
//
// Answers are looked at for one thing only, by [Check.Answered]: whether the items of
// lists would find more partners by another match field.
//
// Of each truth the invariants of the spec are checked, too: one that is broken makes the
// label suspect.
//
// No comparator of the user's is called (compare.Func, compare.Semantic, a judge):
// in place of one, compare.Exact holds the truth against itself. Invariants that are
// functions are not asked.
//
// Package eval says what a spec means; evaltest and evalreport tell the findings.
package preflight
