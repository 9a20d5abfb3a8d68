// Package terminal is text for people: [WriteText] prints a summary as a table,
// [WriteCase] the record of one case in full. The rest is what it takes to print any text
// of a document safely: what may be sent to a terminal, how wide it is there, and what
// cannot be taken for a line of go test's.
package terminal
