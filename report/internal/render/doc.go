// Package render reads artifacts for people and for other programs. [Load] reads
// them once and returns a [Report]: the numbers of package report, the findings of package
// breakdown, and the worst cases, as many as are to be shown. Package page makes a page of it,
// package markdown a comment on a pull request, and [Bench] input for benchstat. The methods of [Report] and [Set] write the
// texts that both share: names of data sets, the reasons of a verdict, rows of tables and the notes below them.
//
// [CSV], one row per comparison, streams records from an [artifact.Source] to the output and keeps none. [JUnit], test
// results for a CI server, keeps the texts of the cases that it shows.
//
// # Values are data
//
// Whatever a document, an extractor or a file name says is text in all forms. The page
// goes through html/template, under a content security policy; Markdown shows values in
// code spans that no character can end; XML is written by encoding/xml; a CSV cell that a
// spreadsheet would take for a formula is defused. Characters that are not seen (controls,
// escapes, bidi marks) are shown by their names in all of them but CSV, which has them as
// JSON escapes.
//
// Nothing is shown that the records do not hold: values that were redacted when
// they were recorded cannot come back.
package render
