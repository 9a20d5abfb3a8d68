// Package rescore evaluates the answers in artifacts again, without calling an extractor: all of a run under another spec
// ([Job]), or one of them by another truth or under other rules ([Judge]).
//
// Records of cases have the whole truth and the whole answer as JSON, unless anything is redacted, one of the two is
// longer than 64 KiB, or EVALTEST_ANSWERS=off. Facts that do not depend on the spec are taken from the records:
// durations, costs, tags, confidences, the user's measures, and the results of comparators that are functions of Go
// ([Functions]). The texts of documents are needed for the origin of a mistake and for invariants that are in_source.
// They are not in records: [Data] has them. A record that cannot be evaluated as in a new run is refused, with the
// remedy. Nothing is guessed.
//
// [Totals] compare the answers of several trials of the same cases, case by case. They do not keep the answers. All sums
// are exact, so that the order in which cases end makes no difference.
package rescore
