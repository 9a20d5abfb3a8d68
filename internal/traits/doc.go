// Package traits says what the record of a case tells about the case: its traits, of which document it is, so that copies
// are no further evidence, and how its packet is divided.
//
// Traits are how long the lists of a case are, which values its truth has, how long the answer took. Computed slices
// select cases by their traits, as other slices do by the tags that a user gives to cases. [Of] lists the traits of a
// case, and [Parse] reads a slice of either kind; package dataset has the syntax.
//
// # Documents
//
// Cases of one document are one unit of every
// interval and test, and of every number of documents that decides something. Counts, F1 and the limits on them count
// every case. [DocumentOf] returns the document of a case, and [UnitOf] its unit if a tag joins documents.
//   - If the text of a document is known, text and truth identify the document. So equal texts with different truths
//     are two documents.
//   - Otherwise, if the input of the extractor is known and not empty, input and truth identify the document.
//   - If a case has no truth, only its text or its input identifies the document.
//   - A case without text and input is identified by its truth, if the truth has values in two fields or more and
//     chance does not explain the equal truths: if the fields were independent, fewer than .05 pairs of cases would be
//     expected to be equal (see [Census.Decide]). Answers play no part.
//   - A case without any of these is a document of its own.
//
// A [Census] counts the units, and decides about the truths, in bounded memory and in any order. [Sums] resample them: the
// ids of the cases decide the weights of a unit, and hashes, which redaction makes with a key, only which cases it has.
//
// # Packets
//
// [PacketsOf] reads from the record of a case how truth and answer divide a packet, a file of several documents, into
// sections, and says in words where they differ ([Packet.Mistakes]). HTML pages, comments and terminals
// show the same words.
//
// A record bounds its values: see [Packet.Unkept] for the sections that it does not keep. The package never shows a
// class or pages that the record withholds.
package traits
