// Package stats says how far a measured number can be trusted: intervals around rates and scores, tests of one run
// against another on the same documents, how well confidences agree with outcomes, and how stable answers are from
// run to run.
//
// The package knows counts and numbers only. Package metrics defines the counts; package report attaches the intervals
// to its summaries, and report/diff compares runs.
//
// # Which one to use
//
//   - A rate of successes in trials: [Wilson].
//   - A ratio of sums over documents, such as F1 or precision: [Bootstrap]. The fields of one document succeed or fail
//     together, so that counting each of them as a trial of its own would give too narrow an interval.
//   - The difference of two runs on the same documents: [Bootstrap], with the counts of both runs side by side.
//   - Whether more cases broke than were fixed: [McNemar]. Several such tests at once: [Holm].
//   - Whether a score changed, by its change in each document: [SignFlip].
//   - Confidences against outcomes: [Brier], [ECE], [Reliability], [AUROC]; the confidence from which no review is needed:
//     [RiskCoverage], [StraightThrough].
//   - Repeated runs: [MeanPairwiseJaccard], [Agreement], [FlipRate], [PassAtK], [PassHatK], [Describe].
//   - People who read the same documents: [CohenKappa] for two of them; [KrippendorffAlpha] for several, or where
//     values are missing.
//
// # Undefined values
//
// An undefined value is 0 and comes with ok == false; each function says when. Functions never return NaN or an
// infinity, except [SquaredDifference], and never panic.
//
// # The same numbers everywhere
//
// Nothing is drawn at random. The bootstrap computes a document's weights from the seed and the document's name, with
// integers: the result does not depend on the order of the documents, on how they are spread over machines, on the Go
// release, or on the processor.
package stats
