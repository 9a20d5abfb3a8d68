// Package say has what a page and a comment say alike of a report: names of data sets,
// the reasons of a verdict, rows of tables and the notes below them. How it looks is
// theirs.
package say
