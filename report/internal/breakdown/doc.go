// Package breakdown says where the mistakes of a run are: in which slices of the documents ([Slicer]), of which kind
// ([Mistakes]), and with which wrong class ([Causes]). [Calibrator] says how well the extractor's own confidence tells
// right values from wrong ones. A [Pattern] is what many mistakes have in common: a slice, by a tag or a computed
// trait, that is worse than the rest; a class with which other fields are wrong; a list that ends early; packets whose
// sections are cut or joined.
//
// Each type takes the cases of one data set one by one. Its memory grows with fields and tags and, up to 20,000 cases,
// with cases: the Slicer keeps the values and traits of these cases, some 20 bytes for each field and trait of a case.
// [Findings] prints the results. Package report has the numbers over all cases, report/internal/render the pages that
// show both.
package breakdown
