// Package paths finds the values of many paths in one walk along a document, and
// makes the names under which values are counted.
//
// [Tree] holds the paths of one group of fields, [Walk] goes along a document or an
// item of a list and fills in what stands at each; what no field looks at is
// [Rest]. [Overlapping] tells paths apart that would look at the same place.
// [Join], [General] and [ParseAttribute] are about names: "lines[].amount" is the
// attribute that "lines[3].amount" is an example of. Package document reads and
// follows single paths.
package paths
