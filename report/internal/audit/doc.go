// Package audit says which documents of a run a person looks at before the others are accepted unseen, and how many: so many
// that a share of right among those that nobody looked at is promised.
//
// # What is accepted
//
// A case that has a truth is to be accepted with it: with the label of a person, or with a draft. A case without a truth is to
// be accepted with the answer of the run. It is right if a reading of the whole document (package readings) agrees with it in
// every leaf, by the rules of the spec.
//
// A document is one case, or the cases that are copies of it (package copies): they are looked at once. A skipped case is no
// part of the plan.
//
// # Which are looked at first
//
// Documents with a reason to doubt them come first, see [Kind]: those with more kinds of reasons before others, then by the
// strongest kind, by how much there is of it, and in the order of the run. To look at them lowers the number of mistakes among the others. It
// proves nothing about these.
//
// # What is promised
//
// The others stand in a random order, which a seed and the ids decide alone. They are looked at in this order, up to one of the
// points in [Plan].Looks, which are fixed before the first of them is looked at. When at most the stated number of documents was wrong
// there, then of those that nobody has looked at, the wished share is right: a promise that is false for at most 5 of 100 data
// sets, whichever documents are wrong, and however often one looks.
//
// The promise counts documents and is about these documents, not about others like them: they were drawn at random among
// themselves. So it holds also where mistakes come in clusters, as those of one vendor do, and [report.Dataset].Cluster
// changes nothing. TestPromise simulates it.
//
// The number of looked-at documents that the promise takes is exact: it follows the hypergeometric distribution, for a sample without replacement. Several looks share the
// risk of 5 in 100 (Bonferroni): see [Look].
package audit
