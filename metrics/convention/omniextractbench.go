package convention

import "github.com/extracteval/extracteval/metrics"

// OmniExtractBench holds the buckets of Datalab's omni-extract-bench: one for each address of a value on either side.
type OmniExtractBench struct {
	Matched    int // both sides have a value, and they agree
	Misread    int // both have a value, and they differ
	Unfound    int // the truth has a value, the prediction has none
	Fabricated int // the schema has the slot, the truth has no value, the prediction has one
	Invented   int // invented_item and invented_field together: the truth has no place for it
}

// OmniExtractBenchOf returns the buckets of omni-extract-bench. Absence on both sides has no address and is not counted, so
// that wide schemas do not raise the score. Its two kinds of invention, a value of an item too many and a name that the schema
// does not have, are one outcome here.
//
// [metrics.Counts.Confusion] with [metrics.WrongBoth] has the precision, recall and F1 of omni-extract-bench, which
// prints 0 if they are undefined.
//
// omni-extract-bench reports the mean of the documents' accuracies: derive it from each document's counts, with 0 for a document
// without an answer, and take the mean.
//
// omni-extract-bench distinguishes fabricated from invented values by the schema, this module by the specification or
// the truth. No ratio depends on the difference. omni-extract-bench pairs list items that have at least one value in
// common.
//
// Source: github.com/datalab-to/omni_extract_bench 1.x: omni_extract_bench/metric.py (2eb1d15) and docs/METRIC_SPEC.md (e04a980),
// section 4. In versions before 1.0 accuracy went up to 100.
func OmniExtractBenchOf(c metrics.Counts) OmniExtractBench {
	return OmniExtractBench{Matched: c.Match, Misread: c.Wrong, Unfound: c.Missing, Fabricated: c.Hallucinated, Invented: c.Invented}
}

// total returns the number of addresses on either side.
func (o OmniExtractBench) total() int {
	return o.Matched + o.Misread + o.Unfound + o.Fabricated + o.Invented
}

// Accuracy returns Matched divided by the number of addresses, in [0,1]: a wrong value costs as much as a missing one.
// 0 and false without addresses.
func (o OmniExtractBench) Accuracy() (float64, bool) { return ratio(o.Matched, o.total()) }

// Found returns Matched + Misread divided by the number of addresses, in [0,1]: whether the prediction looked in the
// right places. 0 and false without addresses.
func (o OmniExtractBench) Found() (float64, bool) { return ratio(o.Matched+o.Misread, o.total()) }

// ReadRight returns Matched / (Matched + Misread), in [0,1]: whether it read them correctly; 0 and false when it found none.
// Found times ReadRight is Accuracy.
func (o OmniExtractBench) ReadRight() (float64, bool) {
	return ratio(o.Matched, o.Matched+o.Misread)
}
