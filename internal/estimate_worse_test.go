package internal_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/testdata/effort"
)

// unitsOf are units with one field, of which so many of ten values are right.
func unitsOf(right ...int32) [][]onerun.Values {
	units := make([][]onerun.Values, len(right))
	for i, n := range right {
		units[i] = []onerun.Values{{Field: 0, Right: 2 * n, All: 20}}
	}
	return units
}

// All 720 orders of six units of equal size, for two values of a tag, and for the cuts and the trend of a number with a tie: the statistics by
// hand as the definition has them. The slices have two or three units: more are more than half.
//
// Of the slices only the first one, of 3 and 4 right values, is distinct. Its F1 is .350, the F1 of 6, 7, 7 and 9 is .725. The variance of all
// units is .04, and a half of it .02; the variance of the four is .011875, and a quarter of it .00297. One bad unit among the four lowers F1 by
// .6/4 = .15, so that they show .00297/.0225 = .132 bad units: the upper limit is 3.22, so that 3.09 may be hidden. All four have mistakes.
// 1.6449² · (.02 + .00297) + .0225·(3.09² - 1.6449²·.132)/(4 - .132 + 1) = .0621 + .0425, the root of which is .323, below .375. The slice of 3, 6
// and 7 is .533, the rest .667: its variances alone have the root 1.6449·√(.04/3) = .190, above .133. The other cuts are better than the rest.
func TestWorseSlicesIsThePermutationTest(t *testing.T) {
	right := []float64{3, 4, 6, 7, 7, 9} // the mean is 6; the squared deviations are 9, 4, 0, 1, 1, 9: 24/6 = 4
	groups := [][]int{{0, 1}, {3, 5}, {0, 4, 2}, {1, 3, 5}}
	distinct := []bool{true, false, false, false, true} // a trend is
	ranks := []float64{4.5, 3, 4.5, 1, 6, 2}            // of the number below; their mean is 3.5
	group := func(values []float64, in []int) float64 {
		var n, mean, within [2]float64 // of the rest and of the slice
		part := func(i int) int {
			if slices.Contains(in, i) {
				return 1
			}
			return 0
		}
		n[1] = float64(len(in))
		n[0] = 6 - n[1]
		for i, v := range values {
			mean[part(i)] += v / n[part(i)]
		}
		for i, v := range values {
			d := v - mean[part(i)]
			within[part(i)] += d * d / n[part(i)]
		}
		return max(0, (mean[0]-mean[1])/math.Sqrt(max(within[0], 4)/n[0]+max(within[1], 4)/n[1]))
	}
	trend := func(values []float64) float64 {
		sum, own, all := 0.0, 0.0, 0.0
		for i, v := range values {
			d := ranks[i] - 3.5
			sum += d * (v - 6)
			own += d * d * (v - 6) * (v - 6)
			all += d * d * 4
		}
		return math.Abs(sum) / math.Sqrt(max(own, all))
	}
	statistics := func(values []float64) []float64 {
		var all []float64
		for _, in := range groups {
			all = append(all, group(values, in))
		}
		return append(all, trend(values))
	}
	observed := statistics(right)
	reached, orders := make([]int, len(observed)), 0
	var permute func(at int, order []float64)
	permute = func(at int, order []float64) {
		if at == len(order) {
			orders++
			most := slices.Max(statistics(order))
			for i, z := range observed {
				if most >= z-1e-9 {
					reached[i]++
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
	permute(0, slices.Clone(right))
	require.Equal(t, 720, orders)

	bins, least := onerun.Cuts([]float64{7, 2.5, 7, -1, 40, 2}, 6)
	assert.Equal(t, []float64{-1, 2, 2.5, 7, 40}, least)
	assert.Equal(t, []int{3, 2, 3, 0, 4, 1}, bins)
	traits := []onerun.Trait{
		{Bins: []int{0, 0, 1, 1, 1, 1}, Count: 2, Without: -1},
		{Bins: bins, Count: 5, Ordered: true, Without: -1},
	}
	units := unitsOf(3, 4, 6, 7, 7, 9)
	got := onerun.WorseSlices(units, traits, 2)
	// Of the number, cuts with two units on each side: 2.5 and up are {0,1,2,4} beside {3,5}; 7 and up are {0,2,4} beside {1,3,5}.
	require.Len(t, got, len(observed))
	for i, w := range got {
		assert.InDelta(t, observed[i], w.Z, 1e-9, "%+v", w)
		if !distinct[i] {
			assert.Equal(t, 1.0, w.P, "%+v", w)
			continue
		}
		assert.InDelta(t, float64(reached[i])/720, w.P, 0.05, "%+v", w)
	}
	assert.Equal(t, onerun.Worse{Trait: 1, To: 5, Trend: true, Higher: true, Z: got[4].Z, P: got[4].P}, got[4])
	assert.Equal(t, got, onerun.WorseSlices(units, traits, 2), "seeded")
}

// Which number stands for which value of a tag, and the scale of a number, change nothing.
func TestWorseSlicesOfOtherNames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var right []int32
	var numbers, shifted []float64
	tags, renamed := make([]int, 60), make([]int, 60)
	for i := range 60 {
		tags[i] = r.IntN(3)
		renamed[i] = 2 - tags[i]
		numbers = append(numbers, float64(r.IntN(30)))
		shifted = append(shifted, 3*numbers[i]+1000)
		right = append(right, int32(r.IntN(11)))
	}
	test := func(tags []int, numbers []float64) map[[3]int]onerun.Worse {
		bins, least := onerun.Cuts(numbers, 20)
		all := map[[3]int]onerun.Worse{}
		for _, w := range onerun.WorseSlices(unitsOf(right...), []onerun.Trait{
			{Bins: tags, Count: 3, Without: -1}, {Bins: bins, Count: len(least), Ordered: true, Without: -1},
		}, 5) {
			all[[3]int{w.Trait, w.From, w.To}] = w
		}
		return all
	}
	got, other := test(tags, numbers), test(renamed, shifted)
	require.Len(t, other, len(got))
	for at, w := range got {
		if at[0] == 0 {
			at = [3]int{0, 2 - w.From, 3 - w.From}
		}
		assert.InDelta(t, w.Z, other[at].Z, 1e-9)
		assert.InDelta(t, w.P, other[at].P, 1e-9)
	}
}

// A unit is not worse because more of its values are hard for all units, nor by the values of a field that is left out.
func TestWorseSlicesCompareFieldByField(t *testing.T) {
	var units [][]onerun.Values
	in := make([]int, 80)
	for i := range 80 {
		hard := int32(10)
		if i < 20 {
			in[i], hard = 1, 90 // nine times as many of the values of which half are wrong
		}
		units = append(units, []onerun.Values{{Field: 0, Right: 20 - int32(i%2), All: 20}, {Field: 1, Right: hard/2 + int32(i%3) - 1, All: hard}})
	}
	trait := onerun.Trait{Bins: in, Count: 2, Without: -1}
	for _, w := range onerun.WorseSlices(units, []onerun.Trait{trait}, 5) {
		assert.Greater(t, w.P, 0.3, "%+v", w)
	}
	for i := range 20 {
		units[i][0].Right = 12
	}
	got := onerun.WorseSlices(units, []onerun.Trait{trait}, 5)
	require.Len(t, got, 1, "the 60 others are more than half")
	assert.Less(t, got[0].P, 0.01)
	assert.Equal(t, 1, got[0].From)
	trait.Without = 0
	for _, w := range onerun.WorseSlices(units, []onerun.Trait{trait}, 5) {
		assert.Greater(t, w.P, 0.3, "%+v", w)
	}
}

func TestWorseSlicesOfNothing(t *testing.T) {
	assert.Empty(t, onerun.WorseSlices(nil, nil, 5))
	half := onerun.Trait{Bins: []int{0, 0, 0, 1, 1, 1}, Count: 2, Ordered: true, Without: -1}
	assert.Empty(t, onerun.WorseSlices(unitsOf(7, 7, 7, 7, 7, 7), []onerun.Trait{half}, 2), "equal units")
	assert.Empty(t, onerun.WorseSlices(unitsOf(0, 0, 0, 7, 7, 7), []onerun.Trait{half}, 4), "too few units")
	assert.Empty(t, onerun.WorseSlices(make([][]onerun.Values, 6), []onerun.Trait{half}, 2), "units without values")
	one := onerun.Trait{Bins: []int{0, 0, 0, -1, -1, -1}, Count: 3, Ordered: true, Without: -1}
	for _, w := range onerun.WorseSlices(unitsOf(0, 1, 2, 7, 7, 7), []onerun.Trait{one}, 2) {
		assert.False(t, math.IsNaN(w.Z) || w.Trend, "%+v", w)
	}
	bins, least := onerun.Cuts([]float64{math.NaN(), math.NaN()}, 4)
	assert.Equal(t, []int{-1, -1}, bins)
	assert.Empty(t, least)
	bins, least = onerun.Cuts([]float64{3, math.NaN(), 3, 1, 2}, 2)
	assert.Equal(t, []float64{1, 3}, least)
	assert.Equal(t, []int{1, -1, 1, 0, 0}, bins)
}

// Sixteen of 120 units have two mistakes of four values. Nine of them, those below the others, have lists of unequal lengths, which are right: so
// the sixteen vary more than seven alone. The cut is below all sixteen.
func TestSliceStatisticsPartTheUnitsBest(t *testing.T) {
	effort.OneGoroutine(t)
	var units [][]onerun.Values
	var number []float64
	for i := range 120 {
		head, rows := onerun.Values{Field: 0, Right: 8, All: 8}, onerun.Values{Field: 1, Right: 8, All: 8}
		switch {
		case i >= 104:
			head.Right = 4
		case i%10 == 0:
			head.Right = 6
		}
		if i%8 == 0 || i >= 104 && i < 113 && i%2 == 0 {
			rows.Right, rows.All = 60, 60
		}
		units, number = append(units, []onerun.Values{head, rows}), append(number, float64(i))
	}
	bins, least := onerun.Cuts(number, 120)
	cut := func(all []onerun.Worse) (best onerun.Worse) {
		for _, w := range all {
			if !w.Trend && w.Z > best.Z {
				best = w
			}
		}
		return best
	}
	trait := []onerun.Trait{{Bins: bins, Count: len(least), Ordered: true, Without: -1}}
	assert.Equal(t, 104, cut(onerun.SliceStatistics(units, trait, 5)).From)
	assert.Equal(t, 113, cut(onerun.WorseSlices(units, trait, 5)).From, "the p-value prefers the most uniform ones")
}

// Units with one F1 differ by rounding alone, whatever their sizes: no slice of them is worse.
func TestNoSliceOfUnitsWithOneF1IsWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		n, all := 10+r.IntN(40), 1+r.Int32N(24)
		right := r.Int32N(all + 1)
		units, bins := make([][]onerun.Values, n), make([]int, n)
		for i := range units {
			size := 1 + r.Int32N(30)
			units[i] = []onerun.Values{{Field: 0, Right: size * right, All: size * all}, {Field: 1, Right: size * (all - right), All: size * all}}
			bins[i] = i % 2
		}
		for _, w := range onerun.WorseSlices(units, []onerun.Trait{{Bins: bins, Count: 2, Without: -1}, {Bins: bins, Count: 2, Without: 1}}, 5) {
			assert.Greater(t, w.P, 0.05, "%d units with %d of %d", n, right, all)
		}
	}
}
