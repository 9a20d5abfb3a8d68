// Package view is the model of an answer, as one page for every surface: a [Page] has blocks, and a block is a [Heading], a
// [Sentence], a [List], a [Table], a [Fold] or a [Figure]. Who has something to say builds blocks once; the writers print
// them: [Page.Text] for a terminal, [Markdown] for a pull request, package figures for a browser, and [CSV] as a table of data. The
// writers do not know the subject of a page, and a page does not know its writers.
//
// A [Text] is spans. A span with Code is text that a user, a document or a model wrote: each writer makes it visible and
// harmless in its own way, and cuts it. Other spans are our own words; writers also escape them, but do not cut them.
//
// # Tables
//
// A builder makes a table with all columns that it has values for. A surface picks those that it shows, in its own order
// and under its own titles: see [Table.Pick]. A column may be left out where it is empty ("limit?"), and a narrow terminal
// leaves out the columns that say which group they are in (Column.Spare), group 1 first.
package view
