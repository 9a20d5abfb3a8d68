// Package render makes of artifacts what people and other programs read: a page
// ([HTML]), a comment on a pull request ([Markdown]), test results for a CI server
// ([JUnit]), one row per comparison ([CSV]) and input for benchstat ([Bench]).
// [Overlays] are pictures of the boxes of a case, which the page has, too.
//
// [Load] reads artifacts once and returns a [Report]: the numbers of package
// report, what package breakdown found, and the worst cases, as many as are to be
// shown. HTML, Markdown and Bench print a Report. CSV and JUnit stream records from
// a [artifact.Source] to the output and keep none.
//
// # Values are data
//
// Whatever a document, an extractor or a file name says is text here. HTML goes
// through html/template, under a content security policy that allows the page's
// own script and style and nothing else; Markdown shows values in code spans that
// no character can end; XML is written by encoding/xml; a CSV cell that a
// spreadsheet would take for a formula is defused. Characters that are not seen
// (controls, escapes, bidi marks) are shown by their names in all of them but
// CSV, which has them as JSON escapes.
//
// Nothing is shown that the records do not hold: values that were redacted when
// they were recorded cannot come back.
package render
