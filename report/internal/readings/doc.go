// Package readings reads what people say about whole documents: the decisions "document" of review files, see package
// accept. A [Reading] has the values of a document as an answer has them. [Of] finds the readings in decisions, and
// [Rules.Settle] chooses the one that holds among the readings of one case.
//
// [Rules.Compare] says how far the readings of several people agree.
//
// [Rules] compare readings with each other, with answers and with truths as the spec of a data set compares an answer
// with its truth. A command does not have comparators that are functions of Go: it compares their fields exactly, and
// [Rules].Exact names them. Invariants and the threshold of the spec do not apply to people.
package readings
