// Package report is what was measured: the records of a run, the files that
// hold them, their summary, and its table as text.
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
// [Redaction], without the values that nobody may see. A [Writer] streams records,
// one write each, so that a crash loses none that was written; a [Reader] gives
// them back and survives bad lines; a [Summarizer] turns cases into a [Summary];
// a [Gate] judges a summary; [WriteText] prints it. [ScoreLines] are files of
// truths and answers from outside of go test.
//
// Outcomes and counts come from package metrics, results of single documents
// from metrics/eval, intervals from metrics/stats. Package evaltest fills
// artifacts from inside go test; report/render and report/diff make pages and
// comparisons of them.
package report
