// Package copies says how much evidence the cases of a data set are. Cases of one document are one unit in every
// interval, test and threshold, however often the document is stored. [Of] returns the document of a case, and [UnitOf]
// its unit if a tag joins documents.
//
//   - A document is identified by its text and its truth, else by the input of the extractor and its truth (DocumentHash
//     of a case), without a truth by its text (TextHash) or the input (InputHash) alone. So equal texts with different
//     truths are two documents.
//   - If a case has neither, equal truths are one document unless chance explains them: if the fields were independent,
//     fewer than .05 pairs of cases would be expected to have equal truths (see [Census.Decide]). Answers play no part.
//   - A case without any of these is a document of its own.
//
// A [Census] counts the units, and decides about the truths, in bounded memory and in any order.
package copies
