// Package report is what was measured: the records of a run as types, the gate that
// judges them, and the JSON Schema of what is written.
//
// An artifact is a JSON Lines file of schema [Schema], one file per data set,
// described by schema.json beside this text. Its records come in this order:
//
//	run      what ran: package, versions, selection
//	dataset  what was measured: name, spec, gate
//	case     one document, many times
//	summary  the numbers over all cases
//	gate     the limits, and whether they were kept
//	end      the file is whole
//
// [NewCase] makes the record of a case from its result, bounded and, by a
// [redact.Redaction], without the values that nobody may see; a [Gate] judges a [Summary].
// The files are package report/artifact, the way from cases to summary is package
// report/summarize, and its table as text is package internal/terminal.
//
// Outcomes and counts come from package metrics, results of single documents
// from metrics/eval, intervals from metrics/stats. Package evaltest fills
// artifacts from inside go test; report/internal/render and report/diff make pages and
// comparisons of them.
//
// This package is bigger than others since records, the numbers in them, and the limits on
// these refer to each other; what reads, adds up or prints them has packages of its own.
package report
