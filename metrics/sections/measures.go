package sections

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics"
)

// Starts counts the starts of sections, see [Page], over all pages but the first. A start on both sides is a true positive. A start
// that the answer misses (it joined two sections) is a false negative. A start that the answer invents (it cut a
// section) is a false positive. A page that starts a section on neither side is a true negative.
// [metrics.Confusion.Precision], Recall and F1 of the result measure the boundaries of sections.
func (c *Comparison) Starts() metrics.Confusion {
	var m metrics.Confusion
	for i, p := range c.Pages {
		switch {
		case i == 0:
		case p.GotStart && p.WantStart:
			m.TP++
		case p.GotStart:
			m.FP++
		case p.WantStart:
			m.FN++
		default:
			m.TN++
		}
	}
	return m
}

// table counts the pages of each pair of groups, and of each group.
type table struct {
	cells     map[[2]int]int
	got, want map[int]int
	pages     int
}

// table counts a page once in each section of the answer that has it.
func (c *Comparison) table() table {
	t := table{map[[2]int]int{}, map[int]int{}, map[int]int{}, 0}
	for i := range c.Pages {
		p := &c.Pages[i]
		for _, got := range p.gotPages() {
			t.cells[[2]int{got, p.Want}]++
			t.got[got]++
			t.want[p.Want]++
			t.pages++
		}
	}
	return t
}

// VMeasure returns three measures of the groups of the pages, each in [0,1], where H is the entropy of the groups:
//
//   - homogeneity, 1 - H(want|got)/H(want), is 1 if no group of the answer has pages of two groups of the truth: joined
//     sections lower it. It is also 1 if the truth has one group only.
//   - completeness, 1 - H(got|want)/H(got), is 1 if the pages of each group of the truth are all in one group of the
//     answer: cut sections lower it. It is also 1 if the answer has one group only.
//   - v is the harmonic mean of homogeneity and completeness, 0 if both are 0.
//
// Without any page all three are 1. They depend only on the groups: a section that the answer misses entirely costs
// nothing, since its pages are still a group of the answer, "no section". A page in two sections of the answer counts
// once in each, as two pages of one group of the truth that the answer puts apart: so completeness, and v, are less than 1.
// They equal homogeneity_completeness_v_measure of scikit-learn, undefined cases included.
//
// Source: Rosenberg, Hirschberg: V-Measure: A conditional entropy-based external cluster evaluation measure, EMNLP-CoNLL 2007.
func (c *Comparison) VMeasure() (homogeneity, completeness, v float64) {
	t := c.table()
	homogeneity = t.explained(t.want, func(cell [2]int) int { return t.got[cell[0]] })
	completeness = t.explained(t.got, func(cell [2]int) int { return t.want[cell[1]] })
	if homogeneity+completeness > 0 {
		v = 2 * homogeneity * completeness / (homogeneity + completeness)
	}
	return homogeneity, completeness, v
}

// explained returns the share of the entropy of groups that disappears when the other side's group of each page is
// known. other returns the size of the other side's group of a cell. explained adds terms in the order of their size,
// so that the order of sections changes nothing.
func (t table) explained(groups map[int]int, other func([2]int) int) float64 {
	var all, left []float64
	for _, n := range groups {
		all = append(all, float64(n)*math.Log(float64(t.pages)/float64(n)))
	}
	for cell, n := range t.cells {
		left = append(left, float64(n)*math.Log(float64(other(cell))/float64(n)))
	}
	entropy := total(all)
	if entropy == 0 {
		return 1
	}
	return min(max(1-total(left)/entropy, 0), 1)
}

// total adds numbers in ascending order.
func total(numbers []float64) float64 {
	slices.Sort(numbers)
	s := 0.0
	for _, x := range numbers {
		s += x
	}
	return s
}

// AdjustedRand returns the adjusted Rand index of the groups of the pages: the share of the pairs of pages that both
// sides put into one group, or both into two groups, corrected for chance. It is 1 for equal groups, about 0 for groups
// at random, and at least -0.5. It is 1 for no page and for one page, like scikit-learn's adjusted_rand_score. A page in
// two sections of the answer counts once in each, as in [Comparison.VMeasure]: so the index is less than 1.
//
// Source: Hubert, Arabie: Comparing partitions, Journal of Classification 2 (1985) 193-218.
func (c *Comparison) AdjustedRand() float64 {
	t := c.table()
	n := float64(t.pages)
	var both, got, want float64 // ordered pairs of different pages in one group
	for _, k := range t.cells {
		both += float64(k) * float64(k-1)
	}
	for _, k := range t.got {
		got += float64(k) * float64(k-1)
	}
	for _, k := range t.want {
		want += float64(k) * float64(k-1)
	}
	if both == got && both == want {
		return 1
	}
	onlyGot, onlyWant := got-both, want-both
	neither := n*(n-1) - both - onlyGot - onlyWant
	return 2 * (both*neither - onlyGot*onlyWant) / (want*(onlyWant+neither) + got*(onlyGot+neither))
}

// PageOrder returns Kendall's tau of the pages of a right pair, in [-1,1]: the pairs of pages in the order of the truth
// minus the pairs in the other order, divided by all pairs of pages. It is 1 for the order of the truth and -1 for its
// reverse. It is undefined for a pair that is not right, and for fewer than two pages.
//
// Source: Kendall: A new measure of rank correlation, Biometrika 30 (1938) 81-93.
func (p Pair) PageOrder() (tau float64, ok bool) {
	if !p.Right() || p.Shared < 2 {
		return 0, false
	}
	n := float64(p.Shared)
	return 1 - 4*float64(p.Inversions)/(n*(n-1)), true
}

// PageOrder returns the mean of [Pair.PageOrder] over the right sections of two or more pages. It is undefined without
// such sections.
func (c *Comparison) PageOrder() (tau float64, ok bool) {
	for _, p := range c.Pairs {
		t, _ := p.PageOrder()
		tau += t
	}
	if c.Orderable == 0 {
		return 0, false
	}
	return tau / float64(c.Orderable), true
}
