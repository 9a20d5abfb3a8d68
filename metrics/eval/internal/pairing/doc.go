// Package pairing decides which items of two lists belong together, and which
// elements of two sets.
//
// [Items] pairs the rows of two sheets by match fields, [Elements] single values by their
// comparator. Both compute the similarity of two items, and leave it to package assign to choose
// the pairs. The comment of package eval states the rules; package eval also evaluates pairs and
// items without partner.
//
// Many pairs are judged for each pair that is kept, so judging takes most of the time. To make it fast, texts are
// folded once ([compare.Fold]), and a bag of their letters bounds their edit distance before it is computed. Numbers
// are read once, and verdicts of other comparators are remembered by text. Pairing ends with its context. It judges at
// most 2,048 x 2,048 pairs, cuts texts if comparing them would take more than 2^37 pairs of characters, and Optimal
// searches for at most 2^32 steps: some ten seconds for a list that is made to be slow. [Judge] calls comparators, here
// and for leaves.
package pairing
