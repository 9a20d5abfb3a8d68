// Package diff compares two runs over the same documents: which fields got worse, which
// got better, and whether that is more than chance.
//
// [Compare] reads the artifacts of both runs as streams and returns a [Report]; [WriteText] prints it in the manner of
// benchstat; its JSON form is for pages. Package report/internal/runs reads and judges the runs, and internal/estimate has
// the statistics. This package compares data sets, makes the report, and prints it. Package report/diff exports what
// users need of it.
//
// # The comparison
//
// Data sets are matched by package and name, the remaining ones by a unique name, and cases by their id. All numbers
// are over the cases that both runs asked for. Trials of a case belong to one document; repetitions of go test -count
// and -cpu are trials of their run. F1 is the mean over trials, and so is the share of trials in which a case is right
// on a field or passes. So five trials against one are not a change.
//
// Both runs are judged by one truth and one spec: those of the run that began last. If labels have changed, the answers that the other
// run kept are judged again, see [runs.OneTruth]. The effect of the labels has a line of its own, and is in no other number. If rules
// have changed, a second comparison under the rules of the other run finds what they hide, see [RuleChange]. Copies of a document, by the
// records of the run that began last, are one unit of tests and intervals; F1 adds up every case.
//
//   - ΔF1 of every field and of the micro and macro average, with the interval of [estimate.Change.Interval]: a Poisson
//     bootstrap over documents, seeded by the case's id or, if few cases changed, Tango's score interval. The interval
//     of the macro average is at least as wide as the intervals of its fields make it ([estimate.MeanInterval]).
//   - For every field and average, a test of ΔF1 = 0: the sign-flip test of the contributions of the cases (see
//     [stats.SignFlip], and [signflip.PairedTrials] if the runs have different numbers of trials). It sees that a
//     document with one wrong line now has ten, and its p-values have no floor. The test of a field leaves out a case
//     in which a comparison errored: its outcome is unknown.
//   - If each case has one value in a field and one trial, and all changes count the same in F1, the sign-flip test is
//     McNemar's exact test on the cases that became right or wrong. (A missing value counts less than a wrong one. In a
//     field with both kinds of changes, the sign-flip test distinguishes them and finds more than McNemar's.) A case is
//     right on a field if and only if it has no wrong, missing, hallucinated or invented leaf there.
//   - The same for every invariant, whose F1 is the rate at which it holds: a further hypothesis among the fields, in
//     no average. A case that has a truth in only one run is compared only by its invariants, unless the other run kept
//     its answer.
//   - The same for every declared class of a field ([compare.Class]), "type=invoice", with its F1: a further hypothesis
//     among the fields, in no average. A class that only one run declares is not compared, and a change of a class is
//     not counted as a change of the case in addition to the change of its field.
//   - With several trials, the noise between trials of one run: the standard deviation of micro F1 between them, the
//     difference of the runs that this explains, and the fields that are right in some trials of a case and not in
//     others.
//   - Measures that are not fields, and the cost and time of cases, each with an interval of the paired changes that
//     allows for their skewness, and no verdict.
//   - The rate of cases that pass, tested as a field with one value a case, with the interval of Tango: a hypothesis
//     among the fields.
//
// Package internal/estimate makes the tests and their family from the counts that this package reads from records.
//
// The tests of a data set are one family. The averages have half of the chance of a false alarm, by Hochberg's method;
// the fields have the other half, by Holm's method. A half in which everything is significant passes its share to the
// other. Holm's method also adjusts for the number of data sets. So if nothing changed, the chance of any mark is at
// most 1 - Level, for one data set or for twenty. A p-value is adjusted only for the tests that could have one as small
// (Westfall and Wolfinger 1997): a test of few changed cases takes little from the others.
//
// The mark of a row, its adjusted p-value, its interval and the headline agree: 0 lies within the interval unless the
// row is significant among all tests. [Row].Reason says if a change is within chance only because of the number of
// tests. Without other tests, it is the interval of the row by itself.
//
// # Many documents
//
// Memory grows with the names of cases and with fields, not with the size of the files. The comparison keeps the name
// of a case, once for both runs, and for each run the place of its record and the number of its row of counts; most
// cases share their row with others. Files are read a second time for the cases whose truth has changed, and for the
// values of the cases that are shown.
//
// Only the first 64 trials of a data set are compared. There are intervals for up to 6000 sums: three for each field
// and for the micro average, in each trial of each run. A warning says if trials or intervals are left out.
//
// With more than 8192 documents the bootstrap draws 8192 groups of documents; the hash of the id of a document decides
// its group. The standard error that this adds to the width of an interval, 1/sqrt(2·8192) or 0.8 %, is near the 0.7 %
// of 10,000 resamples.
package diff
