// Package regression runs regression sets: JSON Lines files of documents with a
// model's response, its required JSON Schema, and the expected extractions. A
// [Suite] checks each document as a subtest, offline, and gates on rates such as
// schemaValidRate, quoteInvariantRate and uniqueExtractionStability.
//
//	func TestRegression(t *testing.T) {
//		regression.Suite{
//			File:     "testdata/regression.jsonl",
//			Unit:     "utf16",
//			Provider: realProvider(), // nil without an API key
//			Gate: evaltest.Gate{
//				Accuracy: 1,
//				Limits: []evaltest.Limit{
//					{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.95},
//					{Metric: "measure quoteInvariantRate", Is: "at_least", Value: 0.99},
//				},
//			},
//		}.Run(t)
//	}
//
// Package regressionset defines a record and the rules for a right response. A set
// is read and checked as a whole before the first case runs: if it has mistakes, the
// test fails with a list of them and runs no case.
//
// # Who answers
//
// EVALTEST_PROVIDER sets the mode, as in package replay: replay (default) reads
// providerResponseText; real calls Suite.Provider and does not write; record calls
// it and writes the responses into the file. Several trials (EVALTEST_TRIALS=5) of
// a real provider show how stable it is.
//
// # Metrics
//
// In addition to the numbers of every suite of package evaltest ("agreement", "driftRate", "pass^5" and so on),
// Gate.Limits can limit these as "measure NAME":
//
//   - schemaValidRate: the share of the readable answers that conform to their schema; 1 if there are none.
//   - failureRate: the share of responses that are failures.
//   - quoteInvariantRate: the share of extractions whose quote is in the document at its offsets, in the units of
//     Suite.Unit; 1 if there are none. Only with a Unit.
//   - uniqueExtractionStability: the mean over cases of the mean pairwise Jaccard
//     index of the trials' extractions; 1 for one trial.
//   - extractionCountMin, extractionCountMax, extractionCountMean and extractionCountStdDev: the minimum, maximum, mean
//     and standard deviation of the number of extractions over the trials of a case, each as a mean over cases.
//   - groundingStrictF1, groundingExactF1, groundingPartialF1 and groundingTypeF1:
//     against the gold spans of records, with micro counts. Only if some record has
//     gold spans.
//   - cases, categories, packs: the breadth of the set.
//
// Measures of a single answer are computed for each trial and averaged. Limits
// on counts may be above 1.
package regression
