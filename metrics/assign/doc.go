// Package assign decides which item of one list belongs to which item of another, so that two lists can be compared
// even if items are reordered, merged, repeated or missing.
//
// It sees only numbers: how many items each side has, and how similar item i of got is to item j of want. The caller
// decides how similar two items are; metrics/eval does it for line items from the fields of a specification,
// metrics/geometry for boxes, metrics/tree for the lists inside a JSON document.
//
//	result, err := assign.Optimal(assign.Problem{
//		Got: len(got), Want: len(want),
//		Similarity: func(i, j int) float64 { return similarity(got[i], want[j]) },
//		Threshold:  0.8,
//	})
//
// # The four ways
//
//   - [Greedy] takes the most similar pair, then the most similar pair of the items left, and so on. A person with a
//     pencil would do the same; a pair that it takes can leave another item without a partner.
//   - [Optimal] maximises the sum of the similarities. It gives up the best pair if that allows two good pairs.
//   - [ByKey] pairs items with the same key and asks for similarity only among items that share one.
//   - [InOrder] pairs items with the same index.
//
// Every item is in at most one pair. Greedy and Optimal form a pair only if its similarity is above 0 and reaches
// [Problem].Threshold; an item may always stay unmatched.
//
// # Exact arithmetic
//
// Similarities are rounded to multiples of 2^-30, about 1e-9, and added as integers. Sums of integers do not depend on
// the order of addition: a tie is a tie, the optimum is the optimum, and both are the same on every machine. A
// similarity outside of 0 to 1, NaN and infinities are an error that names the pair.
//
// # Ties
//
// Among pairs (Greedy) or whole assignments (Optimal) of equal similarity, those with the higher [Problem].Prefer win;
// no preference outweighs 2^-30 of similarity. The order of the items' contents ([Problem].GotContent) decides
// remaining ties, and the index only if contents are equal or not given. So with contents given, shuffling either list
// only changes which of several equal items is paired. [Result].Ambiguous says that an assignment that pairs other
// contents would have been as good.
//
// # Cost
//
// For n got and m want items Similarity is called up to n·m times: fewer with [Problem].Bound, Candidates, contents and
// EqualIsOne. With e pairs that reach the threshold Greedy then takes O(e log e), and Optimal O(n·m·min(n,m)) in the
// worst case but far less on real lists. Memory is about 12 bytes for each of the e pairs in Optimal, 44 in Greedy. A
// problem of more than [Problem].MaxPairs pairs is solved approximately, and [Result].Incomplete says so. A search that
// takes too long is ended by [Problem].Stop, or after 2^32 steps: see [Result].Stopped.
package assign
