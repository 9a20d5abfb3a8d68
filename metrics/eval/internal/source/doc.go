// Package source reads the text of a spec, a YAML or JSON file, into a tree of
// values that know where they stand, so that whatever is wrong with one can be said
// with line and column.
//
// [Read] makes the tree. [Entry] takes the members of one object out of it, each at
// most once: what is left was asked for by nobody and is unknown. [Problems]
// collects what is wrong on the way, in the order of the file. [Comparators] makes
// comparators of what is written, and [WriteComparator] writes them. What the other
// members mean is decided in package eval. The options of struct tags are read by the same
// means, without a position, by package gotype.
package source
