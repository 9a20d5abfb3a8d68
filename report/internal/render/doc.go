// Package render reads artifacts for people and for other programs. [Load] reads them once and returns a [Report]: the
// numbers of package report, the findings of package breakdown, and as many of the worst cases as a page shows. Package
// page makes a page of it, [WriteMarkdown] a comment on a pull request or the summary of a CI step, [Bench] input for
// benchstat, and [WriteCase] the record of one case in full. The methods of [Report] and [Set] write the texts that both share: names of data sets, the reasons of a
// verdict, rows of tables and the notes below them.
//
// [CSV], one row per comparison, streams records from an [artifact.Source] to the output and keeps none. [JUnit], test
// results for a CI server, keeps the texts of the cases that it shows.
//
// # Values are data
//
// Text of documents, extractors and file names is text in all forms, never markup or a formula. The page goes through
// html/template, under a content security policy; Markdown shows values in code spans that no character can end; XML is
// written by encoding/xml; a CSV cell that a spreadsheet would take for a formula is defused. All forms show invisible
// characters (controls, escapes, bidi marks) by their names, except CSV, which has JSON escapes for them.
//
// No form shows more than the records have: values that were redacted when they were recorded cannot come back.
package render
