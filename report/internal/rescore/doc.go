// Package rescore evaluates answers again that artifacts have kept, without a single call
// of an extractor: under another spec ([Job]), or by other truths ([Judge]).
//
// Records of cases hold the truth and the answer as JSON, whole, unless anything is
// redacted, one of them is longer than 64 KiB, or EVALTEST_ANSWERS=off. What does not
// depend on the spec is taken as it was recorded: durations, costs, tags, confidences, what
// functions of the user's have measured, and what they said of two values ([Functions]). The
// texts of documents, in which the origin of a mistake and invariants that are in_source are
// looked for, are not in records: [Data] has them. What cannot be evaluated as a new run
// would is refused, with the remedy; nothing is guessed.
package rescore
