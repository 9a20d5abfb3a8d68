package breakdown

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/keep"
	"github.com/extracteval/extracteval/metrics"
)

// maxCompared bounds the documents that slices are compared over: enough to find a slice of one in a hundred.
const maxCompared = 10_000

// compared are labelled documents with the slices that they are in. Of many they are those with the lowest hashes: a
// sample that does not depend on the order of the cases.
type compared struct {
	kept *keep.First[comparedCase] // nil before the first
}

type comparedCase struct {
	document uint64
	counts   [3]int // TP, FP, FN
	slices   []int
}

func (c *compared) add(one comparedCase) {
	if c.kept == nil {
		first := keep.NewFirst(maxCompared, func(a, b comparedCase) int {
			return cmp.Or(cmp.Compare(a.document, b.document), slices.Compare(a.counts[:], b.counts[:]), slices.Compare(a.slices, b.slices))
		})
		c.kept = &first
	}
	c.kept.Add(one)
}

// below returns the p-values of slices to have an F1 as far below the F1 of all cases by chance, when as many slices as may be
// judged are looked at: see [estimate.GroupsBelow].
//
// A document differs from all by 2TP - F·(2TP+FP+FN), where F is the F1 of all: the sum over a slice is below 0 iff the
// slice's F1 is below F.
func (c *compared) below(judged map[int]bool, unit func(alone uint64) uint64) (p map[int]float64) {
	groups := map[int]int{}
	var units []comparedCase
	var all metrics.Confusion
	if c.kept == nil {
		return nil
	}
	kept := c.kept.Sorted()
	for i := range kept {
		kept[i].document = unit(kept[i].document)
	}
	slices.SortStableFunc(kept, func(a, b comparedCase) int { return cmp.Compare(a.document, b.document) })
	for _, one := range kept {
		last := len(units) - 1
		if last < 0 || units[last].document != one.document {
			units = append(units, comparedCase{document: one.document})
			last++
		}
		u := &units[last]
		for k, n := range one.counts {
			u.counts[k] += n
		}
		for _, s := range one.slices {
			if !judged[s] {
				continue
			}
			if _, ok := groups[s]; !ok {
				groups[s] = len(groups)
			}
			if g := groups[s]; !slices.Contains(u.slices, g) {
				u.slices = append(u.slices, g)
			}
		}
		all = all.Plus(confusionOf(one.counts))
	}
	f1, ok := all.F1()
	if !ok {
		return nil
	}
	values, groupsOf := make([]float64, len(units)), make([][]int, len(units))
	for i, u := range units {
		d := confusionOf(u.counts)
		values[i] = 2*float64(d.TP) - f1*float64(2*d.TP+d.FP+d.FN)
		groupsOf[i] = u.slices
	}
	adjusted := estimate.GroupsBelow(values, groupsOf, len(groups))
	p = map[int]float64{}
	for s, g := range groups {
		p[s] = adjusted[g]
	}
	return p
}

func confusionOf(counts [3]int) metrics.Confusion {
	return metrics.Confusion{TP: counts[0], FP: counts[1], FN: counts[2]}
}
