// Package relabel judges several runs over the same cases by one truth where labels have changed between them.
//
// The truths come from the run that began last, today's. Where an earlier run has another truth of a case, the answer
// that its record keeps is evaluated again as package rescore does: under the spec of its own run, so that only the
// truth differs. A case whose answers cannot be judged so is left out, and counted: records without answers or truths
// (they were too long, EVALTEST_ANSWERS=off), values that are redacted, a comparator that is a function of Go and has
// not compared these values, rules that have changed since. Where more than a tenth of the cases is left out, a
// conclusion is impossible.
//
// The labels' own effect is a number of its own, see [Change].
//
// Which truths differ is known by the hashes that a ledger has. Only the records of these cases are read a second time, in one
// pass over the files for each 65,536 of them.
package relabel
