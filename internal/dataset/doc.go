// Package dataset reads data sets and files of answers: JSON Lines, also compressed, CSV and TSV, and folders of pairs. A
// [File] is each of them as JSON Lines, so that whatever reads one form reads all, with the same messages. For a file in
// another form, the error names the form and, if there is one, a command that converts the file.
package dataset
