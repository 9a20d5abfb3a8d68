// Package regression runs regression sets: JSON Lines files of documents with the
// response that a model gave, the JSON Schema that it was to keep, and what is
// expected of it. A [Suite] checks each of them as a subtest, offline, and gates
// on rates such as schemaValidRate, quoteInvariantRate and
// uniqueExtractionStability.
//
//	func TestRegression(t *testing.T) {
//		regression.Suite{
//			File:     "testdata/regression.jsonl",
//			Unit:     spans.UTF16,
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
// Package regressionset says what a record is and when its response is right. A set
// is read and checked as a whole before anything runs: while there is one mistake in
// it, the test fails with all of them and no case is run.
//
// # Who answers
//
// EVALTEST_PROVIDER says it, as in package replay: replay (default) takes
// providerResponseText; real asks Suite.Provider and writes nothing; record asks it
// and writes the responses into the file. Several trials (EVALTEST_TRIALS=5) of a
// real provider show how stable it is.
//
// # Metrics
//
// Beside what every suite of package evaltest has ("agreement", "driftRate",
// "pass^5" and so on), Gate.Limits takes as "measure NAME":
//
//   - schemaValidRate: of the answers that could be read, the share that keeps its
//     schema; 1 without any.
//   - failureRate: the share of responses that are failures.
//   - quoteInvariantRate: the share of extractions that stand in the document where
//     they say, in the units of Suite.Unit; 1 without any. Only with a Unit.
//   - uniqueExtractionStability: the mean over cases of the mean pairwise Jaccard
//     index of what the trials extracted; 1 for one trial.
//   - extractionCountMin, extractionCountMax, extractionCountMean and
//     extractionCountStdDev: of the number of extractions in the trials of a case,
//     as means over cases.
//   - groundingStrictF1, groundingExactF1, groundingPartialF1 and groundingTypeF1:
//     against the gold spans of the records that have them, with micro counts. Only
//     when there are any.
//   - cases, categories, packs: the breadth of the set.
//
// Those of a single answer are made for each trial, and their mean is taken.
// Counts may be limited by numbers above 1.
package regression
