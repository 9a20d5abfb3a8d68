// Package accept turns answers into truths: if an answer is right and the label is wrong, it changes the label in the
// data file. [Data] finds and reads the files, and [Labels].Write replaces a file.
//
// [Rules].Changes lists the changes that the record of a case offers, and [Labels].Apply makes the chosen ones. All
// other bytes of the file stay as they are: other lines and values, the order of keys, blanks, line ends and a byte
// order mark. A case whose truth is not the evaluated one is refused.
//
// # Changes of the truth
//
// Paths are paths in the record. If the truth has the field at another path (eval.Field.WantPath), it is changed at
// that path.
//
//   - wrong, hallucinated, errored: the truth gets the value of the answer. Keys and objects on the path that are
//     missing or null are created.
//   - missing: the truth becomes null, which says that the document has no such value.
//   - a row of the truth without a partner (an item of a list or set): the whole row is removed from its array.
//   - a row of the answer without a partner: the whole row is added at the end of the array, with the values that were
//     compared. The record lacks values that were not compared.
//   - an invented key: it is added to its object, with all values recorded in it.
//
// A row is accepted as a whole or not at all: half a row would be a truth that no document has. In a field that is
// compared by one_of, the truth lists accepted values. The answer replaces all of them; with the decision [Both] it is
// added to them.
//
// Values that the record does not have (redacted, cut, beyond its bounds) are refused. So are answers of a failed
// extractor, answers that cannot be read, and answers of another kind than the truth.
//
// # Review files
//
// A review file keeps decisions about a run, as JSON Lines with one decision a line. [Read] reads it, [Write] writes it
// and [Merge] joins several:
//
//	{"case":"inv-3","path":"total","decision":"answer","want":30.5,"got":35.0,"reviewer":"ann","time":"2026-01-12T09:30:00Z"}
//	{"case":"inv-5","path":"total","decision":"value","value":50.0,"want":50.5,"note":"smudged","reviewer":"ann"}
//	{"case":"inv-6","path":"(document)","decision":"document","value":{"number":"A-6","total":12.5},"reviewer":"bob","blind":true}
//
// The keys are
//
//	case       the id of the case; required
//	path       of the leaf or row, as Change has it; required
//	decision   "answer", "value", "wrong", "both", "document", or "open", which withdraws a decision; required
//	value      for the decision "value" the new truth, null for no value; for "document" the values of the whole
//	           document, in the form of an answer
//	want, got  the truth and the answer that the reviewer saw; no key if there was none
//	want_hash  in place of want, its [HashOf]; for a row of the truth, Change.WantHash; for "document" the hash of the
//	           truth at that time or, without a truth, of the answer
//	dataset    the name of the data set, if the artifact has several
//	trial      the trial, from 1, if there were several; default 1
//	note, reviewer, time (RFC 3339)
//	blind      true if the reviewer saw no truth, no answer and no decision of others; only for "document"
//	state      "adjudicated" if the reviewer saw the decisions of several others; only for "document"
//
// [Rules].Decide turns decisions into changes. It refuses a decision if the record lacks the values that the reviewer
// saw. "both" is for fields that are compared by one_of: the truth of other fields has one value.
//
// # Readings
//
// A [Reading] is what a person says about a whole document, a decision "document" of a review file: the values of the
// document in the form of an answer. [ReadingsOf] finds the readings in decisions, and [ReadingRules.Settle] chooses the valid one among the readings of one case.
//
// [ReadingRules.Compare] says how far the readings of several people agree.
//
// [ReadingRules] compare readings with each other, with answers and with truths as the spec of a data set compares an answer
// with its truth. A command cannot call comparators that are Go functions: it compares the fields that use them
// exactly, and [ReadingRules].Exact names these comparators. Invariants and the threshold of the spec do not apply to people.
package accept
