// Package runs measures how stable an extractor is: how far several runs over the same documents
// agree, and how often a run gives an unusable answer. It may change in a minor version.
//
// A run is one more answer to the same document, never one more document: all of
// these functions take the runs of a case together.
//
// The caller passes the extractions of each answer; the method Extractions of a Layout of package
// spans reads them from the usual forms.
//
// Other packages measure a single answer: package spans checks its quotes, package eval its values.
// Package stats has the statistics that need no document, such as agreement, flip rate, Jaccard
// index, pass@k and pass^k; [Texts] and [ItemTexts] turn answers into their arguments.
package runs
