// Package compare makes one table of many runs over the same documents: which system is best at which field, at which
// price, and on which cases the systems disagree.
//
// [Read] reads the artifacts of all runs as streams and returns a [Report]. Package summarize computes the numbers of a
// run, and package diff the tests.
//
// # Compared cases
//
// Data sets are matched by package and name, the remaining ones by a unique name, as in package diff, see
// [runs.MatchSets]; cases are matched by id. Repetitions of go test -count and -cpu are trials of their run. All numbers
// are over the cases that all runs were asked for. The report says how many more cases a run has. It names a run that is
// not whole, because it broke off or lacks records, and leaves it out of all numbers.
//
// With [Options].By the columns are not runs, but the values of labels, such as the model, of all data sets: one test
// may ask several systems. The elements between slashes that are one of these values are then removed from the name of
// a data set: "invoices/small" and "invoices/large" are one data set, "invoices".
//
// # The best run
//
// In each row the run with the highest value is marked as the best only if it is better than every other run beyond
// chance. The tests compare the highest run with each other run. They are the tests of package diff, paired over the
// cases. The p-value of a row is the greatest p-value of these tests (an intersection-union test, Berger 1982). Testing
// the highest of several runs does not raise the chance of a false mark: if two runs are equally good and ahead of all
// others, one of them is the highest, and beats the other by chance at the rate of their two-sided test. The rows of a
// data set are one family, tested in a fixed sequence. The row that decides, macro F1, is tested first, with all of
// alpha (1 - Level), however many fields there are. If it is significant, the other rows are also tested with all of
// alpha. So a field has a best run only if macro F1 has one. If macro F1 has no test, for example because it is equal in
// all runs, the fields are tested first. Holm's method adjusts for data sets, as in package diff. So if no run is truly
// best in any row, the chance of any mark is at most 1 - Level: see TestBestRunIsCrowned.
//
// If no run is the best, the runs that are not told apart from the highest are marked. A run is told apart if it is
// worse by such a test, with Bonferroni's correction. In the row that decides, it is for the pairs of runs of this row
// and for the data sets, as this row is tested first. In other rows it is for the pairs of runs in all rows of all data
// sets. Each of the two has a chance of at most 1 - Level to call any run worse than one that is no better. A run that
// is an exact copy of the highest makes no pairs: in the row that decides it brings no other run back. A row in which
// runs clearly differ may have neither mark.
//
// # The decision
//
// A report begins with one sentence for each data set: [Report.Decisions]. The sentence takes no test of its own. The
// row of macro F1 decides, or the pass rate if no run has a macro F1 (without truths, for example). "a is best" says
// that a is marked as the best in this row: its macro F1 is higher than the macro F1 of every other compared run,
// beyond chance, with documents as the unit, within the family of all rows and data sets. The points are the difference
// to the next run, and their interval, which agrees with the test of the two runs, lies above 0. A reader may conclude
// that a is the better system for documents like these, by the mean of the fields, each with the same weight. A reader
// may not conclude that a is better at each field, which the marks of the fields tell, nor that it is worth its price.
//
// "not told apart: a, b" names the highest run and the runs that no test calls worse. It does not say that they are
// equally good. The interval is of the difference between the highest run and the cheapest, or the next run if the
// highest is the cheapest: it tells how much the cheapest may lose. The runs that are worse beyond chance come after
// "worse". The sentence also has the pass rates and the prices of a case of the same two runs. These are measured
// values, and the sentence does not test them; the pass rate has marks in its row.
//
// If runs were not asked for the same cases, the sentence is about the cases that all have, and says so. It names runs
// that are not evaluable, or lack the data set, as not compared.
//
// # Costs
//
// Cost, tokens and latency have rows without marks; less is better. Run A is dominated by B if B costs no more, its
// macro F1 is as high or higher, and one of the two is better. The runs that are not dominated are the front (Pareto).
// These are measured values: an advantage in F1 may be chance. The latency of answers from recordings is not the
// latency of a model, and the latency of answers taken from an earlier run was measured then: both are marked and have
// no number. A cost that is known in a part of the cases alone is compared, and the sentence and the front say of how many.
//
// Measures that are not fields also have rows, with intervals. They are not hypotheses: they have no marks, and do not
// make other tests stricter.
//
// # One truth
//
// All runs are judged by the truths of the run that began last. If labels have changed, the answers that the other runs
// kept are judged again, see [runs.OneTruth]. The report states the effect on each run, and no number includes it. A
// case that cannot be judged in this way in one run is left out of all. If more than a tenth of the cases are left out,
// the data set is not compared.
//
// All runs are judged by the rules of one spec, the spec of the same run. If the answers of a run cannot be judged by
// them, for example because they were not kept, each run keeps its own rules, and a warning says so. A warning also
// names the fields whose truths were emptied.
//
// # Many documents
//
// Memory grows with the names of cases, with some 100 bytes for each case of each run, and with the different rows of
// counts; most cases share their row with others. Files are read again for the cases whose truth has changed, and for
// the values of the cases that are shown.
//
// # How many documents a comparison needs
//
// [Power] says how many documents it takes to find a drop of F1. It reads a run, draws pairs of runs from its documents, and breaks
// values in the second run of each pair. It tests each pair as package diff does: by the same tests, in the same family, at the same
// level. The file powerpool.go holds the run, powertrial.go draws and tests one pair, and power.go looks for the number.
package compare
