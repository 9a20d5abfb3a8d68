// Package breakdown says where the mistakes of a run are: in which slices of the
// documents ([Slicer]), of what kind ([Mistakes]), and how well the extractor's own
// confidence tells them ([Calibrator]).
//
// Each of the three takes the cases of one data set one by one. Its memory grows with fields and tags, not with
// cases. [Findings] prints the results. Package report has the numbers over all cases, report/internal/render the pages on
// which both are shown.
package breakdown
