// Package stats says how far a measured number can be trusted: intervals around rates and scores, tests of one run
// against another on the same documents, how well confidences agree with outcomes, and how stable answers are from
// run to run.
//
// It knows counts and numbers only. Package metrics decides what is counted; report attaches the intervals to its
// summaries, and report/diff compares runs.
//
// # Which one to use
//
//   - A rate of successes in trials: [Wilson].
//   - A ratio of sums over documents, such as F1 or precision: [Bootstrap]. The fields of one document succeed or fail
//     together, so that counting each of them as a trial of its own would give too narrow an interval. For a ratio
//     between 0 and 1 the interval is [Accumulator.RatioInterval], which has a width even for few documents.
//   - A mean of such ratios over fields, some of which few documents have: [MeanInterval].
//   - The difference of two runs on the same documents: [Bootstrap], with the counts of both runs side by side.
//   - Whether more cases broke than were fixed: [McNemar]. Several such tests at once: [Holm].
//   - Confidences against outcomes: [Brier], [ECE], [Reliability], [AUROC], [Overconfidence], and their intervals, such
//     as [ECEInterval]; the confidence from which no review is needed: [RiskCoverage], [StraightThrough], [Assured].
//   - Which of many groups of documents are worse than all: [GroupsBelow].
//   - Repeated runs: [MeanPairwiseJaccard], [Agreement], [FlipRate], [PassAtK], [PassHatK], [Describe].
//
// # Undefined values
//
// A value that its data do not define comes with ok == false, and is then 0; each function says when. Functions
// never return NaN or an infinity, and never panic.
//
// # The same numbers everywhere
//
// Nothing is drawn at random. The bootstrap computes a document's weights from the seed and the document's name, with
// integers: the result does not depend on the order of the documents, on how they are spread over machines, on the Go
// release, or on the processor.
package stats
