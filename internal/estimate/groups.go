package estimate

import (
	"math"
	"math/rand/v2"
)

// permutations is how many GroupsBelow draws.
const permutations = 1000

// GroupsBelow tests at once which of many groups of units have a lower mean than all units: such as documents that share
// a tag, by how far each is from the score of all. A unit may be in any number of groups; groupsOf has the groups of each
// unit, from 0 to groups-1.
//
// The p-value of a group is adjusted for the number of groups by the method of Westfall and Young (1993, single-step max
// T): in how many of 1,000 permutations of the values over the units is any group's statistic as large as this one's. So
// overlapping groups cost no power, and if all groups are equal, the least p-value is 0.05 or below in at most 5 % of
// samples. The statistic is the distance of the group's mean below the mean of all, divided by its standard error, with
// the variance within the group or the variance of all units, whichever is larger: the mean of a group with more
// variance is far off more often.
//
// It is 1 for a group without units or with all of them, and for all groups where all values are equal. The same values
// in the same order give the same p-values: the permutations are seeded.
func GroupsBelow(values []float64, groupsOf [][]int, groups int) (p []float64) {
	p = make([]float64, groups)
	t := newGroupTest(values, groupsOf, groups)
	observed := t.statistics(values, make([]float64, groups))
	reached := make([]int, groups)
	drawn, shuffled := make([]float64, groups), append([]float64(nil), values...)
	random := rand.New(rand.NewPCG(1993, uint64(len(values))))
	for range permutations {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		most := math.Inf(-1)
		for _, v := range t.statistics(shuffled, drawn) {
			most = max(most, v)
		}
		for g, v := range observed {
			if most >= v-1e-9 {
				reached[g]++
			}
		}
	}
	for g := range p {
		p[g] = float64(1+reached[g]) / (1 + permutations)
	}
	return p
}

type groupTest struct {
	groupsOf       [][]int
	sizes          []float64
	mean, variance float64 // of all values
	sums, squares  []float64
}

func newGroupTest(values []float64, groupsOf [][]int, groups int) *groupTest {
	t := &groupTest{groupsOf: groupsOf, sizes: make([]float64, groups), sums: make([]float64, groups), squares: make([]float64, groups)}
	var all moments
	for i, v := range values {
		all.add(v)
		for _, g := range groupsOf[i] {
			t.sizes[g]++
		}
	}
	t.mean, t.variance = all.sum/float64(max(all.n, 1)), all.variance()
	return t
}

// statistics has the statistic of each group, 0 for a group that cannot differ.
func (t *groupTest) statistics(values, to []float64) []float64 {
	clear(t.sums)
	clear(t.squares)
	for i, groups := range t.groupsOf {
		v := values[i] - t.mean
		for _, g := range groups {
			t.sums[g] += v
			t.squares[g] += v * v
		}
	}
	all := float64(len(values))
	for g, n := range t.sizes {
		to[g] = 0
		if n == 0 || n == all || t.variance == 0 {
			continue
		}
		mean := t.sums[g] / n
		within := t.squares[g]/n - mean*mean
		to[g] = -mean / math.Sqrt(max(within, t.variance)/n*(1-n/all))
	}
	return to
}
