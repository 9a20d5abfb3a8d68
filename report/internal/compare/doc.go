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
// Where no run is the best, those that are not told apart from the highest are marked: all but
// those that are worse by such a test with the correction of Bonferroni for all pairs of
// runs and all rows of all data sets.
//
// # The decision
//
// A report begins with one sentence for each data set: [Report.Decisions]. It takes no test of its own. The row of macro F1 decides,
// or the pass rate where no run has a macro F1, as without truths. "a is best" says that a is marked as the best of this row: its
// macro F1 is higher than the macro F1 of every other compared run, beyond chance, with documents as the unit, within the family of all rows
// and data sets. The number of points is the difference to the next run, by the test of the two; its interval lies above 0, since
// the test says so. A reader may conclude that a is the better system for documents like these, by the mean of the fields, each with
// the same weight; not that it is better at each field, which the marks of the fields tell, nor that it is worth its price.
//
// "not told apart: a, b" names the highest run and those of which no test says that they are worse. It does not say that they are equally
// good: the interval is of the difference of the highest to the cheapest, or to the next run where the highest is the cheapest, and tells how
// much may be lost with the cheapest. Those that are worse beyond chance come behind "worse". How many documents
// pass, and the price of a case, are measured values of the same two runs, and are not tested here; the pass rate has marks in its row.
//
// Where runs were not asked for the same cases, the sentence is about the cases that all have, and says so; runs that are not evaluable, or lack the data
// set, are named in it as not compared.
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
