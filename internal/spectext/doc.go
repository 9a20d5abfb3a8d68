// Package spectext reads the text of a spec, a YAML or JSON file, into a tree of values with their
// positions, so that every error has a line and a column.
//
// [Read] makes the tree, of JSON too, since JSON is YAML. [Entry] takes the members of one object out of it, each at most once:
// members that are left are unknown. [Problems] collects the errors, in the order of the file.
// [Comparators] makes comparators from their text, and [WriteComparator] writes them. Package eval
// reads the other members. The options of struct tags are read by the same means, without a
// position.
//
// A spec may also stand in a Go type. [ShapeOf] returns the kind of JSON value that a type is written as, [ReadTag] translates
// an eval tag to the keys of a spec file, and [CheckTruth] checks a document against a type. Package eval makes the fields of a
// spec from these, and from the fields that package gojson finds.
package spectext
