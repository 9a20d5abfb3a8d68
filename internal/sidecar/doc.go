// Package sidecar reads and writes three small files beside a data set, which is data.jsonl or the folder data: data.meta.json
// has its version, data.agreement.json the agreement of people on it, and data.split.jsonl its parts, such as train and
// test. Runs record them, and every report shows the first two.
//
// [Splitter] divides a data set into parts, and checks that no group of cases leaks from one part into another.
//
// # The file of parts
//
// [PartsFile] returns its name: data.split.jsonl for data.jsonl. The file is JSON Lines, and people may edit it. The first
// line is the [PartsHead]. Each other line has the part of one case, in the order of the ids:
//
//	{"parts":{"test":0.3,"train":0.7},"by":"vendor"}
//	{"id":"inv-1","part":"train"}
//	{"id":"inv-2","part":"test"}
//
// # Groups
//
// The package chooses a part for a group, not for a case. Two cases are in one group
//
//   - if they have the same value of By: a tag or, if no case has the tag, a key of the truths; By does not join cases
//     without a value;
//   - if they have the same input, or the same text; an input without any value, such as {"file": ""}, joins none;
//   - if their texts are near copies, see dataset.CopyFinder: at least .9 of the different 3-word runs of both are
//     equal, and half of the values of both truths, where both have values;
//   - if their truths say that they are one document, and at least .75 of these runs are equal: two readings of one scan.
//     Truths say so if they are equal in all values, and at most 16 truths are. They also say so if they are equal in a
//     value that tells documents apart, such as the number of an invoice. A field outside of lists has such values if a
//     document shares its value with at most one other on average;
//   - if other cases of the group join them.
//
// [Splitter.Check] finds groups that stand in two parts.
//
// # How a part is chosen
//
// The name of a case is the value of By, "vendor=acme", else the input, else the text, else the id. The name of a group
// is the first of the names of its cases in alphabetical order. The first 8 bytes of the SHA-256 of the seed and the
// name give a number in [0,1). The shares of the parts, in alphabetical order, divide that interval, and the number
// falls into the share of one part. So the part depends on the group alone: a new group moves no other group, and
// nobody picks the part. The price is that the shares are near the wanted ones but not equal to them, see [PartShare].
//
// With Stratify, the package deals out the groups instead, the largest first, groups of equal size in the order of
// their numbers. Each group goes to the part that lacks most cases of its classes. So each class has the wanted shares,
// to within a group. A new split after cases were added may move other cases, so keep the file: it preserves the parts.
//
// In both ways a case that has a part in the file keeps it, and the rest of its group follows it. A group whose cases
// have two parts in the file is an error.
package sidecar
