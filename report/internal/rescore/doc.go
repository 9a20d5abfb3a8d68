// Package rescore evaluates answers again that artifacts have kept, without a single call
// of an extractor: under another spec ([Job]), or by the truths of another run ([OneTruth]).
//
// Records of cases hold the truth and the answer as JSON, whole, unless anything is redacted, one of them is longer
// than 64 KiB, or EVALTEST_ANSWERS=off. Facts that do not depend on the spec are taken from the records: durations,
// costs, tags, confidences, the measures of the user's functions, and their results on two values ([Functions]). The
// texts of documents are needed for the origin of a mistake and for invariants that are in_source. They are not in
// records: [Data] has them. A record that cannot be evaluated as a new run would is refused, with the remedy; nothing
// is guessed.
package rescore
