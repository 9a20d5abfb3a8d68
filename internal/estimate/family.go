package estimate

import (
	"cmp"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Possible holds the p-values that a test can have, whatever the directions of its changes.
type Possible struct {
	Least float64   // the least p-value for the number of changes
	all   []float64 // all p-values, ascending; nil if they are many
}

// slack is the relative error of a p-value.
const slack = 1e-9

// Chance returns an upper bound of the probability of a p-value of at most p if nothing changed.
func (t Possible) Chance(p float64) float64 {
	switch {
	case p < t.Least*(1-slack):
		return 0
	case t.all == nil:
		return p
	}
	rank := sort.Search(len(t.all), func(i int) bool { return t.all[i] > p*(1+slack) })
	if rank == 0 {
		return 0
	}
	return t.all[rank-1]
}

// Hochberg adjusts the p-values of at most two tests by the method of Hochberg (1988): both tests are significant if
// the test with the greater p-value is. The method is valid for two-sided tests of any correlation (Samuel-Cahn 1996).
func Hochberg(p []float64, _ []Possible) []float64 {
	if len(p) < 2 {
		return slices.Clone(p)
	}
	return []float64{min(2*p[0], max(p[0], p[1])), min(2*p[1], max(p[0], p[1]))}
}

// StepDown returns the adjusted p-values of tests by the method of Holm (1979) for tests of few cases (Westfall and
// Wolfinger 1997; Westfall and Troendle 2008). Holm multiplies a p-value by the number of tests; StepDown adds up the
// probabilities of a p-value as small in each test. A field with seven changed cases of equal size has a p-value of
// 1/64, 1/8 or more, never of 0.01 or less: it adds nothing to a p-value of 0.01 (Tarone 1990). The number of changed
// cases tells nothing about the direction of the changes, so it may be known beforehand. The method holds whatever the
// dependence between the tests, and each adjusted p-value is at most the p-value by Holm.
func StepDown(p []float64, possible []Possible) []float64 {
	order := arithmetic.Indices(len(p))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	others := newChances(possible)
	least := 0.0
	for _, i := range order {
		others.remove(i)
		least = max(least, min(1, p[i]+others.total(p[i])))
		adjusted[i] = least
	}
	return adjusted
}

// Level returns the greatest p-value at which a test is significant at alpha in one family with others. It is the
// greatest p for which the sum of [StepDown] is at most alpha: p plus, for each other test, the chance of a p-value of
// at most p. The result is at least alpha/(most+1); most must be at least the number of others.
func Level(alpha float64, most int, others []Possible) float64 {
	low, high := alpha/float64(most+1), alpha
	for range 40 {
		middle := (low + high) / 2
		sum := middle
		for _, t := range others {
			sum += t.Chance(middle)
		}
		if sum <= alpha {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// Part is one part of a family of tests.
type Part struct {
	P        []float64
	Possible []Possible
	Share    float64 // of alpha; the shares of both parts are 1 together
	// Adjust adjusts the p-values within the part: [StepDown] or [Hochberg].
	Adjust func(p []float64, possible []Possible) []float64
}

// AveragesShare is the share of alpha for the averages of a data set.
const AveragesShare = 0.5

// Parts returns the two parts of the family of a data set, the averages and the fields, without tests.
func Parts() [2]Part {
	return [2]Part{
		{Share: AveragesShare, Adjust: Hochberg},
		{Share: 1 - AveragesShare, Adjust: StepDown},
	}
}

// SequentialParts returns the two parts of a family that is a fixed sequence (Maurer, Hothorn and Lehmacher 1995). The
// first part is tested at all of alpha. If all of it is significant, the second part is also tested at all of alpha.
// Neither part has tests. If no test of the first part can be significant, the second part has alpha.
func SequentialParts() [2]Part {
	return [2]Part{{Share: 1, Adjust: StepDown}, {Share: 0, Adjust: StepDown}}
}

// alone returns a p-value, adjusted within the part, for a part that has no more than its share of alpha.
func (p *Part) alone(adjusted float64) float64 {
	if p.Share == 0 {
		return 1
	}
	return min(1, adjusted/p.Share)
}

// AdjustParts adjusts the p-values of two parts, each with a share of alpha: a part whose hypotheses are all rejected passes
// its alpha to the other part (Bretz, Maurer, Brannath and Posch 2009). tests is the number of tests that can be
// significant at all; the other tests are not hypotheses.
func AdjustParts(parts [2]Part, alpha float64) (adjusted [2][]float64, tests int) {
	var passed [2]float64 // the p-value at which a part passes its alpha on
	for k, part := range parts {
		adjusted[k] = part.Adjust(part.P, part.Possible)
		for i, t := range part.Possible {
			if t.Least <= alpha { // else it is not a hypothesis that could be rejected
				tests++
				passed[k] = max(passed[k], part.alone(adjusted[k][i]))
			}
		}
	}
	for k, part := range parts {
		for i, whole := range adjusted[k] {
			// A part has its share of alpha, or all of alpha if the other part passed its share on.
			adjusted[k][i] = min(part.alone(whole), max(whole, passed[1-k]))
		}
	}
	return adjusted, tests
}

// chances sums [Possible.Chance] over tests for ascending p-values. It visits each possible p-value of a test once. So
// all sums take time in proportion to the number of these p-values, not to the square of the number of tests.
type chances struct {
	steps   []chanceStep // ascending by from, those ahead
	tests   []chance
	any     int     // tests that can have any p-value from Least on, and can have the last one
	several float64 // the sum over the other tests
}

// chance is the chance of one test at the last p-value.
type chance struct {
	removed, any bool
	value        float64 // if the test has several p-values
}

// chanceStep is a p-value from which a test has a greater chance.
type chanceStep struct {
	start float64
	test  int
	any   bool
	value float64 // the chance from there on, if the test has several p-values
}

func newChances(possible []Possible) *chances {
	c := &chances{tests: make([]chance, len(possible))}
	for k, t := range possible {
		if t.all == nil {
			c.steps = append(c.steps, chanceStep{start: t.Least * (1 - slack), test: k, any: true})
		}
		for _, p := range t.all {
			c.steps = append(c.steps, chanceStep{start: p / (1 + slack), test: k, value: p})
		}
	}
	slices.SortFunc(c.steps, func(a, b chanceStep) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.value, b.value)) })
	return c
}

// total returns the sum at p, which must not descend.
func (c *chances) total(p float64) float64 {
	for len(c.steps) > 0 && c.steps[0].start <= p {
		step := c.steps[0]
		c.steps = c.steps[1:]
		switch t := &c.tests[step.test]; {
		case t.removed:
		case step.any:
			t.any = true
			c.any++
		default:
			c.several += step.value - t.value
			t.value = step.value
		}
	}
	return float64(c.any)*p + max(0, c.several)
}

// remove takes a test out of the sums.
func (c *chances) remove(test int) {
	t := &c.tests[test]
	c.several -= t.value
	if t.any {
		c.any--
	}
	*t = chance{removed: true}
}
