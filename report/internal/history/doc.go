// Package history follows the fields of data sets over several runs: whether their F1 has fallen or risen and since
// when, and how it changed over the last runs. It also lists what changed in their truths.
//
// [Read] takes the artifacts of the runs one after the other and returns a [Report]; [WriteText] and [WriteMarkdown]
// print it, package report/internal/render/page/several draws it. A history answers two questions, each with its own
// test:
//
//   - Has the newest run fallen behind? Package diff compares it with the oldest of the last runs, document by
//     document. This test sees a great fall at once.
//   - Has a field changed for good? If there are eight runs or more, a permutation test searches the F1 of all runs for
//     a step or a slope that would be unlikely if the runs were in random order. It finds a small fall that lasts, and
//     a gradual fall.
//
// A history is read again after every run, so the level of both tests holds for many reads: if nothing changes, the
// chance that any of 13 reads in a row finds a fall is at most 1 - Level. The permutation test gets three fifths of
// this chance. The comparison of the last runs gets one fifth, or all of it if there are fewer than eight runs; each
// read gets a thirteenth of that. The rest is a reserve: each read takes its threshold from the orders of its own runs,
// so over 13 reads the chance only comes close to its share.
//
// # The permutation test
//
// All fields, averages and invariants of all data sets are tested together. For each of them:
//
//   - A change is a step with at least three runs on either side, or a straight slope over all runs. Its fit is the
//     likelihood ratio of normal values, -(n-2)/2·ln(1-r²), with n runs and r the correlation of the step or slope with
//     F1. The fit of a step is lowered by 1.5, because a step can be in many places. The better fit counts.
//   - F1 is cut off at 4.45 median deviations from the median (three standard deviations of normal values), so that one
//     outlier matters little. The variance of one value is added to the variance of F1, so that a single mistake in a
//     field without other mistakes is not a large change. Runs that lack the field are left out.
//
// Then the test puts the runs in 9,999 random orders, with a fixed seed, the same orders for all fields; above 100 rows
// it draws fewer orders, at least 1,999. For each of the last 13 reads (the first 8, 9, … runs, up to all), the p-value
// of an order is the share of orders in which the best fit of any field is as good. The p-value is divided by the
// weight of the read: its number of runs, at most 20. The p-value of a change is the share of the orders in which any
// read has a weighted p-value as small as that of the change in the newest read. It is multiplied by 13 over the number
// of reads, and divided by the share of three fifths. Falls and rises are tested separately.
//
// The test takes every order of the runs as equally likely if nothing changes. A cause that lasts for several runs,
// such as a provider's bad week, is a change. The test permutes whole runs. Permuting the runs of each document
// separately would find smaller changes, but would also report a change for each run in which many documents fail
// together.
//
// # Labels
//
// All runs are judged by the truths of the newest run. If labels have changed since, the kept answers of a run are judged
// again, see [runs.OneTruth]. A run has no F1 if more than a tenth of its cases cannot be judged in this way. All runs are
// also judged by the rules of the newest run. A run whose answers were not kept keeps its own rules. So a changed spec is
// no step. A fall that the new rules hide is not seen in the history; the comparison of the last runs says what they hide
// ([diff.RuleChange]). This makes no run a decline.
//
// # Cases
//
// The permutation test searches the numbers over the cases that all runs have, so that a data set that grows by harder documents
// does not look like a fall. A run that would leave fewer than half of the cases of the newest run is not searched. The numbers
// that are shown are those of each run's own cases.
//
// # Systems
//
// Runs of several systems, which have different values of a label, are not one history: the differences between the
// systems would look like changes. [CheckSystem] finds them, and [ReadSystems] makes a history of each. These share 1 -
// Level in equal parts.
//
// Read needs the memory of one comparison: of the other runs it keeps only F1.
//
// # Truths
//
// [CompareTruths] lists what changed between two files of truths, such as two revisions of one data set; [WriteTruths] prints the
// log. It joins the lines of both files by id. A case is added, removed, renamed (only the id of its line differs),
// changed, rewritten (the bytes of its truth differ but no value does: blanks, the order of keys, of rows or of texts
// in an array), or unchanged. The log has each changed place of a case with both values:
//
//   - Keys of objects are compared by name. A missing key and a null key are different values, since a spec may tell
//     them apart. So are 1 and 1.0, whose printed digits may be a tolerance.
//   - Rows, items of arrays of objects, are paired as an evaluation without a spec pairs them. Two paired rows are
//     compared key by key; a row without a partner is one change, with its index in its own file.
//   - Texts of an array have no order. Items of other arrays are paired with equal items, and the remaining ones in
//     order.
//   - The values beside the truth, such as tags, input and text, are compared, too. Their changes are marked.
package history
