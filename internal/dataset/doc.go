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
package dataset
