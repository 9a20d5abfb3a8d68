package stats

import (
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// MeanPairwiseJaccard is the mean of the Jaccard index over all pairs of runs: the size of the intersection of two sets
// divided by the size of their union, from 0 to 1. Repeated elements count once. The index of two empty sets is 1. The
// mean is 1 when all runs found the same set, and for fewer than two runs.
func MeanPairwiseJaccard(runs [][]string) float64 {
	if len(runs) < 2 {
		return 1
	}
	sets := arithmetic.Each(runs, distinct)
	sum, pairs := 0.0, 0
	for i, a := range sets {
		for _, b := range sets[:i] {
			sum += jaccard(a, b)
			pairs++
		}
	}
	return sum / float64(pairs)
}

// distinct returns the distinct elements, sorted.
func distinct(elements []string) []string {
	s := slices.Clone(elements)
	slices.Sort(s)
	return slices.Compact(s)
}

// jaccard returns the Jaccard index of two sorted sets.
func jaccard(a, b []string) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			common++
			i++
			j++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

// Agreement is the mean over cases of the share of pairs of runs that gave the same answer, from 0 to 1. cases[c][r] is
// the answer to case c in run r; cases need not have the same number of runs, and those with fewer than two are left
// out. It is undefined when none is left.
func Agreement(cases [][]string) (rate float64, ok bool) {
	return meanOfRepeated(cases, func(answers []string) float64 {
		sorted := slices.Clone(answers)
		slices.Sort(sorted)
		agreeing := 0.0
		for start := 0; start < len(sorted); {
			end := start + 1
			for end < len(sorted) && sorted[end] == sorted[start] {
				end++
			}
			agreeing += float64(end-start) * float64(end-start-1)
			start = end
		}
		return agreeing / (float64(len(sorted)) * float64(len(sorted)-1))
	})
}

// FlipRate is the share of cases whose answer is not the same in all runs (the drift rate), from 0 to 1. Cases with
// fewer than two runs are left out. It is undefined when none is left.
func FlipRate(cases [][]string) (rate float64, ok bool) {
	return meanOfRepeated(cases, func(answers []string) float64 {
		if slices.ContainsFunc(answers, func(a string) bool { return a != answers[0] }) {
			return 1
		}
		return 0
	})
}

// meanOfRepeated returns the mean over the cases with two answers or more; ok is false when every case has fewer.
func meanOfRepeated(cases [][]string, measure func(answers []string) float64) (mean float64, ok bool) {
	sum, n := 0.0, 0
	for _, answers := range cases {
		if len(answers) >= 2 {
			sum += measure(answers)
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// PassAtK is the probability that at least one of k runs is right, estimated without bias from runs, of which correct
// are right: 1 - C(runs-correct, k)/C(runs, k) (Chen et al. 2021, pass@k). It is undefined unless 1 <= k <= runs < 2^31
// and 0 <= correct <= runs.
func PassAtK(runs, correct, k int) (probability float64, ok bool) {
	allWrong, ok := choiceRatio(runs, runs-correct, k)
	if !ok {
		return 0, false
	}
	return 1 - allWrong, true
}

// PassHatK is the probability that all of k runs are right, estimated without bias: C(correct, k)/C(runs, k) (Yao et
// al. 2024, pass^k). It is undefined where PassAtK is.
func PassHatK(runs, correct, k int) (probability float64, ok bool) {
	return choiceRatio(runs, correct, k)
}

// choiceRatio returns C(m,k)/C(n,k). It is a product of min(k, n-m) factors, since exchanging k and n-m does not change
// it.
func choiceRatio(n, m, k int) (ratio float64, ok bool) {
	if k < 1 || k > n || m < 0 || m > n || n > math.MaxInt32 {
		return 0, false
	}
	if k > m {
		return 0, true
	}
	few, many := min(k, n-m), max(k, n-m)
	ratio = 1
	for i := 0; i < few && ratio > 0; i++ {
		ratio *= float64(n-many-i) / float64(n-i)
	}
	return ratio, true
}

// Description summarises a few numbers, such as the count of extractions in each run or the score of each trial.
type Description struct {
	Count  int     `json:"count"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"stddev"` // of the population: divided by Count
}

// Describe summarises values. It is undefined without values, and when a value, the sum or a sum of squares is NaN or
// infinite.
func Describe(values []float64) (description Description, ok bool) {
	if len(values) == 0 {
		return Description{}, false
	}
	d := Description{Count: len(values), Min: values[0], Max: values[0]}
	sum := 0.0
	for _, v := range values {
		d.Min, d.Max = min(d.Min, v), max(d.Max, v)
		sum += v
	}
	if !finite(sum) {
		return Description{}, false
	}
	d.Mean = min(max(sum/float64(len(values)), d.Min), d.Max) // rounding must not carry it outside
	squares := 0.0
	for _, v := range values {
		squares += (v - d.Mean) * (v - d.Mean)
	}
	d.StdDev = math.Sqrt(squares / float64(len(values)))
	if !finite(d.StdDev) {
		return Description{}, false
	}
	return d, true
}
