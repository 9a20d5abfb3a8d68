// Package readings reads what people say about whole documents: the decisions "document" of review files, see package
// accept. A [Reading] has the values of a document in the form of an answer. [Of] finds the readings in decisions, and
// [Rules.Settle] chooses the valid one among the readings of one case.
//
// [Rules.Compare] says how far the readings of several people agree.
//
// [Rules] compare readings with each other, with answers and with truths as the spec of a data set compares an answer
// with its truth. A command cannot call comparators that are Go functions: it compares the fields that use them
// exactly, and [Rules].Exact names these comparators. Invariants and the threshold of the spec do not apply to people.
package readings
