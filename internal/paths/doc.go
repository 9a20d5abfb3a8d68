// Package paths makes the names under which values are counted, and answers questions about values.
//
// [Join], [General] and [ParseAttribute] make names: "lines[].amount" is the attribute of the path "lines[3].amount".
// [Overlapping] finds paths that lead to the same place. [ConfidenceBeside] finds how sure an extractor is of the value
// at a path, if its answer says so. [CountLeaves], [CommonKind] and others answer questions about values.
// [AbsentWords] say which texts stand for no value in a field. Package document reads and follows single paths.
package paths
