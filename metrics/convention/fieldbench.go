package convention

import "github.com/extracteval/extracteval/metrics"

// FieldBenchOf returns the counts of the fields that FieldBench looks at. Their [metrics.Counts.Accuracy] is its accuracy and
// their [metrics.Counts.NullFloor] its all-null floor, the accuracy of an extractor that returns nothing. FieldBench calls a
// wrong value wrong_value and a missing one miss, and prints 0 where a ratio is undefined.
//
// Its fields are the keys of the expected document, null ones included, so invented keys and items are not counted. FieldBench
// also ignores a value for a key that the expected document lacks; here such a value counts as a hallucination if the
// specification names the key.
//
// A list is one field in FieldBench, right when it holds the same items in any order: compare lists as a whole to get the same
// counts. [] and {} are empty there. Its partial credit for lists is not derived from counts.
//
// Source: github.com/fieldbench/fieldbench, scorer version 0.1.0: src/fieldbench/scoring.py (39c3f62), aggregate.py and corpus.py
// (06fa658).
func FieldBenchOf(c metrics.Counts) metrics.Counts {
	c.Invented, c.Errored = 0, 0
	return c
}
