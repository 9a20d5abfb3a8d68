// Package beam scores and summarises answers on Apache Beam: on prism in one
// process, on Flink, Dataflow or Spark on many machines. The spec, its semantics
// and the records are the same as in go test; the summary is the same byte for
// byte, intervals included.
//
// [Score] is the whole pipeline, which the command evalbeam runs. Use its parts in
// pipelines of your own:
//
//	want, deadWant := beam.ReadLines(s, "gs://b/want-*.jsonl.gz")
//	got, deadGot := beam.ReadLines(s, "gs://b/got-*.jsonl")
//	pairs, deadPairs := beam.Join(s, want, got)
//	records, unusable, err := beam.Evaluate(s, spec, caseOptions, pairs)
//	summaries := beam.Summarize(s, options, []string{"vendor"}, records)
//
// It is a module of its own, so that Beam's modules stay out of the main module.
// Package report has the types that it adds up; package report/diff compares runs
// on one machine in full.
//
// # Nothing is lost
//
// Every line that is not blank becomes a record or a [DeadLetter], and both are
// counted: see [Counts]. A line that is not JSON, a second line with the same id
// and an answer without a truth are dead letters and never stop a pipeline. A truth
// without an answer becomes both: a dead letter, and a record with status error in
// which every expected value is missing, so that recall counts it.
//
// # Registration
//
// A worker of Beam finds functions and types by their names, which have to be
// registered when the program starts: this is the only package of the project
// with init functions.
package beam
