package tree

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
)

// NTED returns Donut's accuracy by normalized tree edit distance, in [0,1]:
//
//	max(0, 1 - distance(got, want) / distance(nothing, want))
//
// where the distance is the least cost of turning one ordered tree into the other by inserting, removing and
// relabelling nodes, and nothing is a tree that is only a root. A key is a node over its values, each object in a list
// a node <subtree>, and each text a leaf. Inserting or removing a leaf costs its length in code points, any other node
// costs 1. Relabelling costs the Levenshtein distance from leaf to leaf, 1 plus the length of the leaf between a leaf
// and another node, and 0 or 1 between two other nodes. Before that, keys are sorted by length and then by code point,
// single values become lists of one, texts are trimmed, and empty values are dropped.
//
// It is undefined, and ok is false, if want has no node left besides the root, or only nodes without cost. Donut prints
// 0 there for every answer, even the right, empty one: numpy makes 0/0 NaN and n/0 infinite, with a warning, and
// Python's max(0, …) is 0 for both. Donut's mean over documents counts that 0; for the same mean, count 0 if ok is
// false. An error wraps [ErrTooLarge].
//
// # Oddities of the reference
//
//   - It is not symmetric, since it divides by the size of want: an answer that says twice as much as the truth scores 0.
//   - The order of lists matters, since the trees are ordered; the order of keys does not.
//   - 0 and false are dropped like null, except 0 in a list of texts; a text of only white space is kept as a leaf
//     without cost.
//   - A list that holds anything but objects loses its bools, nulls, lists and objects.
//   - A key that contains "<leaf>" counts as a leaf.
//   - Long texts outweigh structure: a wrong key costs 1, a wrong address costs its letters.
//
// Source: Kim, Hong, Yim, Nam, Park, Yim, Hwang, Yun, Han, Park: OCR-free Document Understanding Transformer, ECCV 2022.
// Reference: github.com/clovaai/donut 1.0.7 (read at e33da0e), donut/util.py, JSONParseEvaluator.cal_acc, which uses zss 1.2.0
// for Zhang, Shasha: Simple Fast Algorithms for the Editing Distance between Trees and Related Problems, SIAM J. Comput. 18(6),
// 1989.
func NTED(got, want document.Value) (accuracy float64, ok bool, err error) {
	truth := newOrdered(normalize(want))
	size := int64(0)
	for _, l := range truth.labels[:len(truth.labels)-1] { // all but the root, which both have
		size += int64(l.cost)
	}
	if size == 0 {
		return 0, false, nil
	}
	answer := newOrdered(normalize(got))
	if err := affordable(answer, truth); err != nil {
		return 0, false, err
	}
	return max(0, 1-float64(editDistance(answer, truth))/float64(size)), true, nil
}

// affordable returns an error when the distance of a and b would take too much time or memory.
func affordable(a, b *ordered) error {
	if pairs := float64(len(a.labels)) * float64(len(b.labels)); pairs > maxNodePairs {
		return fmt.Errorf("tree: nTED: %w: %d x %d nodes, more than %d pairs; compare parts of the documents, or use metrics/eval",
			ErrTooLarge, len(a.labels), len(b.labels), maxNodePairs)
	}
	var steps budget
	if !steps.spend(a.forests*b.forests) || !steps.spend(textSteps(a.textBytes, b.textBytes)) || max(a.textBytes, b.textBytes) > maxSteps {
		return tooManySteps("nTED")
	}
	return nil
}
