// Package readings knows what people say that whole documents have: the decisions "document" of review files, see package
// accept. A [Reading] has the values of a document as an answer has them. [Of] finds the readings in decisions, and [Rules.Settle]
// which of several on one case holds.
//
// [Rules.Compare] says how far the readings of several people agree.
//
// [Rules] compare readings with each other, with answers and with truths as the spec of a data set compares an answer with
// its truth. Comparators that are functions of Go are not there when a command runs: their fields are compared exactly, and
// [Rules].Exact names them. Invariants and the threshold of the spec say nothing of people.
package readings
