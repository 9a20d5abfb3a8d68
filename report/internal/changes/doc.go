// Package changes lists what changed between two files of truths, such as two revisions of one data set.
//
// [Compare] joins the lines of both files by id. A case is added, removed, renamed (only the id of its line differs),
// changed, rewritten (the bytes of its truth differ but no value does: blanks, the order of keys, of rows or of texts
// in an array), or unchanged. Compare lists each changed place of a case with both values:
//
//   - Keys of objects are compared by name. A missing key and a null key are different values, since a spec may tell
//     them apart. So are 1 and 1.0, whose printed digits may be a tolerance.
//   - Rows, items of arrays of objects, are paired as an evaluation without a spec pairs them. Two paired rows are
//     compared key by key; a row without a partner is one change, with its index in its own file.
//   - Texts of an array have no order. Items of other arrays are paired with equal items, and the remaining ones in
//     order.
//   - The values beside the truth, such as tags, input and text, are compared, too. Their changes are marked.
//
// [WriteText] prints the log.
package changes
