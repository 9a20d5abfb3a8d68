// Package compare makes one table of many runs over the same documents: which system is best at which field, at which
// price, and on which cases the systems disagree.
//
// [Read] reads the artifacts of all runs as streams and returns a [Report]. Package summarize makes the numbers of a
// run, and package diff the tests.
//
// # Compared cases
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
// # The best run
//
// In each row the run with the highest value is marked as the best only where it is better than every other beyond
// chance, by the tests of package diff, paired over the cases, of this run against each other run. The p-value of a
// row is the greatest p-value of these tests (an intersection-union test, Berger 1982). Where two runs are equally
// good and ahead of all others, one of them is the highest, and beats the other by chance at the rate of that
// two-sided test: to have picked the highest of several costs no more. The rows of a data set are one family, and
// data sets are adjusted by the method of Holm, as in package diff; the pass rate is one of the fields there. So
// where no run is truly best in any row, the chance of any mark is at most 1 - Level.
//
// Where no run is marked, those that are "not told apart" from the highest are told: all but
// those that are worse by such a test with the correction of Bonferroni for all pairs of
// runs and all rows of all data sets.
//
// # Costs
//
// Cost, tokens and latency stand beside; less is better, and no run is marked. Run A is dominated by B if B costs no
// more, its macro F1 is as high or higher, and one of the two is better. The other runs are the front (Pareto). These
// are the measured values: an advantage in F1 may be chance. The latency of answers from recordings is not the
// latency of a model, and the latency of answers taken from an earlier run was measured then: both are marked and
// have no number.
//
// Measures beside the fields have rows, too, with intervals. They are not hypotheses: they have no marks, and do not
// make other tests stricter.
//
// # One truth
//
// All runs are judged by the truths of the run that began last: where labels have changed, the answers that the
// others have kept are judged again, see [rescore.OneTruth]. The effect on a run is printed beside it, and is in none of
// the numbers. A case that cannot be judged so in one run is left out of all. Where these are more than a tenth, the
// data set is not compared.
//
// # Many documents
//
// Memory grows with the names of cases and with some 100 bytes for each case of each run, and with the different rows of counts
// that cases have, which most share with others. Files are read again for the cases whose truth has changed, and for the
// values of those that are shown.
package compare
