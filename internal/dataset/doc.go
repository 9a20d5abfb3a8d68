// Package dataset reads data sets and files of answers: JSON Lines, also compressed, CSV and TSV, and folders of pairs. A
// [File] is each of them as JSON Lines, so that whatever reads one form reads all, with the same messages. For a file in
// another form, the error names the form and, if there is one, a command that converts the file.
//
// The key label beside the truth of a case says where the truth comes from:
//
//	{"id": "inv-1", "want": {"total": 12.5}, "label": {"state": "draft", "at": "2026-11-26", "from": {"labels": {"model": "x"}, "artifact": "inv.jsonl"}}}
//	{"id": "inv-2", "want": {"total": 7}, "label": {"state": "reviewed", "by": "anna", "at": "2026-11-27"}}
//	{"id": "inv-3", "want": {"total": 9, "iban": "DE"}, "label": {"state": "reviewed", "by": "anna", "fields": {"iban": {"state": "draft"}}}}
//
// A case without the key has no label, and is judged like any other. [ParseLabel] reads a label, [Label.Own] decides
// whether a truth is a draft of the system that it judges, and [SetLabel] writes a label into the line of its case.
//
// Documents whose texts are nearly equal, two readings of one scan or a letter with another date, are copies: a [CopyFinder] takes
// texts one by one and returns the pairs as [NearCopies].
//
// # Selections
//
// The package reads the texts that select cases of a data set: the patterns of go test -run and -skip, as package testing reads
// them ([Includes]), and the text of a slice ([ParseCondition]), the cases to which a limit applies: a tag and its value,
// "vendor=acme", or a computed slice, "rows of lines>=40".
//
// A computed slice needs no tag: its name is "MEASURE of THING", with one of the measures of this package. Package
// traits finds its value in the record of a case. Measures that are numbers take ">=", "<" and "=", other measures "=":
//
//	rows of lines>=40            rows of the list in the truth
//	pages of document<10         pages of the case
//	length of text>=3000         characters of the text of the document
//	size of input<100000         bytes of the input
//	latency of answer>=2.5       seconds of the last call
//	retries of answer>=1         failed calls before it
//	presence of notes=yes        the truth has a value, or "no"
//	class of type=invoice        the class in the truth; class of type="credit note"
//	stop of answer=max_tokens    why the model stopped
//	script of text=Cyrillic      the script of most letters
//	layout of numbers=1.889,00   how the truth writes numbers
//	layout of dates=dmy          how the truth writes dates
//
// For the last of these the package describes the form of a document and of its answer in words: the script of its text
// ([ScriptOf]), how its numbers and dates are printed ([NumberLayout], [DateLayout]), whether the answer was cut off
// ([CutOff]). No such word contains a value of the document.
package dataset
