// Package audit says which documents of a run a person has to look at, and how many, before the others are accepted
// unseen: enough to promise a share of right documents among the unseen ones.
//
// # What is accepted
//
// A case that has a truth is accepted with that truth: the label of a person, or a draft. A case without a truth is
// accepted with the answer of the run. The case is right if a reading of the whole document (package accept) agrees
// with that truth or answer in every leaf, by the rules of the spec.
//
// A document is one case with its copies (package traits): a person looks at them once. A skipped case is not part of
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
// answer the document had (accept.Reading.Held). If the document now has another truth or answer, or if it left the
// run, it counts as wrong: the record does not say whether it was wrong. This also holds for documents that were looked
// at first, so an audit of a later run may assure less than the audit of the run that was read. It never assures more.
//
// The number of documents to look at is exact: it follows the hypergeometric distribution, for a sample without
// replacement. Several looks share the risk of 5 in 100 (Bonferroni): see [Look].
//
// # Suspects
//
// A [Finder] finds the labels of a data set that are likely to be wrong, most suspicious
// first, each with the evidence:
//
//   - contradicted: two or more answers, of runs or trials, have the same value there, which differs from the label.
//     Answers without a value do not count. An answer with any other value, such as the label, ends the suspicion. If
//     the text of the document speaks for the label, the label has an Objection, and comes later.
//   - duplicate: another document of the data set has the same text (the same input, if texts are unknown) and another
//     label. Items may stand in another order. An input that all documents share, such as "", does not count.
//   - nowhere: the label is missing in the text of its document. This does not count in a field whose labels are
//     mostly missing, such as the code of a country: see [Finder.Derived].
//   - invariant: the truth breaks an invariant of the spec, and the label is an operand of it.
//
// None of this is proof: a label may be right in spite of all evidence.
//
// Package preflight says where a spec and all truths of a data set do not fit.
package audit
