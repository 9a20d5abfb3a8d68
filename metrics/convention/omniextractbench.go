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
// omni-extract-bench reports the mean of the documents' accuracies: derive it from each document's counts, with 0 for a document
// without an answer, and take the mean.
//
// It tells a fabricated value from an invented one by the schema; here the specification or the truth is asked, which makes no
// difference to any ratio. It pairs list items that have at least one value in common.
//
// Source: github.com/datalab-to/omni_extract_bench 1.x: omni_extract_bench/metric.py (2eb1d15) and docs/METRIC_SPEC.md (e04a980),
// section 4. In versions before 1.0 accuracy went up to 100.
func OmniExtractBenchOf(c metrics.Counts) OmniExtractBench {
	return OmniExtractBench{Matched: c.Match, Misread: c.Wrong, Unfound: c.Missing, Fabricated: c.Hallucinated, Invented: c.Invented}
}

// asserted returns the number of values that the prediction has.
func (o OmniExtractBench) asserted() int { return o.Matched + o.Misread + o.Fabricated + o.Invented }

// gold returns the number of values that the truth has.
func (o OmniExtractBench) gold() int { return o.Matched + o.Misread + o.Unfound }

// total returns the number of addresses on either side.
func (o OmniExtractBench) total() int { return o.gold() + o.Fabricated + o.Invented }

// Accuracy returns Matched divided by the number of addresses, in [0,1]: a wrong value costs once, as much as a missing one. 0 and false without anything.
func (o OmniExtractBench) Accuracy() (float64, bool) { return ratioOr(0, o.Matched, o.total()) }

// Precision returns Matched divided by the number of values that the prediction has, in [0,1]; 0 and false when nothing was given.
func (o OmniExtractBench) Precision() (float64, bool) { return ratioOr(0, o.Matched, o.asserted()) }

// Recall returns Matched divided by the number of values that the truth has, in [0,1]; 0 and false when the truth has no value.
func (o OmniExtractBench) Recall() (float64, bool) { return ratioOr(0, o.Matched, o.gold()) }

// F1 returns the harmonic mean of Precision and Recall, in [0,1]; 0 and false without a match.
func (o OmniExtractBench) F1() (float64, bool) { return harmonic(o.Precision, o.Recall, o.Matched) }

// Found returns Matched + Misread divided by the number of addresses, in [0,1]: whether the prediction looked in the right places; 0 and false without
// anything.
func (o OmniExtractBench) Found() (float64, bool) { return ratioOr(0, o.Matched+o.Misread, o.total()) }

// ReadRight returns Matched / (Matched + Misread), in [0,1]: whether it read them correctly; 0 and false when it found none.
// Found times ReadRight is Accuracy.
func (o OmniExtractBench) ReadRight() (float64, bool) {
	return ratioOr(0, o.Matched, o.Matched+o.Misread)
}
