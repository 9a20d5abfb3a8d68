// Package audit says which documents of a run a person has to look at, and how many, before the others are accepted
// unseen: enough to promise a share of right documents among the unseen ones.
//
// # What is accepted
//
// A case that has a truth is accepted with that truth: the label of a person, or a draft. A case without a truth is
// accepted with the answer of the run. The case is right if a reading of the whole document (package readings) agrees
// with that truth or answer in every leaf, by the rules of the spec.
//
// A document is one case with its copies (package copies): a person looks at them once. A skipped case is not part of
// the plan.
//
// # Which are looked at first
//
// Documents with a reason to doubt them come first, see [Kind]. They are sorted by the number of kinds of reasons, the
// most first, then by the strongest kind, then by its weight, then by the order of the run. Looking at them first
// leaves fewer mistakes among all documents. It proves nothing about the others.
//
// # What is promised
//
// The others are in a random order, which depends only on a seed and the ids. A person looks at them in this order, up
// to one of the points in [Plan].Looks, which are fixed in advance. If at most [Look].Wrong documents are wrong up to
// this point, at least the wished share of the documents after it is right. This promise is false for at most 5 of 100
// data sets, whichever documents are wrong, and at however many points the person checks.
//
// The promise counts documents. It is about these documents, not about others like them: the sample was drawn from them
// at random. So it also holds if mistakes come in clusters, such as those of one vendor, and [report.Dataset].Cluster
// changes nothing. TestPromise simulates it.
//
// A sample stays as it was drawn. A document that was wrong when a person read it stays wrong in the count and in Rest,
// although its truth was corrected since: the unseen documents are as wrong as before. A reading says which truth or
// answer the document had (readings.Reading.Held). If the document has another one now, or if it left the run, it
// counts as wrong, since the record does not say whether it was. This also holds for documents that were looked at
// first, so an audit of a later run may assure less than the audit of the run that was read. It never assures more.
//
// The number of documents to look at is exact: it follows the hypergeometric distribution, for a sample without
// replacement. Several looks share the risk of 5 in 100 (Bonferroni): see [Look].
package audit
