// Package artifact is the files of runs: JSON Lines of schema [report.Schema], one file
// per data set, whose records come in the order that package report says.
//
// A [Writer] streams records, one write each, so that a crash loses none that was
// written; a [Dir] gives the files of one process their names. A [Reader] gives the
// records back and survives bad lines; [List] finds the files of a directory, [Open]
// opens one, compressed or not. [Walk] goes through the sections of a source and says
// what of it is whole, partial or broken; a [Joiner] joins sections into data sets, and
// sees that all shards of one run are there (internal/shards), into which [ShardOf] splits a
// data set. The markers that [Dir.Begin] writes tell of a run that was not closed, of data
// sets that a newer run has made stale, of two runs at the same time, and of suites that were
// skipped (internal/marker). [ScoreLines] are files of truths and answers from
// outside of go test.
package artifact
