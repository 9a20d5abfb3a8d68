// Package splits divides a data set into parts, such as train and test, by a file beside it, and checks that nothing leaks from
// one part into another.
//
// # The file of parts
//
// [Beside] names it: data.split.jsonl for data.jsonl. It is JSON Lines, and people may edit it. The first line is the [Head],
// each other line has the part of one case, in the order of the ids:
//
//	{"parts":{"test":0.3,"train":0.7},"by":"vendor"}
//	{"id":"inv-1","part":"train"}
//	{"id":"inv-2","part":"test"}
//
// # Groups
//
// A part is chosen for a group, not for a case. Two cases are in one group
//
//   - if they have one value of By: a tag or, where no case has the tag, a key of the truths; a case without a value is not joined by it;
//   - if they have one input, or one text;
//   - if their texts are near copies, see package nearcopies;
//   - if other cases of a group join them.
//
// [Data.Check] finds groups that stand in two parts.
//
// # How a part is chosen
//
// The name of a group is the first, in the alphabet, of the names of its cases: the value of By, "vendor=acme", else the input,
// else the text, else the id. The first 8 bytes of the SHA-256 of the seed and the name are a number in [0,1), which falls into
// one of the shares of the parts, in the alphabet of their names. So a part depends on the group alone: added groups move no
// other, and nobody chooses. The price is that shares are near the wanted ones and not equal to them, see [Share].
//
// With Stratify, groups are dealt out instead, the largest first, groups of one size in the order of their numbers: each goes to
// the part that lacks most of the classes of its cases. Then each class is divided as wanted, to within a group. Splitting anew
// after cases were added may move others, so that it is the file that keeps the parts.
//
// In both ways a case that has a part in the file keeps it, and its group follows. A group whose cases have two parts in the file is an error.
package splits
