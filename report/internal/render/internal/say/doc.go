// Package say holds the sentences that a page and a comment share: names of data sets,
// the reasons of a verdict, rows of tables and the notes below them. How it looks is
// theirs.
package say
