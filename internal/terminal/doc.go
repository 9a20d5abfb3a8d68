// Package terminal prints text for people: [WriteText] prints a summary as a table, [DescribeCase] and [Misses] print a case
// of a running test. [Visible] and [LineStart] make texts of documents safe to print:
// they control no terminal, and no program takes them for a line of go test's.
// Pages and comments take the same sentences from here ([System], [Limit], [ApproximateNote]); [Excerpt] and [ShowValues] cut
// texts and values.
package terminal
