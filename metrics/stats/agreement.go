package stats

import (
	"maps"
	"slices"
)

// CohenKappa is the agreement of two raters beyond chance, from -1 to 1: (o - e) / (1 - e), where o is the share of
// items that both put in the same category, and e is the share expected if each rater assigned the categories at
// random, each category as often as they did (Cohen 1960). cells[{a, b}] is the number of items that the first rater
// put in category a and the second in category b; categories are any numbers.
//
// It is 1 when the raters agree on all items, 0 when they agree as often as chance, and below 0 when less often. It is
// undefined without items, for a negative number, and when both put all items in one category, since chance would agree
// as well.
func CohenKappa(cells map[[2]int]int) (kappa float64, ok bool) {
	first, second := map[int]float64{}, map[int]float64{}
	total, agree := 0.0, 0.0
	for cell, items := range cells {
		if items < 0 {
			return 0, false
		}
		n := float64(items)
		first[cell[0]] += n
		second[cell[1]] += n
		total += n
		if cell[0] == cell[1] {
			agree += n
		}
	}
	chance := 0.0
	for _, category := range slices.Sorted(maps.Keys(first)) {
		chance += first[category] * second[category]
	}
	if total == 0 || chance == total*total {
		return 0, false
	}
	chance /= total * total
	return (agree/total - chance) / (1 - chance), true
}

// KrippendorffAlpha is the agreement of any number of raters beyond chance, at most 1: 1 - o/e, where o is the mean
// difference of two values of one unit, and e is the mean difference of two values of any units (Krippendorff 2011).
// units[u] holds the values that raters gave to unit u, in any order; a rater who gave no value has no place in it.
// KrippendorffAlpha leaves out units with fewer than two values. Each pair of values of a unit with m values counts
// 1/(m-1), so that a unit counts by its number of values.
//
// difference must be 0 for equal values, positive for others, and symmetric: [NominalDifference] for categories,
// [SquaredDifference] for numbers. KrippendorffAlpha calls it once for each pair of distinct values.
//
// Alpha is 1 when the values of each unit are equal, 0 when they differ as much as the values of different units, and
// below 0 when they differ more. It is undefined when no unit has two values, when a difference is negative or not
// finite, and when differences are too large to add up. It is also undefined when all values are equal or all
// differences are 0: chance would agree as well.
func KrippendorffAlpha[T comparable](units [][]T, difference func(a, b T) float64) (alpha float64, ok bool) {
	var values []T // the distinct ones
	number := map[T]int{}
	var counts []float64
	pairs := map[[2]int]float64{} // numbers of two values, the smaller first -> the weight of their pairs within units
	total := 0.0
	for _, unit := range units {
		if len(unit) < 2 {
			continue
		}
		total += float64(len(unit))
		byValue := map[int]int{}
		for _, v := range unit {
			i, found := number[v]
			if !found {
				i = len(values)
				values, counts, number[v] = append(values, v), append(counts, 0), i
			}
			counts[i]++
			byValue[i]++
		}
		distinct := slices.Sorted(maps.Keys(byValue))
		for k, a := range distinct {
			for _, b := range distinct[k+1:] {
				pairs[[2]int{a, b}] += float64(byValue[a]*byValue[b]) / float64(len(unit)-1)
			}
		}
	}
	observed, expected := 0.0, 0.0
	for a := range values {
		for b := a + 1; b < len(values); b++ {
			d := difference(values[a], values[b])
			if !finite(d) || d < 0 {
				return 0, false
			}
			observed += pairs[[2]int{a, b}] * d
			expected += counts[a] * counts[b] * d
		}
	}
	observed *= total - 1
	if expected == 0 || !finite(expected) || !finite(observed) {
		return 0, false
	}
	return 1 - observed/expected, true
}

// NominalDifference is the difference of categories: 0 for equal ones, else 1.
func NominalDifference[T comparable](a, b T) float64 {
	if a == b {
		return 0
	}
	return 1
}

// SquaredDifference is the difference of numbers on an interval scale: (a - b)². It is NaN or infinite if a number is,
// or if the square is too large; [KrippendorffAlpha] is then undefined. It is 0 also for different numbers nearer than
// about 1e-162; if no numbers are farther apart, alpha is undefined as if all were equal.
func SquaredDifference(a, b float64) float64 { return (a - b) * (a - b) }
