// Package paired decides whether the new one of two runs over the same documents is worse than the old one: numbers in,
// tests out. It knows neither records nor reports.
//
// What goes in are the counts of each document in both runs, by field and trial:
//
//  1. [NewSample] takes the fields of a data set, and how many trials each run has.
//  2. [Sample.Count] and [Sample.Total] take the counts of every document, from which come the F1 of both runs and its
//     changes ([Sample.Block], [Sample.MicroBlock], [Sample.MacroDelta]) and, by [Sample.Weigh], what one value weighs.
//  3. [Sample.StartUnit], [Sample.StartDocument], [Sample.Add] and [Sample.EndUnit] take the counts of the documents that
//     changed once more, for the influence of each on the change of F1. Documents that are copies of each other are one
//     unit. Documents without a change may be left out.
//
// What comes out are tests:
//
//  4. [NewTest] tests a change by the influences of documents: of a field, of the micro and of the macro average. Numbers
//     that are no F1 have an [estimate.Evidence] of their own, into which the caller puts their influences. If a data set
//     has one field ([Sample.Sole]), its averages repeat the test of this field: see [Test.Repeat].
//  5. [Adjust] adjusts the tests of all data sets as one family. Any test of data sets that did not change is Significant
//     with a chance of at most 1 - level. The new run is worse if a test is Significant and its Delta is below 0.
//     [Sample.Intervals] has the intervals of changes, and [Agree] makes each agree with its test.
package paired
