// Package artifact writes and reads the files of runs: JSON Lines of schema [report.Schema], one
// file per data set, with the records in the order that package report says.
//
// [AppendRecord] encodes a record by its struct tags and [DecodeCase] decodes a case (writer.go, decode.go).
//
// A [Writer] streams records, each by one write, so that a crash loses no record that was written;
// a [Dir] names the files of one process. A [Reader] returns the records and reads on after bad
// lines; [List] finds the files of a directory, [Open] opens a file, compressed or not. [Walk]
// visits the sections of a source and decides which of them are whole, partial or broken; a
// [Joiner] joins sections into data sets, and checks that all shards of one run are there
// (shards.go). [ShardOf] splits a data set into shards. The markers of [Dir.Begin] tell of a
// run that was not closed, of data sets that a newer run has made stale, of two runs at the same
// time, and of suites that were skipped (marker.go).
package artifact
