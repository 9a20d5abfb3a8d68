// Package breakdown says where the mistakes of a run are: in which slices of the
// documents ([Slicer]), of what kind ([Mistakes]), with which wrong class ([Causes]), and how well the extractor's own
// confidence tells them ([Calibrator]). What many mistakes have in common is a [Pattern]: a slice that is
// worse than the rest, by a tag or a trait that is computed, a class with which other fields are wrong, a list that ends early, packets whose
// sections are cut or joined.
//
// Each of them takes the cases of one data set one by one. Its memory grows with fields and tags, not with
// cases, beyond 20,000: the Slicer keeps the values and traits of up to that many, some 20 bytes a field and trait each. [Findings] prints the results. Package report has the numbers over all cases, report/internal/render the pages on
// which both are shown.
package breakdown
