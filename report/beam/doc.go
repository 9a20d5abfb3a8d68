// Package beam scores and summarises answers on Apache Beam: on prism in one
// process, on Flink, Dataflow or Spark on many machines. The spec, its semantics,
// the records and the summary are those of go test; the bytes of the summary are
// the same, intervals included.
//
// [Score] is the whole pipeline, as the command evalbeam runs it. Its parts can be
// put into pipelines of your own:
//
//	want, got := beam.ReadLines(s, "gs://b/want-*.jsonl.gz"), beam.ReadLines(s, "gs://b/got-*.jsonl")
//	joined := beam.Join(s, want.Lines, got.Lines)
//	scored := beam.Evaluate(s, spec, joined.Pairs)
//	summaries := beam.Summarize(s, options, []string{"vendor"}, scored.Records)
//
// It is a module of its own, so that nobody else has Beam's modules in his graph.
// Package report has what it adds up with, package report/diff compares runs of
// one machine in full.
//
// # Nothing is lost
//
// Every line that is not blank ends in a record or in a [DeadLetter], and both are
// counted: see [Counts]. A line that is not JSON, a second line of an id and an
// answer without a truth are dead letters and never stop a pipeline. A truth
// without an answer is both: a dead letter, and a record with status error in which
// everything expected is missing, so that it does not vanish from recall.
//
// # Registration
//
// A worker of Beam finds functions and types by their names, which have to be
// registered when the program starts: the one place in this project that has init
// functions.
package beam
