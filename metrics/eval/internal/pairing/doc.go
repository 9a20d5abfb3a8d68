// Package pairing decides which items of two lists belong together, and which
// elements of two sets.
//
// [Items] pairs the rows of two sheets by match fields, [Elements] single values by
// their comparator. Both say how alike two items are, and leave it to package
// assign to choose the pairs. The rules are those of package eval's comment; what
// becomes of pairs, and of items without partner, is decided there.
//
// Many pairs have to be judged for each that is kept, so that time goes where the
// judging is: texts are folded once ([compare.Fold]), a bag of their letters bounds
// their edit distance before it is computed, and what comparators say is
// remembered by the texts that they were asked about. Pairing ends with its context.
// Without one, at most [MaxPairs] pairs are judged, of texts that are cut where they
// would take more than 2^37 pairs of characters together, and Optimal searches for at
// most 2^32 steps: some ten seconds for a list that somebody made to be slow. [Judge] is how comparators
// are called, here and for leaves.
package pairing
