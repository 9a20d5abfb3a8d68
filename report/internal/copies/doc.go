// Package copies says how much evidence the cases of a data set are. Cases of one document are one unit of every
// interval and test, and of every number of documents that decides something. Counts, F1 and the limits on them count
// every case. [Of] returns the document of a case, and [UnitOf] its unit if a tag joins documents.
//   - If the text of a document is known, text and truth identify the document. So equal texts with different truths
//     are two documents.
//   - Otherwise, if the input of the extractor is known and not empty, input and truth identify the document.
//   - If a case has no truth, only its text or its input identifies the document.
//   - A case without text and input is identified by its truth, if the truth has values in two fields or more and
//     chance does not explain the equal truths: if the fields were independent, fewer than .05 pairs of cases would be
//     expected to be equal (see [Census.Decide]). Answers play no part.
//   - A case without any of these is a document of its own.
//
// A [Census] counts the units, and decides about the truths, in bounded memory and in any order.
package copies
