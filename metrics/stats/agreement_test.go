package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/stats"
)

// cellsOf counts the pairs of two texts whose letters are categories.
func cellsOf(first, second string) map[[2]int]int {
	cells := map[[2]int]int{}
	for i := range first {
		cells[[2]int{int(first[i]), int(second[i])}]++
	}
	return cells
}

// scikit-learn 1.2.1: cohen_kappa_score; the fourth also by hand: o = 35/50, e = (25·30 + 25·20)/50² = 1/2.
func TestCohenKappa(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		kappa         float64
	}{
		{"aabbdcccedda", "babbbccceddd", 0.6842105263157895},
		{"0100000010", "1110010000", 0.09090909090909094},
		{"yyyyyyyynnnnnnnn", "yyyyynnnnnyyynnn", 0.25},
		{strings.Repeat("y", 25) + strings.Repeat("n", 25), strings.Repeat("y", 20) + strings.Repeat("n", 5) + strings.Repeat("y", 10) + strings.Repeat("n", 15), 0.4},
		{"aaaaaaabbbbbbb", "bbbbbbbaaaaabb", -0.7142857142857142},
		{"ab", "ab", 1},
		{"ab", "ba", -1},
	} {
		got, ok := stats.CohenKappa(cellsOf(tt.first, tt.second))
		assert.True(t, ok)
		assert.InDelta(t, tt.kappa, got, 1e-12, "%s %s", tt.first, tt.second)
	}
	for name, cells := range map[string]map[[2]int]int{
		"no items": {}, "no items in a cell": {{1, 2}: 0}, "one category": {{1, 1}: 5}, "a negative number": {{1, 1}: 5, {1, 2}: -1, {2, 2}: 3},
	} {
		got, ok := stats.CohenKappa(cells)
		assert.False(t, ok, name)
		assert.Zero(t, got, name)
	}
}

// reliability is the data of Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", part C: four observers, 12 units, and
// missing values.
var reliability = []string{
	"123321412...",
	"1233224125.3",
	".3332342251.",
	"12332441251.",
}

func unitsOf(rows ...string) (units [][]float64) {
	for i := range rows[0] {
		var unit []float64
		for _, r := range rows {
			if r[i] != '.' {
				unit = append(unit, float64(r[i]))
			}
		}
		units = append(units, unit)
	}
	return units
}

// Krippendorff (2011) prints .095 for part A, .692 for part B, and .743 (nominal) and .849 (interval) for part C. The fractions are
// by hand: in part A 14 of the 20 values are 0, and 4 of 10 units have a pair that differs: 1 - 19·4/(14·6).
func TestKrippendorffAlpha(t *testing.T) {
	for _, tt := range []struct {
		name       string
		rows       []string
		difference func(a, b float64) float64
		alpha      float64
	}{
		{"part A, binary", []string{"0100000010", "1110010000"}, stats.NominalDifference[float64], 2. / 21},
		{"part B, nominal", []string{"aabbdcccedda", "babbbccceddd"}, stats.NominalDifference[float64], 155. / 224},
		{"part C, nominal", reliability, stats.NominalDifference[float64], 113. / 152},
		{"part C, interval", reliability, stats.SquaredDifference, 951. / 1120},
		{"all agree", []string{"121", "121"}, stats.NominalDifference[float64], 1},
		{"all differ", []string{"12", "21"}, stats.NominalDifference[float64], -0.5}, // 1 - 3·2/(2·2)
	} {
		got, ok := stats.KrippendorffAlpha(unitsOf(tt.rows...), tt.difference)
		assert.True(t, ok, tt.name)
		assert.InDelta(t, tt.alpha, got, 1e-12, tt.name)
	}
	for name, units := range map[string][][]float64{
		"no units": nil, "single values": {{1}, {2}, nil}, "all equal": {{1, 1}, {1, 1, 1}, {2}}, "NaN": {{math.NaN(), 1}, {1, 1}},
		"too great": {{1e200, -1e200}, {1, 1}},
	} {
		got, ok := stats.KrippendorffAlpha(units, stats.SquaredDifference)
		assert.False(t, ok, name)
		assert.Zero(t, got, name)
	}
	_, ok := stats.KrippendorffAlpha([][]float64{{1, 2}}, func(a, b float64) float64 { return -1 })
	assert.False(t, ok, "a negative difference")
}

// Kappa does not depend on who is first nor on the names of the categories, is at most 1, and 1 only without disagreement.
func TestCohenKappaProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, turned, renamed := map[[2]int]int{}, map[[2]int]int{}, map[[2]int]int{}
		differ := false
		for range rapid.IntRange(1, 12).Draw(t, "cells") {
			a, b, n := rapid.IntRange(0, 4).Draw(t, "a"), rapid.IntRange(0, 4).Draw(t, "b"), rapid.IntRange(1, 1000).Draw(t, "n")
			cells[[2]int{a, b}] = n
			turned[[2]int{b, a}] = n
			renamed[[2]int{-7 * a, -7 * b}] = n
			differ = differ || a != b
		}
		kappa, ok := stats.CohenKappa(cells)
		for _, other := range []map[[2]int]int{turned, renamed} {
			k, known := stats.CohenKappa(other)
			assert.Equal(t, ok, known)
			assert.InDelta(t, kappa, k, 1e-12)
		}
		if ok {
			assert.True(t, kappa >= -1-1e-12 && kappa <= 1+1e-12, kappa)
			assert.Equal(t, !differ, kappa > 1-1e-12)
		}
	})
}

// Alpha does not depend on the order of units and values; a unit with one value changes nothing.
func TestKrippendorffAlphaProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(-3, 3).Filter(func(f float64) bool { return f != 0 }), 0, 5), 1, 12).Draw(t, "units")
		for _, unit := range units {
			for i := range unit {
				unit[i] = math.Round(unit[i])
			}
		}
		for _, difference := range []func(a, b float64) float64{stats.NominalDifference[float64], stats.SquaredDifference} {
			alpha, ok := stats.KrippendorffAlpha(units, difference)
			other := append([][]float64{{9}}, units...)
			r := rand.New(rand.NewPCG(1, 2))
			for i := range other {
				other[i] = slices.Clone(other[i])
				r.Shuffle(len(other[i]), func(a, b int) { other[i][a], other[i][b] = other[i][b], other[i][a] })
			}
			r.Shuffle(len(other), func(a, b int) { other[a], other[b] = other[b], other[a] })
			again, known := stats.KrippendorffAlpha(other, difference)
			assert.Equal(t, ok, known)
			assert.InDelta(t, alpha, again, 1e-9)
			assert.LessOrEqual(t, alpha, 1.0)
		}
	})
}

// Of many items that two raters judge, alpha and kappa are nearly the same where the raters use the categories equally often: alpha
// takes the shares of both together (Krippendorff 2004).
func TestAlphaIsNearKappa(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	cells := map[[2]int]int{}
	var units [][]int
	for range 20_000 {
		a := r.IntN(3)
		b := a
		if r.IntN(4) == 0 {
			b = r.IntN(3)
		}
		cells[[2]int{a, b}]++
		units = append(units, []int{a, b})
	}
	kappa, _ := stats.CohenKappa(cells)
	alpha, _ := stats.KrippendorffAlpha(units, stats.NominalDifference)
	assert.InDelta(t, 0.75, kappa, 0.02)
	assert.InDelta(t, kappa, alpha, 0.001)
}
