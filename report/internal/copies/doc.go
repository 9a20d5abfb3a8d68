// Package copies says how much evidence the cases of a data set are. Cases of one document are one unit in every interval,
// test and threshold, however often the document is stored: [Of] says which document a case is of, and [UnitOf] which unit,
// where a tag joins documents.
//
//   - A document is known by its text (TextHash of a case), else by the input of the extractor (InputHash).
//   - Where a case has neither, equal truths are one document where chance does not explain them: were the fields independent,
//     fewer than .05 pairs of cases would be expected to have equal truths (see [Census.Decide]). Answers are never asked.
//   - A case that has none of these is a document of its own.
//
// A [Census] counts the units, and decides about the truths, in bounded memory and in any order.
package copies
