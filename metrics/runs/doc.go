// Package runs measures how stable an extractor is: what several runs over the same
// documents agree on, and how often a run gives nothing that could be used.
//
// A run is one more answer to the same document, never one more document: all of
// these functions take the runs of a case together.
//
// What the extractions of an answer are is said by the caller; the usual reader is the
// method Extractions of a Layout of package spans.
//
// What a single answer is worth is measured elsewhere: package spans checks its
// quotes, package eval its values. The statistics that know nothing of documents,
// such as agreement, flip rate, Jaccard index, pass@k and pass^k, are in package
// stats; [Texts] and [ItemTexts] turn answers into what they take.
package runs
