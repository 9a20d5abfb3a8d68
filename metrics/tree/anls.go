package tree

import (
	"fmt"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// AnyOf is the key of a list of accepted truths in a truth given to [ANLSStar]: {"$any": ["5 kg", "5000 g"]} accepts either. The
// values may be of any kind. It takes the place of a tuple in the Python reference, since JSON has no tuples.
const AnyOf = "$any"

// minSimilarity is the similarity below which two texts have nothing in common (Biten et al.: Scene Text Visual Question
// Answering, ICCV 2019).
const minSimilarity = 0.5

// ANLSStar returns the ANLS* of got against want, in [0,1]: the sum of the similarities of all comparisons, divided by their
// number.
//
//   - Scalars: 1 - Levenshtein distance / code points of the longer text, and 0 when that is less than 0.5. Texts are compared
//     in lower case with white space collapsed, numbers and bools by their Python text. Anything but a scalar against a scalar
//     is 0.
//   - null in want: 1 if got is null, missing, "", [] or {}, else 0. Missing and null are the same.
//   - Lists: the assignment with the greatest sum of the items' scores pairs as many items as the shorter list has, in any
//     order. Items left over count with all their leaves and no similarity. Anything but a list against a list is 0.
//   - Objects: key by key over the keys of both. Anything but an object against an object is 0.
//   - [AnyOf] in want: the value with the highest score; among equal scores a value that equals got, and then the first
//     one.
//   - At the top, a want that is a list of strings and a got that is a string: any of them is accepted, as in data sets of
//     visual question answering.
//
// The divisor is 1 for a scalar or null, the sum over the members for a collection, and the maximum of both sides if
// the kinds differ. Leaves deep in a document count as much as those at the top.
//
// An error wraps [ErrTooLarge], or says where in want [AnyOf] is not the only key or holds no list of at least one value. A
// missing got or want is null.
//
// # Oddities of the reference
//
//   - It is not symmetric: want null accepts [], {} and "", but want [] or {} against null or a missing key is 0, as is want ""
//     against null.
//   - A key that only got has costs even if its value is null, while a null that only want has is a match. So want {} and got
//     {"a": null} score 0.
//   - 10 and 10.0 differ by two of four characters (0.5), 0.2 and 0.199999 score 0, and the dates 31.12.2023 and 31. Dec 2023
//     score 0.58: it compares texts.
//   - A pair of items with similarity 0 counts as fewer leaves than the two items on their own, so which of several equally
//     good assignments is taken can change the score. The reference takes the solver's first result, which depends on the order
//     of the lists. Here, of the assignments with the same sum, one with the most pairs of equal items is taken, and then one
//     with the fewest leaves; only remaining ties are decided by order. Sums are compared at a resolution of 2e-9.
//   - For want [] against a string at the top the reference fails; here the score is 0.
//
// Source: Peer, Schöpf, Nebendahl, Rietzler, Stabinger: ANLS* - A Universal Document Processing Metric for Generative Large
// Language Models, arXiv:2402.03848, 2024. Reference: github.com/deepopinion/anls_star_metric, src/anls_star/anls_star.py at
// 429e884 (after v0.1.0 of November 2025), with its default threshold. Its closest truth and scores per key are not computed.
func ANLSStar(got, want document.Value) (float64, error) {
	r := reader{lower: cases.Lower(language.Und)}
	truth, err := r.readTruth(want)
	if err != nil {
		return 0, err
	}
	answer := r.answer(got)
	if answer.isString() && truth.kind == list && truth.allStrings() {
		truth.kind = oneOf
	}
	var c comparison
	result := c.compare(&truth, &answer)
	if c.failed != nil {
		return 0, c.failed
	}
	return result.average(), nil
}

// tally is the result of comparing two nodes.
type tally struct {
	sum    float64 // of the similarities
	leaves int     // the divisor of sum
	equal  bool    // got is exactly the value that want asks for
}

func (t *tally) merge(part tally) {
	t.sum += part.sum
	t.leaves += part.leaves
	t.equal = t.equal && part.equal
}

func (t tally) average() float64 {
	if t.leaves == 0 {
		return 1
	}
	return t.sum / float64(t.leaves)
}

// comparison compares every node of want with a node of got at most once for each combination of their ancestors, and stops
// at the first failure. Its result is meaningless then.
type comparison struct {
	budget budget
	failed error
}

const stepsPerNode = 32

func (c *comparison) spend(steps float64) bool {
	if c.failed == nil && !c.budget.spend(steps) {
		c.failed = tooManySteps("ANLS*")
	}
	return c.failed == nil
}

func (c *comparison) compare(want, got *node) tally {
	if !c.spend(stepsPerNode) {
		return tally{}
	}
	switch {
	case want.kind == oneOf:
		return c.bestOption(want.children, got)
	case want.kind == null && got.hollow():
		return tally{sum: 1, leaves: max(1, got.leaves), equal: true}
	case want.kind != got.kind, want.kind == null:
		return tally{leaves: max(want.leaves, got.leaves)}
	case want.kind == list:
		return c.lists(want.children, got.children)
	case want.kind == dict:
		return c.dicts(want, got)
	}
	return c.scalars(want, got)
}

func (c *comparison) scalars(want, got *node) tally {
	t := tally{leaves: 1}
	if want.folded == got.folded {
		t.sum, t.equal = 1, want.text == got.text && want.quoted == got.quoted
	} else if c.spend(textSteps(len(want.folded), len(got.folded))) {
		t.sum, _ = similarity.LevenshteinAtLeast(want.folded, got.folded, minSimilarity)
	}
	return t
}

func (c *comparison) bestOption(options []node, got *node) tally {
	best := c.compare(&options[0], got)
	for i := range options[1:] {
		t := c.compare(&options[i+1], got)
		if t.average() > best.average() || t.average() == best.average() && t.equal && !best.equal {
			best = t
		}
	}
	return best
}

// dicts walks the sorted keys of both sides in step.
func (c *comparison) dicts(want, got *node) tally {
	total := tally{equal: true}
	wants, gots := want.keys, got.keys
	for i, j := 0, 0; c.failed == nil && (i < len(wants) || j < len(gots)); {
		switch {
		case j == len(gots) || i < len(wants) && wants[i] < gots[j]:
			w := &want.children[i]
			t := c.compare(w, &nothing)
			t.equal = t.equal || w.hollow()
			total.merge(t)
			i++
		case i == len(wants) || gots[j] < wants[i]:
			// A key that the truth lacks adds no similarity, even if its value is null, but counts as a leaf.
			total.merge(tally{leaves: max(1, got.children[j].leaves)})
			j++
		default:
			total.merge(c.compare(&want.children[i], &got.children[j]))
			i, j = i+1, j+1
		}
	}
	return total
}

func (c *comparison) lists(want, got []node) tally {
	n, m := len(want), len(got)
	pairs := float64(n) * float64(m)
	if !c.spend(pairs*float64(min(n, m))/8) || !c.within(pairs*stepsPerNode) {
		return tally{}
	}
	scores := make([]tally, n*m)
	for i := range want {
		for j := range got {
			scores[i*m+j] = c.compare(&want[i], &got[j])
		}
		if c.failed != nil {
			return tally{}
		}
	}
	if n == 1 && m == 1 {
		return scores[0]
	}
	total := tally{equal: n == m}
	leaves := 0
	for i := range want {
		leaves += want[i].leaves
	}
	for j := range got {
		leaves += got[j].leaves
	}
	// (1 + score) / 2 is above 0 even for a score of 0, so as many pairs as possible are formed. The assignment with
	// the greatest sum is the same.
	similarities := make([]float64, n*m)
	for i := range want {
		for j := range got {
			similarities[j*n+i] = (1 + scores[i*m+j].average()) / 2
		}
	}
	result, err := assign.Optimal(assign.Problem{
		Got: m, Want: n, MaxPairs: max(1, n*m), Matrix: similarities,
		Prefer: func(j, i int) int {
			t := scores[i*m+j]
			saved := want[i].leaves + got[j].leaves - t.leaves
			if t.equal {
				saved += leaves + 1
			}
			return saved
		},
	})
	if err != nil {
		c.failed = fmt.Errorf("tree: ANLS*: %w", err)
		return tally{}
	}
	for _, p := range result.Pairs {
		total.merge(scores[p.Want*m+p.Got])
	}
	for _, i := range result.UnmatchedWant {
		total.leaves += want[i].leaves
	}
	for _, j := range result.UnmatchedGot {
		total.leaves += got[j].leaves
	}
	return total
}

// within reports whether further steps are within the limit, without spending them. It is called before the allocation
// of an array whose steps are then spent one by one.
func (c *comparison) within(steps float64) bool {
	if c.failed == nil && c.budget.steps+steps > maxSteps {
		c.failed = tooManySteps("ANLS*")
	}
	return c.failed == nil
}
