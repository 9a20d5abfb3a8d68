// Package paths finds the values of many paths in one walk along a document, and
// makes the names under which values are counted.
//
// [Tree] holds the paths of one group of fields. [Walk] walks through a document or an item of a list, fills in the
// value at each path, and collects the values that no field reads ([Rest]). [Overlapping] finds paths that lead to the
// same place. [Join], [General] and [ParseAttribute] make names: "lines[].amount" is the attribute of the path
// "lines[3].amount". [ConfidenceBeside] finds how sure an extractor is of the value at a path, if its answer says so.
// [CountLeaves], [CommonKind] and others answer questions about the values that were found. Package document reads and
// follows single paths.
package paths
