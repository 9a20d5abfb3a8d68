package estimate_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
)

// All 720 orders of six values, for three groups that overlap: by hand as the definition has it.
func TestGroupsBelowIsThePermutationTest(t *testing.T) {
	values := []float64{-3, -2, 0, 1, 1, 3}
	groupsOf := [][]int{{0, 2}, {0}, {2}, {1}, {1, 2}, {}}
	statistic := func(values []float64, group int) float64 {
		var in []float64
		for i, groups := range groupsOf {
			if slices.Contains(groups, group) {
				in = append(in, values[i])
			}
		}
		n, mean, within := float64(len(in)), 0.0, 0.0
		for _, v := range in {
			mean += v / n
		}
		for _, v := range in {
			within += (v - mean) * (v - mean) / n
		}
		return -mean / math.Sqrt(max(within, 24.0/6)/n*(1-n/6)) // 9+4+1+1+9 = 24
	}
	reached, orders := [3]int{}, 0
	var permute func(at int, order []float64)
	permute = func(at int, order []float64) {
		if at == len(order) {
			orders++
			most := math.Inf(-1)
			for g := range 3 {
				most = max(most, statistic(order, g))
			}
			for g := range 3 {
				if most >= statistic(values, g)-1e-9 {
					reached[g]++
				}
			}
			return
		}
		for i := at; i < len(order); i++ {
			order[at], order[i] = order[i], order[at]
			permute(at+1, order)
			order[at], order[i] = order[i], order[at]
		}
	}
	permute(0, slices.Clone(values))
	assert.Equal(t, 720, orders)
	p := estimate.GroupsBelow(values, groupsOf, 3)
	for g := range 3 {
		assert.InDelta(t, float64(reached[g])/720, p[g], 0.04, "group %d", g)
	}
	assert.Less(t, p[0], p[2])
	assert.Equal(t, p, estimate.GroupsBelow(values, groupsOf, 3), "seeded")
}

func TestGroupsThatCannotDiffer(t *testing.T) {
	all := [][]int{{0}, {0}, {0}}
	assert.Equal(t, []float64{1, 1}, estimate.GroupsBelow([]float64{1, 2, 3}, all, 2), "all units, and none")
	assert.Equal(t, []float64{1}, estimate.GroupsBelow([]float64{2, 2, 2}, [][]int{{0}, {}, {}}, 1), "equal values")
	assert.Empty(t, estimate.GroupsBelow(nil, nil, 0))
}
