// Package compare makes one table of many runs over the same documents: which system is
// best at what, at which price, and on which cases the systems disagree.
//
// [Read] reads the artifacts of all runs as streams and returns a [Report]. The numbers of
// a run are those of package summarize, and the tests those of package diff.
//
// # What is compared
//
// Data sets are matched by name, and by package where a run has several of
// that name; cases by their id. Repetitions of go test -count and -cpu are trials of their run. Everything is of the cases that all runs were asked for. How many a
// run has beyond these is said. A run that is not whole, as it broke off or lacks records, is
// named and enters nothing.
//
// With [Options].By the columns are not the runs but the values of labels, such as the
// model, of all data sets that are read: several systems that one test asked. The elements
// of a name between slashes that are such a value are not part of it: "invoices/small" and
// "invoices/large" are one data set, "invoices".
//
// # What is best
//
// In each row the run with the highest value is marked as the best only where it is better
// than every other beyond chance, by tests that are paired over the cases: those of package
// diff, of the best against each other run. The p-value of a row is that of the weakest of
// these (an intersection-union test, Berger 1982). Where two runs are equally good and
// ahead of all others, one of them is the highest, and beats the other by chance at the
// rate of that two-sided test: to have picked the highest of several costs nothing more. The rows of a data set
// are one family, and data sets are adjusted by the method of Holm, as in package diff; the
// pass rate is one of the fields there. So where no run is truly best in any row, the chance
// of any mark is at most 1 - Level.
//
// Where no run is marked, those that are "not told apart" from the highest are told: all but
// those that are worse by such a test with the correction of Bonferroni for all pairs of
// runs and all rows of all data sets.
//
// # What it costs
//
// Cost, tokens and latency stand beside; less is better, and nothing is marked. Run A is dominated by B if
// B costs no more and has no lower macro F1, and is better in one of them. Those that are
// not dominated are the front (Pareto). These are the measured values: an advantage
// in F1 may be chance. The latency of answers from recordings is not that of a model, and that of answers
// taken from an earlier run was measured then: both are marked and have no number.
//
// What is measured beside the fields has rows, too, with intervals. It is no hypothesis: nothing is marked, and no
// other test is stricter for it.
//
// # One truth
//
// All runs are judged by the truths of the one that began last: where labels have changed, the answers that the others
// have kept are judged again, see package relabel. What that does to a run is said beside it, and in none of the
// numbers. A case that cannot be judged so in one run is left out of all; where these are more than a tenth
// the data set is not compared.
//
// # Many documents
//
// Memory grows with the names of cases and with 36 bytes for each case of each run, with the different rows of counts
// that cases have, which most share with others, and with the different outcomes that cases have in all runs together. Files are read again for
// the cases whose truth has changed, and for the values of those that are shown.
package compare
