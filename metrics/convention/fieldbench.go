package convention

import "github.com/extracteval/extracteval/metrics"

// FieldBench holds the buckets of FieldBench, one for each field of the expected document.
type FieldBench struct {
	Match          int
	WrongValue     int
	Miss           int
	Hallucination  int
	CorrectAbsence int
}

// FieldBenchOf returns FieldBench's buckets. Its fields are the keys of the expected document, null ones included, so invented
// keys and items are not part of it. Nor is, in FieldBench, a value for a key that the expected document does not have at all;
// such a value counts as a hallucination here when the specification names the key.
//
// A list is one field in FieldBench, right when it holds the same items in any order: compare lists as a whole to get the same
// counts. [] and {} are empty there. Its partial credit for lists is not derived from counts.
//
// Source: github.com/fieldbench/fieldbench, scorer version 0.1.0: src/fieldbench/scoring.py (39c3f62), aggregate.py and corpus.py
// (06fa658).
func FieldBenchOf(c metrics.Counts) FieldBench {
	return FieldBench{Match: c.Match, WrongValue: c.Wrong, Miss: c.Missing, Hallucination: c.Hallucinated, CorrectAbsence: c.CorrectAbsence}
}

// fields returns the number of fields, the sum of all buckets.
func (f FieldBench) fields() int {
	return f.Match + f.WrongValue + f.Miss + f.Hallucination + f.CorrectAbsence
}

// Accuracy returns (Match + CorrectAbsence) / the sum of all buckets, in [0,1]; 0 and false without fields.
func (f FieldBench) Accuracy() (float64, bool) {
	return ratioOr(0, f.Match+f.CorrectAbsence, f.fields())
}

// NullFloor returns FieldBench's all-null floor, (CorrectAbsence + Hallucination) / the sum of all buckets, in [0,1]: the accuracy of an
// extractor that returns nothing. 0 and false without fields.
func (f FieldBench) NullFloor() (float64, bool) {
	return ratioOr(0, f.CorrectAbsence+f.Hallucination, f.fields())
}
